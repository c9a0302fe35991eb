"""The log of operations: append-only, exactly once, never running backwards."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.db import DatabaseError, transaction

from annotation.models import Operation
from annotation.work.assignment import release
from annotation.work.operations import elapsed_seconds, finish, received, record
from annotation.workflows.claim_verification.submission import submit
from tests.cast import SENTENCE


def operation(sequence, seconds=1.0, name="search", value="rovers"):
    return {"sequence": sequence, "name": name, "value": value, "seconds": seconds}


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


def test_a_batch_that_arrives_late_fits_between_its_neighbours(assignment):
    record(assignment=assignment, operations=[operation(1, 2), operation(4, 6)])
    record(assignment=assignment, operations=[operation(2, 9), operation(3, 1)])
    assert seconds_of(assignment) == [0, 2, 6, 6, 6]


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


def test_what_arrives_after_the_submission_is_dropped(assignment):
    import uuid

    submit(
        assignment=assignment,
        client_id=uuid.uuid4(),
        verdict="SUPPORTS",
        challenge="Other",
        evidence_sets=[[SENTENCE]],
        operations=[operation(1)],
    )
    assert record(assignment=assignment, operations=[operation(2), operation(3)]) == 1
    assert [row[1] for row in log(assignment)] == ["start", "search", "finish"]


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
