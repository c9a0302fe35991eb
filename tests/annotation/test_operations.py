"""The log of operations: append-only, exactly once, never running backwards."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.db import DatabaseError, IntegrityError, transaction

from annotation.models import Operation
from annotation.vocabulary.operation_names import OwnOperation
from annotation.work.assignment import release
from annotation.work.operations import elapsed_seconds, finish, note, received, record, so_far
from annotation.work.submission import submit
from tests.cast import SENTENCE

pytestmark = pytest.mark.both_databases


def operation(sequence, seconds=1.0, name="search", value="rovers", **more):
    return {"sequence": sequence, "name": name, "value": value, "seconds": seconds, **more}


def log(assignment):
    return list(assignment.operations.order_by("sequence").values_list("sequence", "name", "value", "seconds"))


def seconds_of(assignment):
    return [float(row[3]) for row in log(assignment)]


def test_operations_are_kept_to_the_millisecond(assignment):
    assert record(assignment=assignment, operations=[operation(1, 0.9624)]) == 1
    assert log(assignment)[1] == (1, "search", "rovers", Decimal("0.962"))


def test_the_same_operations_sent_again_are_kept_once(assignment):
    twice = [operation(1), operation(2)]
    record(assignment=assignment, operations=twice)
    assert record(assignment=assignment, operations=twice) == 2
    assert len(log(assignment)) == 3


def test_the_first_content_of_a_number_stays(assignment):
    record(assignment=assignment, operations=[operation(1, value="first")])
    record(assignment=assignment, operations=[operation(1, value="second"), operation(2, value="third")])
    assert [row[2] for row in log(assignment)] == ["start", "first", "third"]


def test_a_number_twice_in_one_batch_is_kept_once(assignment):
    record(assignment=assignment, operations=[operation(1, value="first"), operation(1, value="second")])
    assert [row[2] for row in log(assignment)] == ["start", "first"]


def test_time_never_runs_backwards(assignment):
    record(assignment=assignment, operations=[operation(1, 5), operation(2, 3), operation(3, 7)])
    assert seconds_of(assignment) == [0, 5, 5, 7]


def test_what_arrives_late_comes_after_what_was_there(assignment):
    record(assignment=assignment, operations=[operation(1, 2), operation(4, 6)])
    record(assignment=assignment, operations=[operation(2, 3), operation(3, 4)])
    assert list(assignment.operations.values_list("browser_sequence", flat=True)) == [0, 1, 4, 2, 3]
    assert seconds_of(assignment) == [0, 2, 6, 6, 6]


def test_two_computers_on_one_assignment_both_keep_their_operations(assignment):
    record(assignment=assignment, browser="desk", operations=[operation(1, value="at the desk"), operation(2)])
    record(assignment=assignment, browser="train", operations=[operation(1, value="in the train")])
    assert record(assignment=assignment, browser="desk", operations=[operation(2), operation(3)]) == 3
    kept = assignment.operations.values_list("sequence", "browser", "browser_sequence", "value")
    assert list(kept) == [
        (0, "", 0, "start"),
        (1, "desk", 1, "at the desk"),
        (2, "desk", 2, "rovers"),
        (3, "train", 1, "in the train"),
        (4, "desk", 3, "rovers"),
    ]
    assert so_far(assignment).received == {"desk": 3, "train": 1}


def test_the_time_in_which_the_page_was_hidden_is_told_apart(assignment):
    record(assignment=assignment, operations=[operation(1, 50, active_seconds=20.5), operation(2, 60)])
    record(assignment=assignment, operations=[operation(3, 61, active_seconds=10), operation(4, 70, active_seconds=99)])
    kept = list(assignment.operations.values_list("seconds", "active_seconds"))
    assert [(float(wall), active and float(active)) for wall, active in kept[1:]] == [
        (50, 20.5),
        (60, None),
        (61, 10),
        (70, 70),  # nobody is active for longer than time has passed
    ]
    assert so_far(assignment).active_seconds == 70


def test_an_edit_is_a_sitting_of_its_own_whose_time_begins_anew(assignment):
    record(assignment=assignment, operations=[operation(1, 40)])
    finish(assignment)
    assert so_far(assignment)[1:] == (0, 0)
    record(assignment=assignment, operations=[operation(2, 3), operation(3, 9, active_seconds=8)])
    assert so_far(assignment)[1:] == (9, 8)
    finish(assignment)
    rows = list(assignment.operations.all())
    assert [(row.sitting, row.name, float(row.seconds)) for row in rows] == [
        (1, "start", 0),
        (1, "search", 40),
        (1, "finish", 40),
        (2, "search", 3),
        (2, "search", 9),
        (2, "finish", 9),
    ]


def test_the_server_notes_what_it_sees_itself(assignment):
    record(assignment=assignment, operations=[operation(1, 7)])
    note(assignment, OwnOperation.DRAFT_TAKEN, value="gap", detail={"body": {"sets": [["Å", "b"]]}})
    last = assignment.operations.last()
    assert (last.browser, last.browser_sequence, last.name, last.value) == ("", 2, "draft-taken", "gap")
    assert last.detail == {"body": {"sets": [["Å", "b"]]}}
    assert so_far(assignment).received == {"api": 1}


def test_names_that_carry_no_value_repeat_themselves(assignment):
    record(assignment=assignment, operations=[operation(1, name="back-button-clicked", value="")])
    assert log(assignment)[1][1:3] == ("back-button-clicked", "back-button-clicked")


def test_received_is_the_highest_number(assignment):
    assert received(assignment) == 0
    assert record(assignment=assignment, operations=[operation(3), operation(1)]) == 3
    assert record(assignment=assignment, operations=[]) == 3


def test_finish_comes_last_and_not_before_what_was_done(assignment):
    record(assignment=assignment, operations=[operation(1, 5000)])
    finish(assignment)
    assert log(assignment)[-1] == (2, "finish", "finish", Decimal("5000.000"))
    assert received(assignment) == 1
    assert received(assignment, "another") == 0


def test_what_arrives_after_the_submission_is_kept_but_is_no_part_of_its_sitting(assignment):
    import uuid

    submit(
        assignment=assignment,
        client_id=uuid.uuid4(),
        verdict="SUPPORTS",
        challenge="Other",
        evidence_sets=[[SENTENCE]],
        operations=[operation(1)],
        browser="desk",
    )
    assert record(assignment=assignment, browser="train", operations=[operation(1), operation(2)]) == 2
    names = list(assignment.operations.filter(sitting=1).values_list("name", flat=True))
    assert names == ["start", "search", "draft-taken", "finish"]
    assert list(assignment.operations.filter(browser="train").values_list("sitting", flat=True)) == [2, 2]


def test_what_was_done_before_giving_back_may_arrive_after_it(assignment):
    release(assignment)
    assert record(assignment=assignment, operations=[operation(1)]) == 1


def test_the_clock_goes_on_from_what_was_recorded(assignment):
    assert 0 <= elapsed_seconds(assignment) < 5
    record(assignment=assignment, operations=[operation(1, 400)])
    assert elapsed_seconds(assignment) == 400


@pytest.mark.parametrize("change", [{"value": "other"}, {"seconds": 9}, {"sequence": 9}, {"name": "finish"}])
def test_the_database_refuses_to_change_an_operation(assignment, change):
    record(assignment=assignment, operations=[operation(1)])
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Operation.objects.filter(assignment=assignment, sequence=1).update(**change)
    assert log(assignment)[1][2] == "rovers"


def test_many_operations_take_few_queries(assignment, django_assert_max_num_queries):
    with django_assert_max_num_queries(20):
        record(assignment=assignment, operations=[operation(n, n) for n in range(1, 1001)])
    assert received(assignment) == 1000


def test_the_database_refuses_a_number_twice(assignment):
    record(assignment=assignment, operations=[operation(1)])
    row = assignment.operations.get(browser="api", browser_sequence=1)
    row.pk, row.sequence = None, 7
    with pytest.raises(IntegrityError), transaction.atomic():
        row.save(force_insert=True)


def test_skipping_and_putting_aside_stand_in_the_log(assignment, project, verifier):
    from annotation.work.postponing import postpone, resume
    from annotation.work.skipping import skip

    postpone(assignment)
    resume(assignment)
    skip(assignment=assignment, reason="formatting")
    skip(assignment=assignment, reason="formatting")
    rows = assignment.operations.values_list("name", "value", "browser")
    assert list(rows)[1:] == [("park", "park", ""), ("skip", "formatting", "")]
