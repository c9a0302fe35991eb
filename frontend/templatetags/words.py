"""Words for stored values: labels of closed lists, which are stored in the paper's spelling, verdicts, numbers.

Scores are marked by a sign and words, never by colour alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal

from django import template
from django.template import Context
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Role
from annotation.quality.calibration.candidates import Status
from annotation.vocabulary.label_set import LabelSet, Style
from annotation.vocabulary.labels import ClaimType, Mutation
from annotation.vocabulary.operation_names import OperationName, OwnOperation

register = template.Library()

CLAIM_TYPES: dict[str, Promise] = {
    ClaimType.TYPE_I: gettext_lazy("Type I, from the highlight only"),
    ClaimType.TYPE_II: gettext_lazy("Type II, beyond the highlight"),
    ClaimType.TYPE_III: gettext_lazy("Type III, a changed claim"),
}
MUTATIONS: dict[str, Promise] = {
    Mutation.MORE_SPECIFIC: gettext_lazy("A more specific version"),
    Mutation.GENERALIZATION: gettext_lazy("Generalization"),
    Mutation.NEGATION: gettext_lazy("Negation"),
    Mutation.PARAPHRASING: gettext_lazy("Paraphrase"),
    Mutation.ENTITY_SUBSTITUTION: gettext_lazy("Entity substitution"),
    Mutation.TENSE_SHIFT: gettext_lazy("Tense shift"),
}
OPERATIONS: dict[str, Promise] = {
    OperationName.START: gettext_lazy("Started"),
    OperationName.FINISH: gettext_lazy("Submitted"),
    OperationName.NOW_ON: gettext_lazy("Opened the page"),
    OperationName.SEARCH: gettext_lazy("Searched for"),
    OperationName.HYPERLINK: gettext_lazy("Followed the link"),
    OperationName.PAGE_SEARCH: gettext_lazy("Searched on the page for"),
    OperationName.PAGE_SEARCH_RESET: gettext_lazy("Ended the search on the page"),
    OperationName.HIGHLIGHTING: gettext_lazy("Selected as evidence"),
    OperationName.HIGHLIGHTING_DELETED: gettext_lazy("Removed evidence"),
    OperationName.BACK: gettext_lazy("Went back"),
    OperationName.JUMP_TO_HIGHLIGHT: gettext_lazy("Went back to the highlight"),
    OperationName.HINT_DISMISSED: gettext_lazy("Dismissed a hint"),
    OwnOperation.IMPORTED: gettext_lazy("Imported with a data set"),
    OwnOperation.SET_SWITCH: gettext_lazy("Viewed the set"),
    OwnOperation.SET_ADD: gettext_lazy("Added the set"),
    OwnOperation.SET_REMOVE: gettext_lazy("Removed the set"),
    OwnOperation.SET_COPY: gettext_lazy("Copied evidence"),
    OwnOperation.SET_CLEAR: gettext_lazy("Emptied the set"),
    OwnOperation.SET_MOVE: gettext_lazy("Moved evidence"),
    OwnOperation.SET_LABEL: gettext_lazy("Labelled the set"),
    OwnOperation.LINE_OPENED: gettext_lazy("Opened a line"),
    OwnOperation.PAGE_ADDED: gettext_lazy("Added a page to the dictionary"),
    OwnOperation.SET_LOOK: gettext_lazy("Renamed or recoloured the set"),
    OwnOperation.EVIDENCE_ORDER: gettext_lazy("Reordered evidence"),
    OwnOperation.CONTEXT_DROPPED: gettext_lazy("Excluded from the context"),
    OwnOperation.CONTEXT_RESTORED: gettext_lazy("Included in the context"),
    OwnOperation.CONTEXT_ADDED: gettext_lazy("Added to the context"),
    OwnOperation.CONTEXT_REMOVED: gettext_lazy("Removed from the context"),
    OwnOperation.SENTENCES_JOINED: gettext_lazy("Joined with the next sentence"),
    OwnOperation.SENTENCES_SPLIT: gettext_lazy("Split from the next sentence"),
    OwnOperation.VERDICT: gettext_lazy("Chose the verdict"),
    OwnOperation.CHALLENGE: gettext_lazy("Chose the challenge"),
    OwnOperation.UNSURE: gettext_lazy("Flagged as “not sure”, or took it back"),
    OwnOperation.UNDO: gettext_lazy("Undid"),
    OwnOperation.REDO: gettext_lazy("Redid"),
    OwnOperation.DRAFT_TAKEN: gettext_lazy("Used another draft"),
    OwnOperation.CONFIRM_OPEN: gettext_lazy("Reviewed the submission"),
    OwnOperation.CONFIRM_ADJUST: gettext_lazy("Returned to editing"),
    OwnOperation.GUIDE_SHOWN: gettext_lazy("Was reminded of “not enough information”"),
    OwnOperation.REVISION_OPENED: gettext_lazy("Opened the revision on its wiki"),
    OwnOperation.HIDDEN: gettext_lazy("Left the page"),
    OwnOperation.VISIBLE: gettext_lazy("Returned to the page"),
    OwnOperation.REPORT: gettext_lazy("Reported the claim"),
    OwnOperation.SKIP: gettext_lazy("Skipped the claim"),
    OwnOperation.PARK: gettext_lazy("Saved the claim for later"),
    OwnOperation.CLOCK_JUMP: gettext_lazy("The clock of the server jumped"),
    OwnOperation.SUGGESTION_SHOWN: gettext_lazy("Was shown a suggestion"),
    OwnOperation.SUGGESTION_ACCEPTED: gettext_lazy("Accepted a suggestion"),
    OwnOperation.SUGGESTION_DISMISSED: gettext_lazy("Dismissed a suggestion"),
}


STATUSES: dict[str, Promise] = {
    Status.NO_GOLD: gettext_lazy("waiting for gold"),
    Status.WORKING: gettext_lazy("working"),
    Status.GRADING: gettext_lazy("waiting for grading"),
    Status.READING: gettext_lazy("has unread results"),
    Status.DECISION: gettext_lazy("waiting for a decision"),
    Status.APPROVED: gettext_lazy("approved"),
    Status.REJECTED: gettext_lazy("rejected"),
}


MARKS: dict[str, Promise] = {
    Style.SUPPORTS: gettext_lazy("full support: green circle"),
    Style.MOSTLY_SUPPORTS: gettext_lazy("mostly support: olive circle"),
    Style.MIXED: gettext_lazy("mixed: yellow circle"),
    Style.MOSTLY_REFUTES: gettext_lazy("mostly contradiction: orange square"),
    Style.REFUTES: gettext_lazy("contradiction: red square"),
    Style.NOT_ENOUGH_INFO: gettext_lazy("no information: grey ring"),
    Style.PLAIN: gettext_lazy("plain: blue circle"),
}


def _labels(words: Mapping[str, str | Promise]) -> Callable[[str], str]:
    return lambda value: str(words.get(value, value))


register.filter("claim_type", _labels(CLAIM_TYPES))
register.filter("mutation", _labels(MUTATIONS))
register.filter("operation", _labels(OPERATIONS))
register.filter("calibration_status", _labels(STATUSES))
register.filter("label_mark", _labels(MARKS))
register.filter("role", _labels(dict(Role.choices)))


@register.simple_tag(takes_context=True)
def verdict(context: Context, value: str) -> SafeString:
    """A verdict with its mark, as the label set of the page's project has it."""
    labels = label_set_of(context["project"])
    return format_html('<span class="verdict {}">{}</span>', labels.style(value), labels.name(value))


@register.simple_tag
def label(labels: LabelSet, value: str) -> SafeString:
    """A label with its mark, as this label set has it."""
    return format_html('<span class="verdict {}">{}</span>', labels.style(value), labels.name(value))


@register.simple_tag
def label_name(labels: LabelSet, value: str) -> str:
    """Name of a label in this label set."""
    return labels.name(value)


@register.simple_tag(takes_context=True)
def challenge(context: Context, value: str) -> str:
    """Name of a challenge in the label set of the page's project; "" of none."""
    return label_set_of(context["project"]).challenge_set.name(value)


@register.simple_tag(takes_context=True)
def verdict_name(context: Context, value: str) -> str:
    """Name of a verdict in the label set of the page's project."""
    return label_set_of(context["project"]).name(value)


@register.simple_tag(takes_context=True)
def verdict_style(context: Context, value: str) -> str:
    """CSS class of a verdict in the label set of the page's project."""
    return label_set_of(context["project"]).style(value)


@register.filter
def percent(share: float | None) -> str:
    """43 %; a dash where there is nothing to have a share of."""
    return "–" if share is None else _("%(share)d %%") % {"share": round(100 * share)}


@register.filter
def duration(seconds: Decimal | float | None) -> str:
    """41 s, 3 min 20 s, 1 h 5 min."""
    if seconds is None:
        return "–"
    whole = round(seconds)
    hours, minutes = whole // 3600, whole % 3600 // 60
    if hours:
        return _("%(hours)d h %(minutes)d min") % {"hours": hours, "minutes": minutes}
    if minutes:
        return _("%(minutes)d min %(seconds)d s") % {"minutes": minutes, "seconds": whole % 60}
    return _("%(seconds)d s") % {"seconds": whole}


@register.filter
def match_words(overlap: float | None) -> str:
    """How far two people's evidence is the same: "identical", "0.67", "disjoint"; a dash without evidence."""
    if overlap is None:
        return "–"
    if overlap in (0, 1):
        return _("identical") if overlap else _("disjoint")
    return number_format(f"{overlap:.2f}", 2)  # rounded first: Django would cut


@register.simple_tag
def measured(share: float | None, least: int | None) -> SafeString:
    """A share beside what is asked for, in percent."""
    if share is None or least is None:
        return format_html("{}", percent(share))
    below = 100 * share < least
    words = _("below %(least)d %%") if below else _("at least %(least)d %%")
    mark = "▼" if below else "✓"
    label = words % {"least": least}
    style = "low" if below else "enough"
    return format_html(
        '{} <span class="threshold {}" title="{}"><span aria-hidden="true">{}</span>'
        '<span class="visually-hidden">{}</span></span>',
        *(percent(share), style, label, mark, label),
    )


@register.simple_tag
def right_or_wrong(is_right: bool) -> SafeString:  # noqa: FBT001 - a template names no argument
    words, mark, style = (_("correct"), "✓", "enough") if is_right else (_("incorrect"), "✗", "low")
    return format_html('<span class="threshold {}"><span aria-hidden="true">{}</span> {}</span>', style, mark, words)
