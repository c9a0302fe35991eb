"""Some of a large project's claims: shown at once without intervals, which a job computes and keeps."""

from __future__ import annotations

import csv
from datetime import date
from io import StringIO

import pytest
from django.urls import reverse
from django.utils import timezone

from annotation.projects.data_version import data_version
from annotation.quality.agreement import queries
from annotation.quality.agreement.filters import Filters
from annotation.quality.agreement.items_codec import items_to_text
from annotation.quality.agreement.queries import ALL_GROUPINGS, agreement_report, figures_of, items_of
from annotation.quality.agreement.result import Interval, Value
from annotation.results import filtered_job as filtered
from annotation.results.codec import decode, encode
from annotation.results.job import AGREEMENT, ITEMS
from annotation.results.models import CachedResult
from annotation.results.store import replace_results, stored_row
from jobs.models import Job, JobState
from jobs.runner import run_next

THREE_WAY = Filters(ways=3)


def page(project, query="?ways=3", name="quality"):
    return reverse(name, args=[project.slug]) + query


def line(project, query="?ways=3"):
    return page(project, f"{query}&coming=1", "quality-numbers")


@pytest.fixture
def kept(large):
    """Of what is kept the items alone matter here; computing the rest takes most of the time of a test."""
    keep_items(large)
    return large


def keep_items(project):
    items = items_of(project)
    whole = figures_of(items, resamples=0)
    texts = {ITEMS: items_to_text(items), AGREEMENT: encode(whole)}
    replace_results(project, texts, data_version(project.pk), timezone.now())


def stored(project, filters):
    return stored_row(project, filtered.agreement_key(filters))


def asked(project):
    return Job.objects.filter(project=project, kind=filtered.KIND)


@pytest.mark.parametrize(
    "filters",
    [
        THREE_WAY,
        Filters(first=date(2026, 3, 2), last=date(2026, 4, 1)),
        Filters(claim_type="I", person=3, mutation="Negation", challenge="Other", highlight_kind="table"),
    ],
)
def test_filters_come_back_from_a_job_as_they_were(filters):
    assert decode(encode(filters)) == filters


@pytest.mark.parametrize("name", ["quality", "quality-matrix"])
def test_a_narrowed_page_shows_values_at_once_and_says_that_intervals_are_coming(managing, kept, worker, name):
    shown = managing.get(page(kept, name=name))
    assert 'id="coming"' in shown.text
    report = shown.context["agreement"].report
    whole = agreement_report(kept, THREE_WAY, with_annotators=True)
    assert [_value(one.result) for one in report.figures] == [_value(one.result) for one in whole.figures]
    assert not any(isinstance(interval, Interval) for interval in _intervals(report))
    assert asked(kept).count() == 1


def _value(result):
    return result.value if isinstance(result, Value) else result


def _intervals(report):
    return [one.result.interval for one in report.figures if isinstance(one.result, Value)]


def test_nothing_is_said_to_stand_out_before_there_are_intervals(managing, kept, worker):
    assert 'id="standing-out"' not in managing.get(page(kept)).text
    run_next()
    assert 'id="standing-out"' in managing.get(page(kept)).text


def test_the_page_is_loaded_again_when_they_are_there_and_shows_what_the_command_computes(managing, kept, worker):
    managing.get(page(kept))
    waiting = managing.get(line(kept))
    assert 'id="coming"' in waiting.text and "<progress" in waiting.text
    assert "HX-Refresh" not in waiting
    run_next()
    assert managing.get(line(kept))["HX-Refresh"] == "true"
    shown = managing.get(page(kept))
    assert 'id="coming"' not in shown.text
    computed = agreement_report(kept, THREE_WAY, ALL_GROUPINGS, with_annotators=True)
    assert shown.context["agreement"].report == computed
    assert shown.context["agreement"].is_stored
    assert [one.state for one in asked(kept)] == [JobState.DONE]


def test_two_people_who_ask_at_once_ask_for_one_job(managing, kept, worker):
    for name in ("quality", "quality-matrix", "quality"):
        managing.get(page(kept, name=name))
        managing.get(line(kept))
    assert asked(kept).count() == 1
    managing.get(page(kept, "?ways=2"))
    assert asked(kept).count() == 2


def test_a_figure_as_a_file_has_its_intervals_whoever_waits(managing, kept, worker):
    rows = list(csv.DictReader(StringIO(managing.get(page(kept, "?ways=2&file=week.csv")).text)))
    groups = agreement_report(kept, Filters(ways=2), ["week"]).groups["week"]
    ends = [one.kappa.interval for one in groups if isinstance(one.kappa, Value)]
    assert any(isinstance(one, Interval) for one in ends)
    assert sum(bool(row["low"]) for row in rows) == sum(isinstance(one, Interval) for one in ends)
    assert not asked(kept).exists()


def test_where_nobody_does_jobs_the_page_computes_them(managing, kept):
    shown = managing.get(page(kept))
    assert 'id="coming"' not in shown.text
    assert any(isinstance(interval, Interval) for interval in _intervals(shown.context["agreement"].report))
    assert not asked(kept).exists()
    assert managing.get(line(kept))["HX-Refresh"] == "true"


def test_a_job_that_failed_is_not_asked_for_again_and_the_page_computes(managing, kept, worker, monkeypatch):
    monkeypatch.setattr(queries, "figures_of", lambda _items: 1 / 0)
    managing.get(page(kept))
    run_next()
    assert asked(kept).get().state == JobState.FAILED
    assert managing.get(line(kept))["HX-Refresh"] == "true"
    shown = managing.get(page(kept))
    assert 'id="coming"' not in shown.text
    assert any(isinstance(interval, Interval) for interval in _intervals(shown.context["agreement"].report))


def test_what_is_computed_from_replaced_items_is_not_shown(managing, kept, worker):
    managing.get(page(kept))
    run_next()
    assert stored(kept, THREE_WAY) is not None
    keep_items(kept)
    assert stored(kept, THREE_WAY) is None
    assert 'id="coming"' in managing.get(page(kept)).text


def test_a_job_whose_items_are_replaced_meanwhile_keeps_nothing(kept, worker, monkeypatch):
    filtered.pending_job(kept, THREE_WAY)
    real = queries.annotators

    def replaced_meanwhile(items):
        keep_items(kept)
        return real(items)

    monkeypatch.setattr(queries, "annotators", replaced_meanwhile)
    run_next()
    assert stored(kept, THREE_WAY) is None
    assert len(set(CachedResult.objects.filter(project=kept).values_list("computed_at", flat=True))) == 1


def test_selections_are_kept_up_to_a_number_the_latest_ones(managing, kept, worker, monkeypatch):
    monkeypatch.setattr(filtered, "MOST_STORED", 2)
    for query in ("?ways=2", "?ways=3", "?claim_type=I"):
        managing.get(page(kept, query))
        run_next()
    assert stored(kept, Filters(ways=2)) is None
    assert stored(kept, Filters(claim_type="I")) is not None
    assert CachedResult.objects.filter(project=kept, key__startswith="agreement of ").count() == 2


def test_a_small_project_s_selection_is_computed_while_one_waits(managing, large, worker):
    shown = managing.get(page(large))
    assert 'id="coming"' not in shown.text
    assert not asked(large).exists()


def test_claims_that_do_not_exist_are_waited_for_by_nobody(managing, kept, worker):
    assert 'data-test="nothing-matches"' in managing.get(page(kept, "?first=2030-01-01")).text


def test_an_observer_waits_as_a_manager_does_and_an_outsider_for_nothing(client, kept, worker, outsider):
    client.force_login(outsider)
    assert client.get(line(kept)).status_code == 404
    assert not asked(kept).exists()
