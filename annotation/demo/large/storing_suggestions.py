"""Store the suggestion runs and arms of the simulated project."""

from __future__ import annotations

from collections.abc import Sequence

from annotation.claims.models import Claim
from annotation.demo.large.storing import store
from annotation.demo.large.suggesting import WEIGHTS, Shown
from annotation.projects.models import Project
from annotation.suggestions.hashing import text_hash
from annotation.suggestions.models import RunState, Suggestion, SuggestionArm, SuggestionRun
from annotation.work.models import AssignmentState
from annotation.work.registry import kinds_on_claims
from corpus.page.element_id import parse

MODEL, VERSION = "simulated", "1"


def store_suggestions(project: Project, claims: Sequence[Claim], shown: Sequence[Shown], seed: int) -> None:
    """A run of each claim, an arm of each verification that was submitted, and the settings that gave it."""
    project.suggestion_arms, project.suggestion_seed = dict(WEIGHTS), seed
    project.save(update_fields=["suggestion_arms", "suggestion_seed"])
    runs = store(
        SuggestionRun,
        (
            SuggestionRun(
                project=project,
                claim=claim,
                text_hash=text_hash(claim.text),
                state=RunState.READY,
                model=MODEL,
                version=VERSION,
                milliseconds=20,
            )
            for claim in claims
        ),
    )
    store(
        Suggestion,
        (
            Suggestion(
                run=run,
                element_id=element,
                page_title=parse(element).page,
                stage=stage,
                model=MODEL,
                version=VERSION,
                rank=rank,
                score=1 / rank,
            )
            for run, one in zip(runs, shown, strict=True)
            for element, stage, rank in one.elements
        ),
    )
    of_claim = {claim.pk: (one.arm, run) for claim, run, one in zip(claims, runs, shown, strict=True)}
    submitted = project.assignments.filter(kind__in=kinds_on_claims(), state=AssignmentState.SUBMITTED)
    work = [
        (pk, *of_claim[claim])
        for pk, claim in submitted.order_by("pk").values_list("pk", "task__verification_item__claim")
    ]
    store(SuggestionArm, (SuggestionArm(assignment_id=pk, arm=arm, run=run) for pk, arm, run in work))
