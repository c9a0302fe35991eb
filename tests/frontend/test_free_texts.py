"""The page of free texts: what is listed, switches, scan, redaction, and that it asks few questions of the database."""

from __future__ import annotations

import json

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from annotation.models import FreeTextChoice, Redaction, Release, Report
from annotation.release.privacy.kinds import KINDS, OPTIONAL
from jobs.models import JobState
from jobs.runner import run_next
from tests.annotation.disagreeing import said
from tests.cast import SENTENCE, Role, member
from tests.frontend.html import select, texts
from tests.frontend.test_releases import PLAIN, at, data_dir, work  # noqa: F401
from tests.release.growing import write

PAGE = "/p/harbour/releases/free-texts/"


@pytest.fixture
def reports(project, work):  # noqa: F811
    """Sixty claims that were reported, with a note each; every tenth names the verifier."""
    assignments = iter([one.assignment for one in work])
    claims = write(project, [f"Claim number {n} of many." for n in range(60)])
    made = []
    for n, claim in enumerate(claims):
        base = next(assignments, None) or made[0].assignment
        copy = type(base)(
            task=claim.verification_item.task,
            project=project,
            kind=base.kind,
            person=base.person,
            state="reported",
            leased_until=base.leased_until,
            ended_at=base.ended_at,
        )
        copy.save()
        note = f"Ask vincent about {n}" if n % 10 == 0 else f"Nothing said of {n}"
        made.append(Report.objects.create(assignment=copy, claim=claim, reasons=["language"], note=note))
    return made


def scanned(client: Client) -> None:
    assert client.post(f"{PAGE}scan/", {"words": "said"}).status_code == 302
    job = run_next()
    assert job is not None and (job.kind, job.state) == ("scan_free_texts", JobState.DONE), job and job.error


def rows_of(html: str) -> list[str]:
    return texts(html, ".free-texts td.text")


def test_texts_are_listed_by_kind_a_page_at_a_time(at, reports):  # noqa: F811
    first = at.get(PAGE, {"kind": "report_notes"}).text
    assert len(rows_of(first)) == 50
    (link,) = select(first, "a[rel=next]")
    second = at.get(PAGE + link.attributes["href"].split("#")[0]).text
    assert rows_of(first) + rows_of(second) == [one.note for one in reports]
    assert not select(second, "a[rel=next]")
    assert len(rows_of(at.get(PAGE, {"kind": "claims"}).text)) == 50
    assert not select(at.get(PAGE, {"kind": "claims"}).text, "input[name=row]")
    assert rows_of(at.get(PAGE, {"kind": "links"}).text) == []


def test_the_number_of_queries_does_not_grow_with_the_texts(at, project, verifier, work, request):  # noqa: F811
    def asked(**query: str) -> int:
        with CaptureQueriesContext(connection) as seen:
            assert at.get(PAGE, query).status_code == 200
        return len(seen)

    asked()
    ways = [{"kind": kind} for kind in KINDS] + [{"kind": "report_notes", "show": "found"}]
    few = [asked(**way) for way in ways]
    request.getfixturevalue("reports")
    scanned(at)
    many = [asked(**way) for way in ways]
    assert max(many) <= max(few) + 3 <= 30, (few, many)  # the result of the scan is read too


def test_the_choice_is_saved_and_future_releases_follow_it(at, project, work):  # noqa: F811
    kept = [kind.value for kind in OPTIONAL if kind != "searches"]
    assert at.post(PAGE, {"released": kept, "smallest_group": "5"}).status_code == 302
    choice = FreeTextChoice.objects.get()
    assert (choice.left_out, choice.smallest_group, choice.changed_by.username) == (["searches"], 5, "maya")
    boxes = select(at.get(PAGE).text, "input[name=released][checked]")
    assert [box.attributes["value"] for box in boxes] == kept
    assert at.post("/p/harbour/releases/", {**PLAIN, "build": "1"}).status_code == 302
    job = run_next()
    assert job is not None and job.state == JobState.DONE, job and job.error
    release = Release.objects.get()
    said_of = json.loads((release.home / "manifest.json").read_text())["privacy"]
    assert (said_of["left_out"], said_of["smallest_group"]) == (["searches"], 5)
    assert release.settings["left_out"] == ["searches"]
    assert at.get("/p/harbour/releases/").status_code == 200


@pytest.mark.parametrize("sent", [{"smallest_group": "0"}, {"smallest_group": "1001"}, {"released": "claims"}])
def test_a_choice_that_makes_no_sense_is_refused(at, project, sent):  # noqa: F811
    assert at.post(PAGE, {"smallest_group": "1"} | sent).status_code == 400
    assert not FreeTextChoice.objects.exists()


def test_a_scan_marks_filters_and_redacts(at, reports):  # noqa: F811
    scanned(at)
    html = at.get(PAGE, {"kind": "report_notes", "show": "name"}).text
    assert len(rows_of(html)) == 6 and texts(html, ".free-texts mark") == ["vincent"] * 6
    assert len(rows_of(at.get(PAGE, {"kind": "report_notes", "show": "found"}).text)) == 50
    (link,) = select(at.get(PAGE).text, 'tr[data-kind=report_notes] a[href*="show=name"]')
    assert link.text().endswith("6")
    at.post(f"{PAGE}redact/", {"kind": "report_notes", "show": "name", "all": "1"})
    assert Redaction.objects.count() == 6
    assert len(rows_of(at.get(PAGE, {"kind": "report_notes", "show": "redacted"}).text)) == 6


def test_texts_are_redacted_and_it_is_undone(at, reports):  # noqa: F811
    chosen = [reports[0].pk, reports[1].pk]
    sent = {"kind": "report_notes", "row": chosen, "after": "0", "show": ""}
    answer = at.post(f"{PAGE}redact/", sent | {"redact": "1"})
    assert answer.status_code == 302 and "kind=report_notes" in answer["Location"]
    assert sorted(Redaction.objects.values_list("row", flat=True)) == chosen
    at.post(f"{PAGE}redact/", sent | {"row": chosen[:1], "undo": "1"})
    assert list(Redaction.objects.values_list("row", flat=True)) == chosen[1:]


@pytest.mark.parametrize(
    "sent", [{"kind": "claims"}, {"kind": "nothing"}, {"row": ["x", "-1", "9" * 30]}, {"row": []}, {"row": [10**9]}]
)
def test_what_is_no_text_is_not_redacted(at, reports, sent):  # noqa: F811
    usual = {"kind": "report_notes", "row": [reports[0].pk], "redact": "1"}
    assert at.post(f"{PAGE}redact/", usual | sent).status_code == 302
    assert not Redaction.objects.exists()


def test_a_text_of_another_project_is_not_redacted(at, reports, project, corpus):  # noqa: F811
    project.pk, project.slug, project._state.adding = None, "elsewhere", True
    project.save()
    member(project, "maya", Role.MANAGER)
    sent = {"kind": "report_notes", "row": [reports[0].pk], "redact": "1"}
    assert at.post("/p/elsewhere/releases/free-texts/redact/", sent).status_code == 302
    assert not Redaction.objects.exists()


def test_searches_are_listed_of_submitted_work_alone(at, project, verifier, claims):  # noqa: F811
    said(project, verifier, "SUPPORTS", [SENTENCE], opened=["?search=shipowner"])
    assert rows_of(at.get(PAGE, {"kind": "searches"}).text) == ["?search=shipowner"]
