"""One page that says whether all is well: of a project, and of the site."""

from __future__ import annotations

from django.test import Client
from django.utils import timezone

from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.models import Assignment, Project, User
from annotation.workflows.claim_verification.reporting import report
from frontend.site.check_job import KIND
from jobs.enqueue import enqueue
from jobs.heartbeat import beat
from jobs.models import Job, JobState
from jobs.runner import run_next
from search.indexing.build import build_index
from tests.frontend.html import select, texts

PAGE, SITE = "/p/harbour/manage/status/", "/site/"


def browser(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def number(html: str, what: str) -> str:
    return texts(html, f"[data-waiting={what}]")[0]


def test_a_project_shows_what_waits_runs_and_failed(project, manager, assignment: Assignment):
    client = browser(manager)
    html = client.get(PAGE).text
    assert texts(html, "tr[data-kind=claim_verification] td.number") == ["2", "1"]
    assert select(html, "[data-index=missing]") and number(html, "reports") == "0"
    build_index(project.corpus)
    report(assignment=assignment, reasons=["language"])
    waits = enqueue("preview_release", project=project)
    ended = {"state": JobState.FAILED, "finished_at": timezone.now(), "error": "The disk is full."}
    failed = Job.objects.create(kind="make_release", project=project, **ended)
    other = Project.objects.create(slug="other", name="Other", corpus=project.corpus)
    Job.objects.create(kind="make_release", project=other, **ended)
    html = client.get(PAGE).text
    assert number(html, "reports") == "1" and select(html, "[data-index=current]")
    assert [row.attributes["data-job"] for row in select(html, "[data-job]")] == [str(waits.pk)]
    assert [row.attributes["data-failed"] for row in select(html, "[data-failed]")] == [str(failed.pk)]
    assert select(html, "[data-troubles='2']")  # no worker, and a failed job
    beat("a worker")
    assert select(client.get(PAGE).text, "[data-troubles='1']")
    Job.objects.all().delete()
    assert select(client.get(PAGE).text, "[data-troubles='0']")


def test_the_site_is_well_only_when_somebody_has_looked(project, manager, django_user_model, settings, tmp_path):
    assert browser(manager).get(SITE).status_code == 404
    settings.ATTEST_DATA_DIR = tmp_path
    tmp_path.chmod(0o700)
    client = browser(django_user_model.objects.create_superuser("root"))
    assert select(client.get(SITE).text, "[data-well='0']")
    assert client.post(SITE).status_code == 302 and client.post(SITE).status_code == 302
    assert Job.objects.get().kind == KIND
    run_next()
    beat("a worker")
    record(Act.BACKUP_VERIFIED, by=None, after={"folder": "attest-2026-11-26"})
    html = client.get(SITE).text
    found = Job.objects.get().result["findings"]
    wanted = {one["subject"] for one in found if one["remedy"]}
    assert {one.attributes["data-problem"] for one in select(html, "[data-problem]")} == wanted
    assert "attest-2026-11-26" in html and select(html, "tr[data-project=harbour]")
    Job.objects.update(result={"findings": []})
    assert select(client.get(SITE).text, "[data-well='1']")
    Job.objects.update(finished_at="2026-01-01T00:00Z")
    assert select(client.get(SITE).text, "[data-well='0']")
    settings.ATTEST_DATA_DIR = tmp_path / "gone"
    assert select(client.get(SITE).text, "[data-not-ready=data-folder]")
