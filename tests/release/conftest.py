"""A project of which something of every kind is released, and something of every kind is not."""

from __future__ import annotations

import pytest

from annotation.models import Claim, Task
from annotation.projects.models import Role
from annotation.quality.adjudication.adjudicate import adjudicate
from annotation.release.summary import ReleaseOptions
from annotation.release.write import write_release
from annotation.work.assignment import assign_next
from annotation.workflows.claim_verification.reporting import report
from annotation.workflows.kinds import TaskKind
from tests.annotation.disagreeing import submit_work
from tests.cast import (
    CAPTION,
    CELL,
    DECOMPOSED,
    ITEM,
    OTHER_PAGE,
    SECOND_SENTENCE,
    SENTENCE,
    claim_of,
    member,
    tasks_of,
)
from tests.release.growing import write

# All but the report, which has tests of its own and takes its time.
DATA = ReleaseOptions(formats=frozenset({"feverous", "fever", "tables", "datasets", "corpus"}))
TEXTS = {
    "plain": "Anna Berg founded the Harbour League.",
    "unknown": "Eight clubs played in the Harbour League in 1850.",
    "unanimous": "Quay Rovers won the Harbour League in 2001.",
    "adjudicated": "\u00c5sa Lind coached the Pilots.",
    "own": "The Pilots played in the Harbour League.",
    "disagreed": "Anna Berg was a sailor.",
    "reported": "It is good.",
    "open": "Nobody has looked at this.",
    "calibration": "A claim to train people with.",
    "gold": "A claim whose answer is known.",
}
SUPPORTS, REFUTES, NEI = "SUPPORTS", "REFUTES", "NOT ENOUGH INFO"


def hold(claim, person):
    """The claim, held by a person, out of turn."""
    Task.objects.filter(project=claim.project).update(position=2)
    tasks_of(claim).update(position=1)
    taken = assign_next(person=person, project=claim.project, kind=TaskKind.CLAIM_VERIFICATION)
    assert taken is not None and claim_of(taken).pk == claim.pk
    return taken


@pytest.fixture
def worked(project, writer, verifier, other_verifier):
    """Name -> claim of TEXTS, each in the state that its name tells."""
    claims = dict(zip(TEXTS, write(project, list(TEXTS.values())), strict=True))
    Claim.objects.update(author=writer, claim_type="I", intended_label=SUPPORTS, expected_challenge="Other")
    ada = member(project, "ada", Role.ADJUDICATOR)
    first = submit_work(hold(claims["plain"], verifier), SUPPORTS, [SENTENCE], [CELL, DECOMPOSED], opened=["Anna Berg"])
    assert first.evidence_sets.count() == 2
    submit_work(hold(claims["unknown"], verifier), NEI, [CAPTION, ITEM])
    for person in (verifier, other_verifier):
        submit_work(hold(claims["unanimous"], person), SUPPORTS, [CELL] if person == verifier else [SENTENCE])
    for name in ("adjudicated", "own", "disagreed"):
        chosen = submit_work(hold(claims[name], verifier), SUPPORTS, [DECOMPOSED], opened=["Anna Berg"])
        submit_work(hold(claims[name], other_verifier), REFUTES, [OTHER_PAGE])
        words = {"claim": claims[name], "adjudicator": ada, "error_type": "overlooked"}
        if name == "adjudicated":
            adjudicate(**words, kind="one", chosen=chosen)
        elif name == "own":
            adjudicate(**words, kind="new", verdict=NEI, challenge="Other", evidence_sets=[[SECOND_SENTENCE, CELL]])
    report(assignment=hold(claims["reported"], verifier), reasons=["unverifiable"], note="What is good?")
    for name, phase in (("calibration", 1), ("gold", 3)):
        submit_work(hold(claims[name], verifier), SUPPORTS, [SENTENCE])
        tasks_of(claims[name]).update(phase=phase)
        Claim.objects.filter(pk=claims[name].pk).update(phase=phase)
    return claims


@pytest.fixture
def release(project, worked, tmp_path):
    """The facts of a release of it, in tmp_path / "out"."""
    return write_release(project, tmp_path / "out", DATA)
