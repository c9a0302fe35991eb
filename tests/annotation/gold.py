"""Gold for tests: a phase of claims with answers, and people who answer them."""

from __future__ import annotations

import json
import uuid
from collections.abc import Sequence
from itertools import count

from annotation.models import Assignment, Project, User
from annotation.quality.calibration.attention_checks import is_attention_check_slot
from annotation.quality.calibration.gold_importer import import_gold
from annotation.quality.calibration.models import Calibration
from annotation.quality.calibration.phase_completion import read_feedback, unread
from annotation.vocabulary.tasks import Phase
from annotation.work.assignment import assign_next
from annotation.work.submission import submit
from annotation.workflows.kinds import TaskKind
from tests.cast import SENTENCE

VERIFYING = TaskKind.CLAIM_VERIFICATION


def row(claim: str, **changes: object) -> str:
    """A line of a FEVEROUS file: SUPPORTS, by the first sentence of the Harbour League."""
    evidence = [{"content": [SENTENCE], "context": {SENTENCE: ["Harbour League_title"]}}]
    return json.dumps({"claim": claim, "label": "SUPPORTS", "challenge": "Other", "evidence": evidence} | changes)


def gold_phase(project: Project, phase: Phase, size: int = 2) -> list[str]:
    """That many gold claims in a phase; returns their words."""
    texts = [f"Gold claim {int(phase)}.{number} of the league." for number in range(size)]
    import_gold(project=project, phase=phase, lines=map(row, texts))
    return texts


def silent_gold_among_three(project: Project, person: User) -> None:
    """Three silent gold claims, and a seed by which the person's first three answers are of both kinds.

    The places depend on the number that the database gives the person.
    """
    gold_phase(project, Phase.SILENT, size=3)
    project.silent_gold_rate = 50
    places = range(3)
    project.qa_seed = next(
        seed for seed in count(1) if len({is_attention_check_slot(seed, person.pk, place, 50) for place in places}) == 2
    )
    project.save()


def answer_next(
    person: User, project: Project, verdict: str = "SUPPORTS", sets: Sequence[Sequence[str]] = ((SENTENCE,),)
) -> Assignment | None:
    """Take the next claim and hand it in; None when there is none."""
    taken = assign_next(person=person, project=project, kind=VERIFYING)
    if taken is not None:
        submit(
            assignment=taken,
            client_id=uuid.uuid4(),
            verdict=verdict,
            challenge="Other",
            evidence_sets=[list(ids) for ids in sets],
        )
    return taken


def read_results(person: User, project: Project, phase: Phase, kind: str = VERIFYING) -> None:
    """Open the feedback of every item of a phase."""
    row = Calibration.objects.get(person=person, project=project, kind=kind)
    for item in unread(row, phase):
        read_feedback(row=row, item=item)
