"""Settings of highlight sampling: the paper's shares, and a project's changes to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from django.utils.translation import gettext as _

from annotation.vocabulary.labels import Mutation

MOST_SENTENCES, MOST_TOKENS, MOST_ROWS = 20, 200, 100_000


class BadSettings(ValueError):
    """Settings that cannot be drawn by; the message names the field, what is wrong with it and what would be right."""


@dataclass(frozen=True, slots=True)
class HighlightSettings:
    """The defaults are the FEVEROUS paper's (section 3.1.1). Weights that belong together need not add up to 100.

    `general` are wikitables. `first_claim` and `second_claim` say which claim the Type III claim mutates. Sentences are
    measured in white-space tokens, tables in rows as written, header rows included.
    """

    sentences: float = 1
    tables: float = 2
    general: float = 70
    infobox: float = 30
    sentences_in_a_row: int = 4
    least_tokens: int = 5
    least_rows: int = 5
    most_rows: int = 50
    type_one_true: float = 50
    type_one_false: float = 50
    same_page: float = 50
    several_pages: float = 50
    more_specific: float = 15
    generalization: float = 15
    negation: float = 30
    paraphrasing: float = 10
    entity_substitution: float = 30
    tense_shift: float = 0
    first_claim: float = 50
    second_claim: float = 50

    @property
    def mutations(self) -> dict[Mutation, float]:
        """The weight of each mutation; Tense Shift, which the paper does not ask for, only if it has one."""
        weights = {
            Mutation.MORE_SPECIFIC: self.more_specific,
            Mutation.GENERALIZATION: self.generalization,
            Mutation.NEGATION: self.negation,
            Mutation.PARAPHRASING: self.paraphrasing,
            Mutation.ENTITY_SUBSTITUTION: self.entity_substitution,
        }
        return weights | ({Mutation.TENSE_SHIFT: self.tense_shift} if self.tense_shift else {})

    def to_json(self) -> dict[str, float]:
        """Every setting by name."""
        return asdict(self)


# Weights that are shared out among one another: at least one of each group must be above zero.
GROUPS = (
    ("sentences", "tables"),
    ("general", "infobox"),
    ("type_one_true", "type_one_false"),
    ("same_page", "several_pages"),
    ("more_specific", "generalization", "negation", "paraphrasing", "entity_substitution", "tense_shift"),
    ("first_claim", "second_claim"),
)
_RANGES = {
    "sentences_in_a_row": MOST_SENTENCES,
    "least_tokens": MOST_TOKENS,
    "least_rows": MOST_ROWS,
    "most_rows": MOST_ROWS,
}
NAMES = tuple(field.name for field in fields(HighlightSettings))


def settings_from(changes: Mapping[str, Any]) -> HighlightSettings:
    """The paper's settings with these changes. Raises BadSettings."""
    unknown = sorted(set(changes) - set(NAMES))
    if unknown:
        known = {"name": unknown[0], "known": ", ".join(NAMES)}
        raise BadSettings(_("%(name)s: no such setting. There are: %(known)s.") % known)
    for name, value in changes.items():
        _check(name, value)
    settings = HighlightSettings(**changes)
    if settings.least_rows > settings.most_rows:
        rows = {"least": settings.least_rows, "most": settings.most_rows}
        raise BadSettings(_("least_rows: %(least)s is more than most_rows, %(most)s.") % rows)
    for group in GROUPS:
        if not any(getattr(settings, name) > 0 for name in group):
            raise BadSettings(_("%(names)s: one of them must be above 0.") % {"names": ", ".join(group)})
    return settings


def _check(name: str, value: Any) -> None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if name in _RANGES:
        if not is_number or value != int(value) or not 1 <= value <= _RANGES[name]:
            found = {"name": name, "most": _RANGES[name], "value": repr(value)}
            raise BadSettings(_("%(name)s: want a whole number from 1 to %(most)d, not %(value)s.") % found)
    elif not is_number or not 0 <= value <= 1_000_000:  # NaN fails too
        raise BadSettings(_("%(name)s: want a weight from 0 on, not %(value)s.") % {"name": name, "value": repr(value)})
