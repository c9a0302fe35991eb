"""The vocabulary's closed lists in the words people read. The data keeps the paper's spelling."""

from __future__ import annotations

from decimal import Decimal

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.projects.models import Role
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


@register.filter
def verdict(value: str) -> str:
    return str(VERDICTS.get(value, value))


@register.filter
def verdict_class(value: str) -> str:
    return value.lower().replace(" ", "-")


@register.filter
def mutation(value: str) -> str:
    return str(MUTATIONS.get(value, value))


@register.filter
def challenge(value: str) -> str:
    return str(CHALLENGES.get(value, value))


@register.filter
def claim_type(value: str) -> str:
    return str(CLAIM_TYPES.get(value, value))


@register.filter
def operation(value: str) -> str:
    return str(OPERATIONS.get(value, value))


@register.filter
def report_reason(value: str) -> str:
    return str(ReportReason(value).label) if value in ReportReason.values else value


@register.filter
def role(value: str) -> str:
    return str(Role(value).label) if value in Role.values else value


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
