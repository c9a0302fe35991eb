"""Numbers kept in the database: the same as computed ones, shown at once, with their age, and made anew when behind."""

from __future__ import annotations

import json
import runpy
import uuid
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from io import StringIO
from math import inf
from unittest.mock import Mock

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db.models import F
from django.urls import reverse
from django.utils import timezone

from annotation.dashboard import agreement as dashboard
from annotation.dashboard import status
from annotation.dashboard.agreement import agreement
from annotation.dashboard.reports import report_result
from annotation.models import Claim, Verification
from annotation.projects.data_version import bump
from annotation.projects.models import Role
from annotation.quality.agreement import queries
from annotation.quality.agreement.filters import Filters
from annotation.quality.agreement.queries import ALL_GROUPINGS, agreement_report, items_of
from annotation.quality.agreement.result import Reason, Undefined
from annotation.quality.audit.dataset import AuditDataset
from annotation.quality.calibration.gold_items import GoldAnswer, make_gold
from annotation.release.report.agreement import agreement_of
from annotation.results import codec, job, store
from annotation.results.codec import decode, encode
from annotation.results.models import CachedResult
from annotation.suggestions import dashboard as suggestions
from annotation.vocabulary.chi_square import ChiSquare
from annotation.vocabulary.tasks import Phase
from annotation.work.models import Submission
from annotation.workflows.claim_verification import comparison
from jobs.models import Job
from jobs.runner import run_next
from tests.cast import member
from tests.prepared import simulated_project

PAGES = ("", "-matrix", "-items", "-audit", "-evidence", "-balance", "-time", "-production", "-nei")


def page(project, name=""):
    return reverse(f"quality{name}", args=[project.slug])


def change(project):
    """Give a verification another revision."""
    old = Verification.objects.filter(claim__project=project, submission__is_current=True).first()
    Submission.objects.filter(verification=old).update(is_current=False)
    next_one = Submission.objects.create(assignment=old.assignment, client_id=uuid.uuid4(), revision=old.revision + 1)
    Verification.objects.create(submission=next_one, claim=old.claim, verdict=old.verdict, challenge=old.challenge)
    bump(project.pk)


@pytest.mark.parametrize(
    "value",
    [
        (1, "a", None, True, 0.1, -inf),
        [(), [], {}, frozenset({"b", "a"}), Counter({"x": 2}), {("a", 1): (1.5,)}],
        Undefined(Reason.NO_ITEMS, 3),
        ChiSquare(inf, 2, 0.0),
        datetime(2026, 3, 2, 9, 30, tzinfo=UTC),
        (("list", 1), ["Value", 2]),
    ],
)
def test_a_value_is_decoded_as_it_was_encoded(value):
    back = decode(encode(value))
    assert back == value
    assert type(back) is type(value)


def test_two_result_classes_of_one_name_are_refused(monkeypatch):
    monkeypatch.setattr(suggestions, "RESULT_CLASSES", (*suggestions.RESULT_CLASSES, type("Undefined", (), {})))
    with pytest.raises(ImproperlyConfigured, match="Undefined"):
        runpy.run_path(codec.__file__)


def test_a_class_that_nobody_registered_is_neither_encoded_nor_decoded():
    with pytest.raises(TypeError, match="RESULT_CLASSES"):
        encode(object())
    with pytest.raises(KeyError):
        decode('["Popen", "ls"]')


def test_every_part_comes_back_exactly_as_it_was_computed(large):
    job.refresh_now(large)
    raw = AuditDataset(large)
    for name, compute in job.REPORTS.items():
        assert store.cached_result(large, name).value == compute(raw), name
    assert report_result(large, job.ITEMS).value == items_of(large)
    computed = agreement_report(large, by=ALL_GROUPINGS, with_annotators=True)
    assert agreement(large, by=ALL_GROUPINGS, with_annotators=True).report == computed
    assert agreement(large, by=["week"]).report == agreement_report(large, by=["week"])


def test_a_new_process_shows_every_page_without_computing_anything(managing, large, monkeypatch):
    job.refresh_now(large)
    before = {name: managing.get(page(large, name)).text for name in PAGES}

    def not_now(*_args, **_kwargs):
        raise AssertionError("this was to be kept")

    monkeypatch.setattr(comparison, "evidence_sets", not_now)
    monkeypatch.setattr(dashboard, "full_report", not_now)
    monkeypatch.setattr(job, "REPORTS", {})
    store.forget()
    for name in PAGES:
        shown = managing.get(page(large, name))
        assert shown.status_code == 200
        assert 'data-test="results-age"' in shown.text
        assert 'data-test="results-current"' in shown.text
        assert _without_tokens(shown.text) == _without_tokens(before[name])


def _without_tokens(text):
    return [line for line in text.splitlines() if "csrf" not in line]


def test_filters_are_computed_from_the_stored_items(managing, large, monkeypatch):
    job.refresh_now(large)
    computed = agreement_report(large, Filters(ways=3), ALL_GROUPINGS, with_annotators=True)
    monkeypatch.setattr(comparison, "evidence_sets", None)
    shown = managing.get(page(large), {"ways": 3}).context["agreement"]
    assert shown.report == replace(computed, groups={"week": computed.groups["week"]})
    assert shown.is_stored is True
    assert not shown.is_stale


def test_a_small_project_is_computed_while_one_waits_and_nothing_is_kept(managing, large, worker, monkeypatch):
    monkeypatch.setattr(status, "SMALL", 300)
    assert 'data-test="results-age"' not in managing.get(page(large)).text
    assert not Job.objects.exists()


def test_a_large_project_that_has_none_asks_for_them_once(managing, large, worker):
    for _ in range(2):
        assert managing.get(page(large)).status_code == 200
    assert Job.objects.filter(kind=job.KIND, project=large).count() == 1
    run_next()
    assert CachedResult.objects.filter(project=large).count() == len(job.REPORTS)
    assert 'data-test="results-age"' in managing.get(page(large)).text


def test_numbers_that_are_behind_are_shown_with_their_age_while_new_ones_are_made(managing, large, worker):
    job.refresh_now(large)
    CachedResult.objects.update(computed_at=F("computed_at") - timedelta(hours=3))
    change(large)
    shown = managing.get(page(large))
    assert 'data-test="results-running"' in shown.text
    assert shown.context["agreement"].is_stale is True
    assert timezone.now() - shown.context["agreement"].computed_at > timedelta(hours=2)
    run_next()
    line = managing.get(page(large, "-numbers"), {"shown": "2026-01-01T00:00:00+00:00", "back": "/p/x/"}).text
    assert 'data-test="newer-results"' in line
    assert 'href="/p/x/"' in line
    now = managing.get(page(large))
    assert 'data-test="results-current"' in now.text
    assert now.context["agreement"].is_stale is False


def test_while_people_work_they_are_not_made_anew_with_every_look(managing, large, worker, monkeypatch):
    monkeypatch.setattr(status, "AT_MOST_EVERY", timedelta(hours=1))  # a busy machine may take minutes to get here
    job.refresh_now(large)
    change(large)
    assert 'data-test="results-stale"' in managing.get(page(large)).text
    assert not Job.objects.exists()


def test_a_manager_refreshes_and_waits_where_nobody_does_jobs(managing, large):
    job.refresh_now(large)
    computed_at = CachedResult.objects.first().computed_at
    change(large)
    shown = managing.get(page(large, "-time"))
    assert "Refresh" in shown.text
    assert 'data-test="no-worker"' in shown.text
    answer = managing.post(page(large, "-numbers"), {"back": page(large, "-time")})
    assert answer.url == page(large, "-time")
    assert CachedResult.objects.first().computed_at > computed_at
    assert 'data-test="results-current"' in managing.get(page(large, "-time")).text


def test_refreshing_leads_nowhere_else(managing, large, worker):
    for back in ("//evil.example/", "https://evil.example/", "quality", ""):
        assert managing.post(page(large, "-numbers"), {"back": back}).url == page(large)


def test_only_managers_refresh(client, large):
    client.force_login(member(large, "olga", Role.OBSERVER))
    assert client.post(page(large, "-numbers")).status_code == 404
    assert "Refresh" not in client.get(page(large)).text


def test_numbers_of_another_version_are_not_read(large):
    job.refresh_now(large)
    CachedResult.objects.update(schema_version="older")
    assert store.stored_row(large, job.ITEMS) is None
    assert agreement(large).report == agreement_report(large)


def test_the_command_prints_what_is_kept_only_while_it_is_right(large, monkeypatch):
    def printed(**options):
        out = StringIO()
        call_command("agreement", project=large.slug, json=True, stdout=out, **options)
        return json.loads(out.getvalue())

    computed = printed()
    job.refresh_now(large)
    computing = Mock(wraps=queries.agreement_report)
    monkeypatch.setattr(queries, "agreement_report", computing)
    assert printed() == computed
    assert printed(fresh=True) == computed
    computing.assert_not_called()
    assert printed(ways=2)["items"] == computed["two_way"]
    change(large)
    printed()
    assert computing.call_count == 2


def test_another_project_s_work_does_not_make_them_old(large):
    job.refresh_now(large)
    other, _planted = simulated_project(annotators=9, claims=30, seed=3, slug="other")
    assert status.results_status(large).is_stale is False
    change(other)
    assert status.results_status(large).is_stale is False
    change(large)
    assert status.results_status(large).is_stale is True


def test_a_claim_that_becomes_gold_makes_them_old_and_leaves_the_next_release(large):
    """Nobody has handed anything in since; but it counts in production no more."""
    job.refresh_now(large)
    before = agreement_of(large)
    claim = Claim.objects.get(pk=before.figures[0].claims[0])
    make_gold(claim=claim, phase=Phase.SILENT, right=GoldAnswer("SUPPORTS", ["Other"], []), by=None)
    assert status.results_status(large).is_stale is True
    assert agreement_of(large).items == before.items - 1 == agreement_report(large).items
