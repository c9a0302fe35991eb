"""What speaks for a claim in a release."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

import pytest

from annotation.release.rule import Choice, Excluded, Source, choose


@dataclass(frozen=True)
class Candidate:
    verdict: str
    first_submitted_at: datetime
    pk: int


def candidate(verdict="SUPPORTS", minute=0, pk=1):
    return Candidate(verdict, datetime(2026, 11, 21, 9, minute, tzinfo=UTC), pk)


def test_one_verification_speaks_for_its_claim():
    assert choose([candidate()]) == Choice(candidate(), Source.SINGLE)


def test_of_several_that_agree_the_earliest_does():
    early, late = candidate(minute=1, pk=9), candidate(minute=2, pk=3)
    assert choose([late, early]) == Choice(early, Source.UNANIMOUS)


def test_of_several_at_the_same_moment_the_first_stored_does():
    first, second = candidate(pk=3), candidate(pk=4)
    assert choose([second, first]) == Choice(first, Source.UNANIMOUS)


def test_where_verdicts_disagree_none_does():
    assert choose([candidate("SUPPORTS"), candidate("REFUTES", pk=2)]) is Excluded.DISAGREEMENT


@pytest.mark.parametrize(
    "candidates",
    [[candidate()], [candidate(), candidate("REFUTES", pk=2)], [candidate(), candidate(minute=1, pk=2)], []],
)
def test_an_adjudication_does_before_all_others(candidates):
    assert choose(candidates, adjudicated="decided") == Choice("decided", Source.ADJUDICATED)


def test_without_a_verification_none_does():
    assert choose([]) is Excluded.NOT_VERIFIED


def test_a_reported_claim_has_none_whatever_was_found():
    assert choose([candidate()], reported=True) is Excluded.REPORTED
    assert choose([], reported=True) is Excluded.REPORTED
    assert choose([candidate()], adjudicated="decided", reported=True) is Excluded.REPORTED
