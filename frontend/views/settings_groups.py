"""The highlight settings as a manager reads them: what belongs together, what each is called and what it does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Group:
    """Settings shown side by side. `labels`: name of the setting -> what it is called."""

    name: Promise
    words: Promise
    labels: dict[str, Promise]


GROUPS = (
    Group(
        _("Sentences or tables"),
        _("Ratio of sentence highlights to table highlights."),
        {"sentences": _("Sentences"), "tables": _("Tables")},
    ),
    Group(
        _("Which tables"),
        _("For table highlights: wikitables in the text, or the infobox of a page."),
        {"general": _("Wikitables"), "infobox": _("Infoboxes")},
    ),
    Group(
        _("What can be sampled"),
        _("A sentence highlight has this many consecutive sentences, none of them shorter. Rows include header rows."),
        {
            "sentences_in_a_row": _("Consecutive sentences"),
            "least_tokens": _("Minimum words per sentence"),
            "least_rows": _("Minimum rows of a table"),
            "most_rows": _("Maximum rows of a table"),
        },
    ),
    Group(
        _("Type I claim"),
        _("Written from the highlight only: must it be true or false?"),
        {"type_one_true": _("Must be true"), "type_one_false": _("Must be false")},
    ),
    Group(
        _("Type II claim"),
        _("Goes beyond the highlight: to the rest of the page, or to several pages."),
        {"same_page": _("On the same page"), "several_pages": _("Over several pages")},
    ),
    Group(
        _("Type III claim: mutation"),
        _("Made by mutating one of the other two claims."),
        {
            "more_specific": _("More specific"),
            "generalization": _("Generalization"),
            "negation": _("Negation"),
            "paraphrasing": _("Paraphrase"),
            "entity_substitution": _("Entity substitution"),
            "tense_shift": _("Tense shift"),
        },
    ),
    Group(
        _("Type III claim: base claim"),
        _("Which of the two claims above."),
        {"first_claim": _("The Type I claim"), "second_claim": _("The Type II claim")},
    ),
)
LABELS: dict[str, Promise] = {name: label for group in GROUPS for name, label in group.labels.items()}


def shown_settings(stored: Mapping[str, float]) -> list[tuple[Group, list[tuple[Promise, float]]]]:
    """The settings of a draw, each beside what it is called."""
    return [
        (group, [(label, stored[name]) for name, label in group.labels.items() if name in stored]) for group in GROUPS
    ]
