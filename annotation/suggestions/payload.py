"""Suggestions in a verifier's payload. Blind: no score, no model, nothing of the claim but its text.

Nothing is computed here: a model runs in the background or not at all, so that how long the answer takes says nothing,
and a slow model makes nobody wait. Whatever fails, the answer is "off": work goes on without suggestions.
"""

from __future__ import annotations

import logging
from typing import TypedDict

from django.conf import settings
from django.db import transaction

from annotation.evidence.excerpts import ExcerptJson, excerpts
from annotation.projects.models import Project
from annotation.quality.calibration.gold_mode import is_making_gold
from annotation.suggestions.arms import arm_of
from annotation.suggestions.hashing import text_hash
from annotation.suggestions.models import Arm, RunState, Suggestion, SuggestionArm, SuggestionRun
from annotation.vocabulary.evidence_kinds import EvidenceKinds, is_accepted
from annotation.vocabulary.tasks import CALIBRATING
from annotation.work.models import Assignment
from corpus.page.context import all_contexts
from corpus.store import get_page

SHOW = {Arm.NONE: "never", Arm.AFTER: "after_first", Arm.AT_ONCE: "at_once"}
log = logging.getLogger(__name__)


class SuggestionPart(TypedDict):
    """One suggestion; `card` is what the API's excerpts are."""

    element_id: str
    page_title: str
    stage: str
    rank: int
    card: ExcerptJson


class SuggestionsPayload(TypedDict):
    """`state`: off, pending (ask again), ready, nothing. `show`: never, after_first (own selection), at_once."""

    state: str
    show: str
    suggestions: list[SuggestionPart]


def suggestions_for(assignment: Assignment) -> SuggestionsPayload:
    """Everything that this assignment's page may show, best first within each stage. Never raises."""
    try:
        with transaction.atomic():
            return _found(assignment)
    except Exception:  # a suggestion is an extra: nobody's work may depend on it
        log.exception("Suggestions for assignment %s could not be read", assignment.public_id)
        return _nothing("off")


def _found(assignment: Assignment) -> SuggestionsPayload:
    if not settings.ATTEST_SUGGESTER or not assignment.project.suggestions_on or is_making_gold(assignment):
        return _nothing("off")
    if assignment.task.phase in CALIBRATING and not assignment.project.calibration_suggestions:
        return _nothing("off")  # not of attention checks, which would be told apart
    drawn = arm_of(assignment)
    if drawn is None:
        return _nothing("off")
    run, show = _run_of(assignment, drawn), SHOW[Arm(drawn.arm)]
    if drawn.arm == Arm.NONE:  # its run is noted all the same: it is what this arm is compared by
        return _nothing("off")
    if run is None:
        return _nothing("pending", show)
    shown = _shown(assignment, run) if run.state == RunState.READY else []
    if not shown:
        return _nothing("nothing", show)
    return {"state": "ready", "show": show, "suggestions": shown}


def _nothing(state: str, show: str = "never") -> SuggestionsPayload:
    return {"state": state, "show": show, "suggestions": []}


def _run_of(assignment: Assignment, drawn: SuggestionArm) -> SuggestionRun | None:
    """The run that this annotator saw first, if the claim has its words still; else the newest, theirs from now."""
    claim = assignment.task.verification_item.claim
    assert claim is not None  # its tasks have one
    words = text_hash(claim.text)
    if drawn.run is not None and drawn.run.text_hash == words:
        return drawn.run
    newest = SuggestionRun.objects.filter(claim=claim, text_hash=words).order_by("-pk").first()
    if newest is not None and newest.state == RunState.READY:
        SuggestionArm.objects.filter(pk=drawn.pk).update(run=newest)
    return newest


def _shown(assignment: Assignment, run: SuggestionRun) -> list[SuggestionPart]:
    rows = [*run.suggestions.filter(is_shown=True)]
    cards, _unknown = excerpts(assignment.project.corpus, [one.element_id for one in rows])
    by_id = {card["id"]: card for card in cards}
    accepted = _accepted(assignment.project, [one for one in rows if one.element_id in by_id])
    return [
        {
            "element_id": one.element_id,
            "page_title": one.page_title,
            "stage": one.stage,
            "rank": one.rank,
            "card": by_id[one.element_id],
        }
        for one in accepted
    ]


def _accepted(project: Project, rows: list[Suggestion]) -> list[Suggestion]:
    """Those whose elements the project takes as evidence. The corpus has them all."""
    kinds = project.evidence_kinds
    if kinds == EvidenceKinds.ALL:
        return rows
    contexts = {title: all_contexts(get_page(project.corpus, title)) for title in {one.page_title for one in rows}}
    return [one for one in rows if is_accepted(kinds, one.element_id, contexts[one.page_title][one.element_id])]
