"""Reports of a third workflow's tasks, and what a manager decides on them."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from annotation.errors import AnnotationError
from annotation.models import Assignment, Operation, Project, Task, TaskReport
from annotation.projects.models import Role
from annotation.release.write import write_release
from annotation.vocabulary.tasks import Phase
from annotation.work.assignment import assign_next
from annotation.work.log_verification import Checked, broken_logs
from annotation.work.reporting import decide_task_report, report_task
from tests.cast import member
from tests.frontend.html import select
from tests.workflows.test_toy_gold import gold
from tests.workflows.test_toy_quality import answered

pytestmark = pytest.mark.both_databases
REPORTS = "/p/harbour/manage/task-reports/"


def held_by(project: Project, name: str) -> Assignment:
    found = assign_next(person=member(project, name, Role.VERIFIER), project=project, kind="toy")
    assert found is not None
    return found


@pytest.fixture
def held(toy: Project) -> Assignment:
    """The first text, wanted by two."""
    Task.objects.filter(kind="toy").update(required_annotations=2)
    return held_by(toy, "vera")


@pytest.fixture
def manager_client(project: Project, manager) -> Client:
    client = Client()
    client.force_login(manager)
    return client


def first() -> Task:
    return Task.objects.get(kind="toy", position=0)


def test_a_text_is_reported_from_its_page_and_offered_to_nobody(held):
    client = Client()
    client.force_login(held.person)
    address = reverse("report", args=[held.public_id])
    assert select(client.get(reverse("work", args=[held.public_id])).text, f"form[action='{address}']")
    refused = client.post(address, {"reason": "politics"})
    assert refused["Location"] == reverse("work", args=[held.public_id]) and not TaskReport.objects.exists()
    for _twice in range(2):
        assert client.post(address, {"reason": "formatting"})["Location"] == "/my-work/"
    (made,) = TaskReport.objects.all()
    assert (made.assignment.state, made.reason, made.decision) == ("reported", "formatting", "")
    assert first().withdrawn_at is not None and first().assigned_count == 0
    assert held_by(held.project, "viktor").task.position == 1
    names = Operation.objects.filter(assignment=held).order_by("sequence").values_list("name", flat=True)
    assert list(names) == ["start", "report"] and list(broken_logs(Assignment.objects.all(), Checked())) == []


def test_a_reason_takes_effect_after_as_many_reports_as_it_says(held):
    Task.objects.filter(kind="toy").update(required_annotations=4)
    with pytest.raises(AnnotationError) as caught:
        report_task(assignment=held, reason="other")  # needs a note
    assert list(caught.value.fields) == ["note"]
    report_task(assignment=held, reason="other", note="Odd.")
    for name, is_withdrawn in (("viktor", False), ("vanessa", True)):
        assert first().withdrawn_at is None
        report_task(assignment=held_by(held.project, name), reason="other", note="Odd.")
        assert (first().withdrawn_at is not None) is is_withdrawn


def test_gold_stays_with_the_others(toy):
    toy.calibration = True
    toy.save()
    gold(toy, 0, Phase.FIRST, "no")
    report_task(assignment=held_by(toy, "vera"), reason="formatting")
    assert first().withdrawn_at is None


def test_what_was_submitted_is_not_reported(held):
    answered(held.project, "viktor", "yes")
    done = Assignment.objects.get(person__username="viktor")
    with pytest.raises(AnnotationError):
        report_task(assignment=done, reason="formatting")


def test_managers_retire_and_reinstate(held, manager_client, tmp_path):
    answered(held.project, "viktor", "yes")
    report_task(assignment=held, reason="formatting", note="Broken.")
    page = manager_client.get(REPORTS).text
    assert "Broken." in page and select(page, f".place-pages a[href='{REPORTS}']")
    # It comes back from here alone.
    assert manager_client.post(f"/p/harbour/manage/withdrawn/{first().pk}/put-back/").status_code == 404
    report = TaskReport.objects.get()
    assert write_release(held.project, tmp_path / "open").tasks["toy"]["excluded"]["reported"] == 1
    manager_client.post(REPORTS, {"report": report.pk, "decision": "retired", "note": "No text."})
    assert write_release(held.project, tmp_path / "out").tasks["toy"]["excluded"]["reported and retired"] == 1
    assert select(manager_client.get(REPORTS).text, "[data-decision=retired]") and first().withdrawn_at is not None
    manager_client.post(REPORTS, {"report": report.pk, "decision": "reinstated"})
    report.refresh_from_db()
    assert (report.decision, first().withdrawn_at) == ("reinstated", None)
    assert write_release(held.project, tmp_path / "again").tasks["toy"]["released"] == 1
    assert held_by(held.project, "vanessa").task == first()
    with pytest.raises(AnnotationError) as caught:
        decide_task_report(report=report, by=held.person, decision="retired")
    assert caught.value.code == "decided_already"


def test_a_decision_that_is_none_is_refused(held, manager):
    report = report_task(assignment=held, reason="formatting")
    with pytest.raises(AnnotationError) as caught:
        decide_task_report(report=report, by=manager, decision="corrected")
    assert list(caught.value.fields) == ["decision"]


def test_where_nothing_can_be_reported_there_is_no_list(project, manager_client):
    assert not select(manager_client.get("/p/harbour/manage/").text, f"a[href='{REPORTS}']")
    assert not select(manager_client.get(REPORTS).text, "tr[data-report]")
