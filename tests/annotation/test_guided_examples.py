"""Guided examples: one of each kind before the first task, counted nowhere, taken again as often as somebody likes."""

from __future__ import annotations

import pytest

from annotation.errors import AnnotationError
from annotation.models import Assignment, Claim, Operation, Submission, Verification
from annotation.quality.agreement.queries import items_of
from annotation.quality.audit.queries import submitted
from annotation.quality.calibration.gold_items import gold_answer_of, make_gold, return_to_production
from annotation.quality.calibration.guided_examples import (
    ExampleState,
    examples_of,
    guided_example_is_due,
    open_example,
    steps_of,
    withdraw,
)
from annotation.quality.calibration.models import GoldItem
from annotation.release.formats.files import Files
from annotation.release.manifest import write_log_heads
from annotation.release.summary import ReleaseError
from annotation.release.write import write_release
from annotation.vocabulary.labels import ClaimType
from annotation.vocabulary.tasks import Phase
from annotation.work import draft as drafts
from annotation.work.assignment import expire_overdue, release
from annotation.work.gold import Answer, Gold
from annotation.work.log_verification import Checked, broken_logs
from annotation.work.models import AssignmentState
from annotation.work.postponing import postpone
from annotation.work.queue import limit_reached
from annotation.work.queue_messages import empty_queue_reason
from annotation.work.skipping import skip
from annotation.work.submission import submit
from annotation.workflows.claim_generation.queries import written_claims
from annotation.workflows.claim_generation.rules import WrittenClaim
from annotation.workflows.claim_verification.draft_schema import empty_body
from annotation.workflows.claim_verification.queries import history, progress
from annotation.workflows.claim_verification.reporting import report
from annotation.workflows.claim_verification.scoring import differences
from tests.annotation.gold import gold_phase
from tests.annotation.guided import (
    ROWS,
    VERIFYING,
    WRITING,
    answer,
    example,
    examples,
    next_of,
    writing_example,
)
from tests.cast import CELL, SECOND_SENTENCE, SENTENCE, run_out, three_claims

IN_ORDER = ["text", "table", "not_enough_info"]


def kind_of(assignment: Assignment) -> str:
    return GoldItem.objects.get(task=assignment.task_id).guide_kind


def test_one_of_each_kind_comes_before_the_first_task(project, verifier, claims):
    made = examples(project)
    assert {kind: item.guide_kind for kind, item in made.items()} == {kind: kind for kind in ROWS}
    done = []
    for _kind in IN_ORDER:
        taken = next_of(verifier, project)
        done.append(kind_of(taken))
        answer(taken)
    assert done == IN_ORDER
    assert next_of(verifier, project).task.phase == Phase.PRODUCTION


def test_in_a_practice_project_everybody_does_every_example_and_nothing_else(project, verifier, claims, tmp_path):
    project.guided_examples = "practice"
    project.calibration = True
    project.save()
    more = [example(project, "text") for _ in range(2)] + [example(project, "table")]
    done = []
    for _one in more:
        taken = next_of(verifier, project)
        assert taken.task.phase == Phase.GUIDED and steps_of(taken) is not None
        done.append(taken.task.gold.pk)
        answer(taken)
    assert done == [one.pk for one in more]
    assert next_of(verifier, project) is None
    assert "“" in empty_queue_reason(person=verifier, project=project, kind=VERIFYING)
    found = examples_of(verifier, project, VERIFYING)
    assert [(one.kind.value, one.number, one.state) for one in found] == [
        ("text", 1, ExampleState.DONE),
        ("text", 2, ExampleState.DONE),
        ("table", 0, ExampleState.DONE),
    ]
    assert open_example(person=verifier, item=more[1], from_start=True).task.gold.pk == more[1].pk
    with pytest.raises(ReleaseError):
        write_release(project, tmp_path / "out")
    assert list(submitted(project, VERIFYING)) == []


def test_they_come_before_calibration(project, verifier):
    project.calibration = True
    project.save()
    gold_phase(project, Phase.FIRST)
    example(project, "text")
    answer(next_of(verifier, project))
    assert next_of(verifier, project).task.phase == Phase.FIRST


def test_whoever_has_done_this_work_is_not_new(project, verifier, assignment):
    answer(assignment)
    example(project, "text")
    assert not guided_example_is_due(person=verifier, project=project, kind=VERIFYING)
    assert next_of(verifier, project).task.phase == Phase.PRODUCTION


def test_a_project_without_them_asks_once(project, verifier, claims, django_assert_num_queries):
    with django_assert_num_queries(1):
        assert not guided_example_is_due(person=verifier, project=project, kind=VERIFYING)


def test_nobody_is_given_one_that_is_off_withdrawn_or_about_their_own_claim(project, verifier, claims):
    item = example(project, "text")
    withdraw(item)
    assert not guided_example_is_due(person=verifier, project=project, kind=VERIFYING)
    own = example(project, "table")
    Claim.objects.filter(verification_item__task=own.task).update(author=verifier)
    assert not guided_example_is_due(person=verifier, project=project, kind=VERIFYING)
    assert examples_of(verifier, project, VERIFYING) == []
    example(project, "not_enough_info")
    project.guided_examples = "off"
    project.save()
    assert next_of(verifier, project).task.phase == Phase.PRODUCTION


def test_one_that_ran_out_is_gone_on_with(project, verifier, claims):
    example(project, "text")
    taken = next_of(verifier, project)
    run_out(taken)
    assert expire_overdue(project=project, kind=VERIFYING) == 1
    assert next_of(verifier, project) == taken


def test_leaving_is_for_projects_that_allow_it(project, verifier, claims):
    examples(project)
    taken = next_of(verifier, project)
    with pytest.raises(AnnotationError) as refused:
        release(taken)
    assert refused.value.code == "guided_example"
    project.guided_examples = "skippable"
    project.save()
    taken = next_of(verifier, project)
    release(taken)
    assert taken.state == AssignmentState.RELEASED
    states = [one.state for one in examples_of(verifier, project, VERIFYING)]
    assert states == [ExampleState.LEFT, ExampleState.NEW, ExampleState.NEW]
    assert kind_of(next_of(verifier, project)) == "table"


@pytest.mark.parametrize(
    "leave",
    [
        lambda taken: skip(assignment=taken, reason="formatting"),
        lambda taken: report(assignment=taken, reasons=["language"]),
        postpone,
    ],
    ids=["skip", "report", "postpone"],
)
def test_it_is_neither_skipped_nor_reported_nor_postponed(project, verifier, leave):
    example(project, "text")
    taken = next_of(verifier, project)
    with pytest.raises(AnnotationError) as refused:
        leave(taken)
    assert refused.value.code == "guided_example"
    taken.refresh_from_db()
    assert taken.state == AssignmentState.HELD


def test_it_is_taken_again_with_and_without_what_was_done(project, verifier):
    item = example(project, "text")
    taken = next_of(verifier, project)
    drafts.save(assignment=taken, base_version=0, body=empty_body(3) | {"place": {"title": "Anna Berg"}})
    answer(taken)  # faster than its draft was saved
    again = open_example(person=verifier, item=item, from_start=False)
    assert again == taken and again.state == AssignmentState.HELD
    body = drafts.draft_of(again).body
    assert (body["verdict"], body["sets"][0], body["place"]) == ("SUPPORTS", [SENTENCE], {"title": "Anna Berg"})
    answer(again, sets=[[SENTENCE, SECOND_SENTENCE]])
    again = open_example(person=verifier, item=item, from_start=True)
    stored = drafts.draft_of(again)
    assert (stored.body, stored.version) == ({}, 3)
    drafts.save(assignment=again, base_version=3, body=empty_body(3))
    release(again)  # what was submitted stays
    again.refresh_from_db()
    assert again.state == AssignmentState.SUBMITTED and again.ended_at is not None
    rows = Submission.objects.filter(assignment=taken).order_by("revision")
    assert [(row.revision, row.is_current) for row in rows] == [(1, False), (2, True)]
    assert sorted(set(Operation.objects.filter(assignment=taken).values_list("sitting", flat=True))) == [1, 2]
    assert list(broken_logs(Assignment.objects.filter(pk=taken.pk), Checked())) == []


def test_opening_one_lays_the_task_in_hand_aside(project, verifier, assignment):
    made = examples(project)
    opened = open_example(person=verifier, item=made["table"], from_start=True)
    assignment.refresh_from_db()
    assert (assignment.state, opened.state) == (AssignmentState.PARKED, AssignmentState.HELD)
    other = open_example(person=verifier, item=made["text"], from_start=True)
    opened.refresh_from_db()
    assert (opened.state, other.state) == (AssignmentState.EXPIRED, AssignmentState.HELD)
    assert open_example(person=verifier, item=made["table"], from_start=False) == opened


def test_one_that_ran_out_after_it_was_submitted_hinders_nothing(project, verifier, claims):
    item = example(project, "text")
    answer(next_of(verifier, project))
    again = open_example(person=verifier, item=item, from_start=True)
    run_out(again)
    assert next_of(verifier, project).task.phase == Phase.PRODUCTION
    assert [one.state for one in examples_of(verifier, project, VERIFYING)] == [ExampleState.DONE]


def numbers(project, person):
    return (
        progress(project),
        list(items_of(project)),
        submitted(project, VERIFYING).count(),
        limit_reached(person=person, project=project, kind=VERIFYING),
        history(person, project).count(),
        written_claims(person, project).count(),
    )


def test_nothing_counts_them(project, verifier, writer, highlight, claims):
    project.verifications_per_person = 1
    project.save()
    before = numbers(project, verifier), numbers(project, writer)
    examples(project)
    for _kind in IN_ORDER:
        answer(next_of(verifier, project))
    writing_example(highlight)
    taken = next_of(writer, project, WRITING)
    submit(assignment=taken, client_id="5b6a0f8e-6f0a-4d5c-9d55-0d7c4c1d2f11", claims=written(three_claims()))
    assert Verification.objects.count() == 3 and Claim.objects.filter(author=writer, phase=Phase.GUIDED).count() == 3
    assert (numbers(project, verifier), numbers(project, writer)) == before


def test_their_logs_are_no_part_of_a_release(project, verifier, claims, tmp_path):
    examples(project)
    answer(next_of(verifier, project))
    Assignment.objects.update(log_head="0" * 64)
    assert Assignment.objects.filter(ended_at__isnull=False).count() == 1
    with Files(tmp_path) as files:
        assert write_log_heads(files, project)[0] == 0
    assert (tmp_path / "log_heads.csv").read_text() == "assignment,log_head\n"


def written(claims):
    return {ClaimType(kind): WrittenClaim(**claim) for kind, claim in claims.items()}


def test_claims_are_written_again_as_another_set(project, writer, highlight):
    item = writing_example(highlight)
    assert item.guide_kind == "several_pages"
    taken = next_of(writer, project, WRITING)
    kind, words = steps_of(taken)
    assert kind.value == "several_pages" and words == {} and kind.steps[-1].name == "submit"
    submit(assignment=taken, client_id="5b6a0f8e-6f0a-4d5c-9d55-0d7c4c1d2f11", claims=written(three_claims()))
    again = open_example(person=writer, item=item, from_start=False)
    assert drafts.draft_of(again).body["claims"] == three_claims()
    submit(assignment=again, client_id="5b6a0f8e-6f0a-4d5c-9d55-0d7c4c1d2f12", claims=written(three_claims(I="A.")))
    current = Submission.objects.get(assignment=taken, is_current=True)
    assert current.revision == 2 and current.claimset.claims.get(claim_type="I").text == "A."


def test_a_finished_item_becomes_one_and_its_steps_name_its_pages(project, verifier, assignment, manager):
    answer(assignment, sets=[[CELL]])
    done = Verification.objects.get()
    item = make_gold(claim=done.claim, phase=Phase.GUIDED, right=gold_answer_of(done, "Why."), by=manager)
    assert (item.guide_kind, progress(project).submitted) == ("table", 0)
    kind, words = steps_of(assignment.__class__.objects.select_related("task").get(pk=assignment.pk))
    assert (kind.value, words) == ("table", {"pages": ["Harbour League"]})
    with pytest.raises(AnnotationError):
        return_to_production(item)


def test_differences_are_to_the_set_that_is_most_alike():
    gold = Gold("SUPPORTS", frozenset({"Other"}), (frozenset({"a", "b"}), frozenset({"c"})))
    found = differences(Answer("SUPPORTS", "Other", (frozenset({"a", "x"}),)), gold)
    assert (found.right, found.missing, found.extra) == (("a",), ("b",), ("x",))
    nothing = differences(Answer("SUPPORTS", "Other", ()), gold)
    assert (nothing.right, nothing.missing, nothing.extra) == ((), ("c",), ())
    free = differences(Answer("NOT ENOUGH INFO", "Other", (frozenset({"a"}),)), Gold("NOT ENOUGH INFO"))
    assert (free.right, free.missing, free.extra) == ((), (), ())
