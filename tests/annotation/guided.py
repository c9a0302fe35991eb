"""Guided examples for tests: one of each kind over the corpus of `tests.cast`."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from annotation.models import Assignment, Claim, Highlight, Project, User
from annotation.quality.calibration.gold_items import GoldAnswer, checked, make_gold, make_highlight_gold
from annotation.quality.calibration.models import GoldItem
from annotation.vocabulary.tasks import Phase
from annotation.work.assignment import assign_next
from annotation.work.submission import submit
from annotation.workflows.kinds import TaskKind
from tests.cast import CELL, ITEM, SECOND_SENTENCE, SENTENCE

VERIFYING, WRITING = TaskKind.CLAIM_VERIFICATION.value, TaskKind.CLAIM_GENERATION.value
WHY = "The first sentence says both."
ROWS = {
    "not_enough_info": ("The league has a song.", "NOT ENOUGH INFO", [[ITEM]]),
    "table": ("Quay Rovers won in 2001.", "SUPPORTS", [[CELL]]),
    "text": ("Anna Berg founded the league, in which eight clubs play.", "SUPPORTS", [[SENTENCE, SECOND_SENTENCE]]),
}


def example(project: Project, kind: str) -> GoldItem:
    """A guided verification of this kind."""
    text, verdict, sets = ROWS[kind]
    right = checked(project, GoldAnswer(verdict, ["Other"], sets, WHY))
    claim = Claim.objects.create(project=project, text=text, phase=Phase.GUIDED)
    return make_gold(claim=claim, phase=Phase.GUIDED, right=right, by=None)


def examples(project: Project) -> dict[str, GoldItem]:
    """One of each kind of verification, by kind."""
    return {kind: example(project, kind) for kind in ROWS}


def writing_example(highlight: Highlight) -> GoldItem:
    """The highlight as a guided example for writers."""
    references = {"I": ["The league was founded in 1920."], "II": [], "III": []}
    return make_highlight_gold(highlight=highlight, phase=Phase.GUIDED, references=references, comment=WHY, by=None)


def answer(taken: Assignment, verdict: str = "SUPPORTS", sets: Sequence[Sequence[str]] = ((SENTENCE,),)) -> None:
    """Submit a verification."""
    evidence = [list(ids) for ids in sets]
    content = {"verdict": verdict, "challenge": "Other", "evidence_sets": evidence}
    submit(assignment=taken, client_id=uuid.uuid4(), **content)


def next_of(person: User, project: Project, kind: str = VERIFYING) -> Assignment | None:
    return assign_next(person=person, project=project, kind=kind)
