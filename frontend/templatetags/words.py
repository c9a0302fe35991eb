"""Labels of the vocabulary's closed lists, which are stored in the paper's spelling, and numbers as people read them.

Scores are marked by a sign and words, never by colour alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal

from django import template
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.projects.models import Role
from annotation.quality.calibration.candidates import Status
from annotation.vocabulary.labels import Challenge, ClaimType, Mutation, Verdict
from annotation.vocabulary.operation_names import OperationName, OwnOperation
from annotation.workflows.claim_verification.models import ReportReason

register = template.Library()

VERDICTS: dict[str, Promise] = {
    Verdict.SUPPORTS: gettext_lazy("Supported"),
    Verdict.REFUTES: gettext_lazy("Refuted"),
    Verdict.NOT_ENOUGH_INFO: gettext_lazy("Not enough information"),
}
CHALLENGES: dict[str, Promise] = {
    Challenge.MULTI_HOP: gettext_lazy("Multi-hop reasoning"),
    Challenge.TABLES_AND_TEXT: gettext_lazy("Combining tables and text"),
    Challenge.NUMERICAL: gettext_lazy("Numerical reasoning"),
    Challenge.DISAMBIGUATION: gettext_lazy("Entity disambiguation"),
    Challenge.SEARCH_TERMS: gettext_lazy("Search terms not in claim"),
    Challenge.OTHER: gettext_lazy("Other"),
}
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
    OwnOperation.SET_LOOK: gettext_lazy("Renamed or recoloured the set"),
    OwnOperation.EVIDENCE_ORDER: gettext_lazy("Reordered evidence"),
    OwnOperation.CONTEXT_DROPPED: gettext_lazy("Excluded from the context"),
    OwnOperation.CONTEXT_RESTORED: gettext_lazy("Included in the context"),
    OwnOperation.VERDICT: gettext_lazy("Chose the verdict"),
    OwnOperation.CHALLENGE: gettext_lazy("Chose the challenge"),
    OwnOperation.UNDO: gettext_lazy("Undid"),
    OwnOperation.REDO: gettext_lazy("Redid"),
    OwnOperation.DRAFT_TAKEN: gettext_lazy("Used another draft"),
    OwnOperation.CONFIRM_OPEN: gettext_lazy("Reviewed the submission"),
    OwnOperation.CONFIRM_ADJUST: gettext_lazy("Returned to editing"),
    OwnOperation.GUIDE_SHOWN: gettext_lazy("Was reminded of “not enough information”"),
    OwnOperation.HIDDEN: gettext_lazy("Left the page"),
    OwnOperation.VISIBLE: gettext_lazy("Returned to the page"),
    OwnOperation.REPORT: gettext_lazy("Reported the claim"),
    OwnOperation.SKIP: gettext_lazy("Skipped the claim"),
    OwnOperation.PARK: gettext_lazy("Saved the claim for later"),
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


def _labels(words: Mapping[str, str | Promise]) -> Callable[[str], str]:
    return lambda value: str(words.get(value, value))


verdict = register.filter("verdict", _labels(VERDICTS))
challenge = register.filter("challenge", _labels(CHALLENGES))
register.filter("claim_type", _labels(CLAIM_TYPES))
register.filter("mutation", _labels(MUTATIONS))
register.filter("operation", _labels(OPERATIONS))
register.filter("calibration_status", _labels(STATUSES))
register.filter("report_reason", _labels(dict(ReportReason.choices)))
register.filter("role", _labels(dict(Role.choices)))


@register.filter
def verdict_class(value: str) -> str:
    return value.lower().replace(" ", "-")


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
