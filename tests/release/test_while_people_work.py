"""A release that is made while people go on working."""

from __future__ import annotations

import json

import pytest

from annotation.models import Claim
from annotation.release import write as writing
from annotation.release.write import write_release
from tests.annotation.disagreeing import submit_work
from tests.cast import SENTENCE
from tests.release.conftest import DATA, SUPPORTS, hold


@pytest.mark.both_databases
def test_a_claim_that_is_verified_first_while_it_is_made_is_not_in_it(project, worked, verifier, tmp_path, monkeypatch):
    """Two of ten releases of a benchmark failed for such claims, which had no side."""
    late = worked["open"]

    def sides_then_work(*given):
        found = sides_of(*given)
        submit_work(hold(late, verifier), SUPPORTS, [SENTENCE])
        return found

    sides_of = writing.sides_of
    monkeypatch.setattr(writing, "sides_of", sides_then_work)
    made = write_release(project, tmp_path / "out", DATA)
    rows = [line for path in (tmp_path / "out").rglob("*.jsonl") for line in path.read_text("utf-8").splitlines()]
    told = [json.loads(line) for line in rows if late.text in line]
    assert all(row.get("label") is None for row in told)
    monkeypatch.undo()
    again = write_release(project, tmp_path / "again", DATA)
    assert again.counts.released == made.counts.released + 1
    assert Claim.objects.get(pk=late.pk).verifications.count() == 1
