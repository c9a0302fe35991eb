"""Drafts: saved while a person works, never overwritten unseen."""

from __future__ import annotations

import pytest

from annotation.errors import AssignmentClosed, LeaseLost, TooLarge
from annotation.models import Draft
from annotation.work.assignment import assign_next, expire_overdue, release
from annotation.work.draft import MAX_BYTES, DraftConflict, draft_of, save
from annotation.work.models import AssignmentState
from tests.cast import run_out

pytestmark = pytest.mark.both_databases


def test_every_save_counts_one_version_up(assignment):
    assert save(assignment=assignment, base_version=0, body={"verdict": "SUPPORTS"}).version == 1
    assert save(assignment=assignment, base_version=1, body={"verdict": "REFUTES"}).version == 2
    assert draft_of(assignment).body == {"verdict": "REFUTES"}


def test_nothing_saved_yet_is_version_nought(assignment):
    assert draft_of(assignment).version == 0
    assert not Draft.objects.exists()


def test_a_second_window_is_told_and_nothing_is_overwritten(assignment):
    save(assignment=assignment, base_version=0, body={"from": "first window"})
    with pytest.raises(DraftConflict) as conflict:
        save(assignment=assignment, base_version=0, body={"from": "second window"})
    assert conflict.value.current.body == {"from": "first window"}
    assert draft_of(assignment).body == {"from": "first window"}


def test_a_version_from_the_future_is_a_conflict(assignment):
    with pytest.raises(DraftConflict):
        save(assignment=assignment, base_version=7, body={"verdict": "SUPPORTS"})


def test_the_same_body_sent_again_after_a_lost_answer_is_no_conflict(assignment):
    first = save(assignment=assignment, base_version=0, body={"sets": [["a"]]})
    again = save(assignment=assignment, base_version=0, body={"sets": [["a"]]})
    assert (first.version, again.version) == (1, 1)


def test_saving_renews_the_lease(assignment):
    run_out(assignment)
    before = assignment.leased_until
    save(assignment=assignment, base_version=0, body={"x": 1})
    assignment.refresh_from_db()
    assert assignment.leased_until > before


def test_a_draft_too_large_is_refused_with_its_size(assignment):
    with pytest.raises(TooLarge, match="1000 kB"):
        save(assignment=assignment, base_version=0, body={"sets": "x" * MAX_BYTES})
    assert draft_of(assignment).version == 0


def test_an_expired_place_is_taken_again(project, assignment):
    run_out(assignment)
    expire_overdue(project=project, kind=assignment.kind)
    save(assignment=assignment, base_version=0, body={"x": 1})
    assignment.refresh_from_db()
    assert assignment.state == AssignmentState.HELD


def test_a_draft_is_kept_even_when_the_place_is_gone(project, assignment, other_verifier):
    run_out(assignment)
    assign_next(person=other_verifier, project=project, kind=assignment.kind)
    with pytest.raises(LeaseLost):
        save(assignment=assignment, base_version=0, body={"last": "words"})
    assert draft_of(assignment).body == {"last": "words"}


def test_nothing_is_saved_to_what_was_given_back(assignment):
    release(assignment)
    with pytest.raises(AssignmentClosed):
        save(assignment=assignment, base_version=0, body={"x": 1})
    assert draft_of(assignment).version == 0
