"""Home as an inbox: what is planted stands there, nobody else does, and a manager's word on it is kept."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from annotation.dashboard import status
from annotation.demo.large.setup import Planted
from annotation.models import AlertReview, Announcement, Project, User, Verification
from annotation.projects.announcements import announce
from annotation.projects.models import Role
from annotation.work.assignment import assign_next
from annotation.work.guidelines import confirm
from annotation.workflows.claim_verification.reporting import report
from annotation.workflows.kinds import TaskKind
from jobs.models import JobWorker
from tests.cast import member
from tests.frontend.html import levels, select, texts
from tests.frontend.submitting import submitted
from tests.prepared import few_resamples, simulated_project

HOME, REVIEW = "/p/harbour/manage/", "/p/harbour/manage/alerts/"


@dataclass(frozen=True)
class Shown:
    """An alert as the page has it."""

    key: str
    kind: str
    person: str
    n: int
    words: str
    hrefs: list[str]


def alerts_on(html: str, within: str = "#inbox") -> list[Shown]:
    return [
        Shown(
            key=node.attributes["data-alert"] or "",
            kind=node.attributes["data-kind"] or "",
            person=node.attributes.get("data-person") or "",
            n=int(node.attributes["data-n"] or 0),
            words=" ".join(node.css_first(".alert-words p").text(separator=" ").split()),
            hrefs=[link.attributes["href"] or "" for link in node.css("a")],
        )
        for node in select(html, f"{within} [data-alert]")
    ]


@pytest.fixture
def as_manager(client: Client, manager) -> Client:
    client.force_login(manager)
    return client


@pytest.fixture
def worker(db) -> None:
    JobWorker.objects.create(seen_at=timezone.now())


def home_of(client: Client, project: Project) -> list[Shown]:
    """The alerts on Home, once the manager has had the statistics computed."""
    client.force_login(member(project, "maya", Role.MANAGER))
    home = reverse("manage", args=[project.slug])
    html = client.get(home).text
    if select(html, "[data-test=compute]"):
        html = client.post(reverse("quality-numbers", args=[project.slug]), {"back": home}, follow=True).text
    return alerts_on(html)


def the_planted_are_there_and_nobody_else(client: Client, project: Project, planted: Planted) -> None:
    shown = home_of(client, project)
    ids = dict(User.objects.values_list("username", "pk"))

    def of(name: str, kind: str) -> list[Shown]:
        return [one for one in shown if one.kind == kind and one.person == str(ids[name])]

    assert of(planted.biased, "verdict") and of(planted.lazy, "verdict")
    keys = {f"verdict {label} {ids[planted.biased]}" for label in ("SUPPORTS", "REFUTES")}  # too often, or too rarely
    assert of(planted.biased, "verdict")[0].key in keys
    assert planted.biased in of(planted.biased, "verdict")[0].words
    assert of(planted.anchored, "suggestions")
    assert of(planted.fast, "speed")
    words = [one for one in shown if one.kind == "word"]
    assert words[0].key == f"word REFUTES {planted.cue_word}" and f"“{planted.cue_word}”" in words[0].words
    bad = {planted.lazy, planted.biased, planted.fast, planted.anchored, planted.careless_writer, planted.picky_writer}
    assert {one.person for one in shown if one.person} <= {str(ids[name]) for name in bad}
    assert {one.key for one in shown if one.kind == "week"} <= {f"week {planted.broken_week}"}
    assert all(one.n >= 30 for one in shown if one.person or one.kind == "week")


def test_what_is_planted_stands_on_home_and_nobody_else(client, db, monkeypatch):
    """In one test, since making the project is most of its time."""
    few_resamples(monkeypatch)
    project, planted = simulated_project(annotators=15, claims=500, seed=1, qa=200)
    the_planted_are_there_and_nobody_else(client, project, planted)
    what_blocks_the_work_comes_first(home_of(client, project))
    each_alert_leads_to_its_rows(client, home_of(client, project))


@pytest.mark.extended
@pytest.mark.one_database
@pytest.mark.parametrize("seed", [2, 3])
def test_so_it_is_whatever_the_seed(client, db, seed):
    the_planted_are_there_and_nobody_else(client, *simulated_project(annotators=18, claims=1000, seed=seed, qa=400))


def what_blocks_the_work_comes_first(shown: list[Shown]) -> None:
    blocking = [one.kind in ("queue", "worker") for one in shown]
    assert blocking == sorted(blocking, reverse=True) and any(blocking)


def each_alert_leads_to_its_rows(client: Client, shown: list[Shown]) -> None:
    for one in shown:
        if one.kind in ("verdict", "word"):
            answer = client.get(one.hrefs[0])
            assert answer.context["page"].paginator.count == (one.n if one.kind == "word" else with_verdict(one))
    for href in {href for one in shown for href in one.hrefs}:
        assert client.get(href).status_code == 200, href


def with_verdict(alert: Shown) -> int:
    """Of the person's verifications those with the verdict: what the link of the sentence lists."""
    query = parse_qs(urlsplit(alert.hrefs[0]).query)
    return Verification.objects.filter(
        submission__assignment__person=int(query["person"][0]), verdict=query["verdict"][0]
    ).count()


def test_an_empty_project_has_no_alert_but_the_worker(as_manager, project):
    assert [one.kind for one in alerts_on(as_manager.get(HOME).text)] == ["worker"]


def test_a_running_worker_is_no_alert(as_manager, project, worker):
    assert alerts_on(as_manager.get(HOME).text) == []


def test_what_waits_is_counted(as_manager, project, manager, verifier, claims, worker):
    held = assign_next(person=verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION)
    assert held is not None
    report(assignment=held, reasons=["language"])
    announce(project=project, by=manager, title="Read this", text="All of it.", must_read=True)
    Announcement.objects.update(created_at=timezone.now() - timedelta(days=2))
    shown = {one.kind: one for one in alerts_on(as_manager.get(HOME).text)}
    assert {"reports", "announcement", "guidelines"} <= set(shown)
    assert shown["reports"].n == 1 and shown["guidelines"].n == 1
    confirm(person=verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION, version=0)
    assert "guidelines" not in {one.kind for one in alerts_on(as_manager.get(HOME).text)}


def test_fewer_open_tasks_than_people_are_an_alert(as_manager, project, assignment, verifier, worker):
    submitted(assignment)
    project.tasks.filter(assigned_count=0).update(withdrawn_at=timezone.now())
    (queue,) = [one for one in alerts_on(as_manager.get(HOME).text) if one.kind == "queue"]
    assert (queue.key, queue.n) == ("queue claim_verification", 0)


def review(client: Client, key: str, state: str, **more: str):
    return client.post(REVIEW, {"key": key, "state": state, **more}, follow=True)


@pytest.mark.parametrize("state", ["seen", "no_problem"])
def test_a_word_on_an_alert_is_kept_with_who_and_when_and_can_be_taken_back(as_manager, project, manager, state):
    html = review(as_manager, "worker", state).text
    (row,) = AlertReview.objects.all()
    assert (row.key, row.state, row.reviewed_by, row.n) == ("worker", state, manager, 0)
    assert [one.key for one in alerts_on(html, "#inbox > .alerts")] == []
    assert [one.key for one in alerts_on(html, "#inbox details.reviewed")] == ["worker"]
    assert (
        "mina" in texts(html, "[data-test=reviewed]")[0] or manager.username in texts(html, "[data-test=reviewed]")[0]
    )
    html = review(as_manager, "worker", "").text
    assert [one.key for one in alerts_on(html, "#inbox > .alerts")] == ["worker"]
    assert not AlertReview.objects.exists()


def test_it_returns_when_its_numbers_have_changed_markedly(as_manager, project, verifier, claims, worker, manager):
    held = assign_next(person=verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION)
    assert held is not None
    report(assignment=held, reasons=["language"])
    review(as_manager, "reports", "no_problem")
    assert "reports" not in [one.key for one in alerts_on(as_manager.get(HOME).text, "#inbox > .alerts")]
    held = assign_next(person=verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION)
    assert held is not None
    report(assignment=held, reasons=["language"])  # twice as many
    assert "reports" in [one.key for one in alerts_on(as_manager.get(HOME).text, "#inbox > .alerts")]


def test_what_is_unknown_is_refused(as_manager, project):
    assert as_manager.post(REVIEW, {"key": "worker", "state": "gone"}).status_code == 400
    assert levels(review(as_manager, "no such alert", "seen")) == ["info"]
    assert not AlertReview.objects.exists()
    elsewhere = as_manager.post(REVIEW, {"key": "worker", "state": "seen", "back": "//evil.example/"})
    assert elsewhere.headers["Location"] == HOME


def test_with_a_worker_statistics_are_computed_beside_the_site(client, db, worker, monkeypatch):
    """Home of a project with more than a few hundred answers waits for nothing that takes seconds."""
    monkeypatch.setattr(status, "SMALL", 20)
    project, _planted = simulated_project(annotators=9, claims=60, seed=2, qa=30)
    client.force_login(member(project, "maya", Role.MANAGER))
    html = client.get(reverse("manage", args=[project.slug])).text
    assert select(html, "[data-test=computing]")
    assert not [one for one in alerts_on(html) if one.person]
    assert project.jobs.filter(kind="quality_numbers", state="waiting").count() == 1
