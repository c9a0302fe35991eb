"""A case for every registered job: a generator that sets it up, yields the job, and checks what came of it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile

from annotation.models import (
    Assignment,
    CachedResult,
    Highlight,
    HighlightSample,
    Release,
    Task,
    Verification,
    Webhook,
    WebhookDelivery,
)
from annotation.release.summary import ReleaseOptions
from jobs.enqueue import enqueue
from jobs.models import Job, JobState
from tests.cast import CELL, SENTENCE

Fixture = Callable[[str], Any]
Case = Callable[[Fixture], Iterator[Job]]
CASES: dict[str, Case] = {}
OPTIONS = ReleaseOptions(formats=frozenset({"feverous"}))
FLEET = b"".join(b'{"title": "Ship %d", "text": "Ship %d sails. It has a mast."}\n' % (n, n) for n in range(3))


def case(kind: str) -> Callable[[Case], Case]:
    def add(function: Case) -> Case:
        CASES[kind] = function
        return function

    return add


def done(job: Job) -> dict[str, Any]:
    job.refresh_from_db()
    assert job.state == JobState.DONE, job.error
    return job.result or {}


def two_releases(fixture: Fixture) -> list[Release]:
    from annotation.release.job import KIND, enqueue_release
    from tests.jobs.worker_process import wait_for

    project, manager = fixture("project"), fixture("manager")
    fixture("worked")
    for _ in range(2):
        enqueue_release(KIND, project=project, settings=OPTIONS, asked_by=manager)
        wait_for(lambda: not Job.objects.exclude(state=JobState.DONE).exists())  # the worker makes it
    return list(Release.objects.order_by("pk"))


@case("make_release")
def make_release(fixture: Fixture) -> Iterator[Job]:
    from annotation.release.job import KIND, enqueue_release
    from annotation.release.models import releases_of

    project = fixture("project")
    fixture("worked")
    job = enqueue_release(KIND, project=project, settings=OPTIONS, asked_by=fixture("manager"))
    yield job
    release = Release.objects.get()
    assert done(job) == {"release": release.pk} and release.counts["released"] > 0
    assert [path.name for path in releases_of(project.pk).iterdir()] == [release.folder]


@case("preview_release")
def preview_release(fixture: Fixture) -> Iterator[Job]:
    from annotation.release.job import PREVIEW, enqueue_release

    project = fixture("project")
    fixture("worked")
    job = enqueue_release(PREVIEW, project=project, settings=OPTIONS, asked_by=fixture("manager"))
    yield job
    assert done(job)["released"] > 0 and not Release.objects.exists()


@case("compare_releases")
def compare_releases(fixture: Fixture) -> Iterator[Job]:
    from annotation.release.differences_job import ask, list_of

    before, after = two_releases(fixture)
    job = ask(project=fixture("project"), before=before, after=after, asked_by=fixture("manager"))
    yield job
    assert done(job)["counts"] and json.loads(list_of(job).read_text())["counts"] == done(job)["counts"]


@case("scan_free_texts")
def scan_free_texts(fixture: Fixture) -> Iterator[Job]:
    from annotation.models import TextFinding
    from annotation.release.privacy.scan_job import request_scan

    claim = fixture("worked")["plain"]
    claim.text = "Write to wilma, or to a@example.org."
    claim.save()
    job = request_scan(fixture("project"), fixture("manager"))
    yield job
    assert TextFinding.objects.count() == sum(sum(each.values()) for each in done(job)["found"].values())


@case("draw_highlights")
def draw_highlights(fixture: Fixture) -> Iterator[Job]:
    from annotation.workflows.claim_generation.sampling.job import ask
    from corpus.store import PageRecord, save_pages
    from corpus.wikitext.build import build_page

    project = fixture("project")
    project.highlight_settings = {"tables": 0}
    project.save()
    built = [build_page(f"Club {n}", "The club won all of its matches. " * 5).page for n in range(12)]
    save_pages(project.corpus, [PageRecord(page, revision=n) for n, page in enumerate(built) if page is not None])
    job = ask(project=project, size=6, seed=3, titles=None, asked_by=fixture("manager"), after=None)
    yield job
    assert done(job)["sample"] == HighlightSample.objects.get().pk
    assert Task.objects.count() == Highlight.objects.count() == 6


@case("draw_sentences")
def draw_sentences(fixture: Fixture) -> Iterator[Job]:
    from annotation.workflows.sentence_claims.models import SampledSentence, SentenceSample
    from annotation.workflows.sentence_claims.sampling.job import ask

    job = ask(project=fixture("project"), size=2, seed=3, titles=None, asked_by=fixture("manager"), after=None)
    yield job
    assert done(job)["sample"] == SentenceSample.objects.get().pk
    assert Task.objects.count() == SampledSentence.objects.count() == 2


@case("suggest_evidence")
def suggest_evidence(fixture: Fixture) -> Iterator[Job]:
    from annotation.models import SuggestionRun
    from annotation.suggestions.enqueue import KIND

    project, claims = fixture("project"), fixture("claims")
    project.suggestions_on = True
    project.save()
    job = enqueue(KIND, project=project)
    yield job
    assert done(job)["failed"] == 0
    runs = SuggestionRun.objects.all()
    assert sorted(run.claim_id for run in runs) == [claim.pk for claim in claims]
    assert [run.suggestions.count() for run in runs] == [3] * len(claims)


@case("quality_numbers")
def quality_numbers(fixture: Fixture) -> Iterator[Job]:
    from annotation.results.job import REPORTS, request_refresh

    fixture("worked")
    job = request_refresh(fixture("project"))
    yield job
    assert CachedResult.objects.count() == len(REPORTS) == (done(job)["parts"])


@case("claim_only")
def claim_only(fixture: Fixture) -> Iterator[Job]:
    from annotation.quality.audit.job import ask

    fixture("worked")
    job = ask(fixture("project"), fixture("manager"))
    yield job
    assert {"verdict", "evidence", "released"} <= set(done(job))


@case("check_evidence")
def check_evidence(fixture: Fixture) -> Iterator[Job]:
    from annotation.quality.evidence_drift.job import ask, list_of
    from corpus.models import Corpus

    project = fixture("project")
    fixture("worked")
    other = Corpus.objects.create(slug="empty", name="Empty")
    job = ask(project=project, against=other, asked_by=fixture("manager"))
    yield job
    done(job)
    listed = list_of(job).read_text().splitlines()
    assert listed and len(listed) == len(set(listed))


@case("manager_action")
def manager_action(fixture: Fixture) -> Iterator[Job]:
    from annotation.actions.job import KIND
    from annotation.actions.models import Action, ActionState
    from annotation.actions.run import confirm, draft_on_rows

    project, manager = fixture("project"), fixture("manager")
    fixture("worked")
    rows = list(Verification.objects.filter(claim__phase=0).values_list("pk", flat=True))
    rows = rows or list(Verification.objects.values_list("pk", flat=True))
    action = draft_on_rows(project=project, by=manager, kind="set_aside", verifications=rows)
    confirm(action, by=manager, reason="careless")
    job = enqueue(KIND, project=project, arguments={"action": action.pk}, asked_by=manager)
    yield job
    assert done(job) == {"action": action.pk, "rows": len(rows)}
    assert Action.objects.get().state == ActionState.APPLIED
    assert list(action.items.values_list("verification", flat=True)) == rows
    assert Assignment.objects.filter(set_aside__isnull=False).count() == action.items.filter(outcome="done").count() > 0


@case("quality_rules")
def quality_rules(fixture: Fixture) -> Iterator[Job]:
    from annotation.actions.rules.models import QualityRules
    from annotation.actions.rules.rules_job import watch_rules

    fixture("worked")
    QualityRules.objects.create(project=fixture("project"), qa_raise=True)
    job = watch_rules(fixture("project"))
    yield job
    assert (job.state, job.not_before is not None) == (JobState.WAITING, True)


@case("watch_alerts")
def watch_alerts(fixture: Fixture) -> Iterator[Job]:
    from annotation.models import MemberSettings
    from annotation.release.webhook.alerts_job import watch

    project = fixture("project")
    fixture("worked")
    MemberSettings.objects.create(project=project, user=fixture("manager"), alert_address="maya@example.org")
    job = watch(project)
    yield job
    assert (job.state, job.not_before is not None) == (JobState.WAITING, True)
    assert CachedResult.objects.count() == CachedResult.objects.values("key").distinct().count() > 0


@case("deliver_webhook")
def deliver_webhook(fixture: Fixture) -> Iterator[Job]:
    from annotation.release.webhook.delivery_job import announce
    from annotation.release.webhook.models import Event

    project, receiver = fixture("project"), fixture("receiver")
    Webhook.objects.create(project=project, url=receiver.url, secret="s3cret")
    delivery = announce(project, Event.RELEASE_MADE, {"release": {}})
    assert delivery is not None
    job = Job.objects.get()
    yield job
    assert done(job)["state"] == "delivered"
    assert WebhookDelivery.objects.get().state == "delivered"
    # A receiver may get one more than once; the id says that it is the same.
    assert {headers["Attest-Delivery"] for headers, _body in receiver.received} == {str(delivery.public_id)}


def own_corpus(fixture: Fixture) -> Any:
    from annotation.set_up.rights import create_corpus
    from annotation.set_up.sources import remove_uploads, store_upload

    project = fixture("project")
    project.corpus = create_corpus("fleet", "Fleet")
    project.save()
    remove_uploads(project.corpus)
    return project, store_upload(project.corpus, SimpleUploadedFile("fleet.jsonl", FLEET))


@case("check_corpus_source")
def check_corpus_source(fixture: Fixture) -> Iterator[Job]:
    from annotation.set_up.corpus_jobs import enqueue_check

    project, source = own_corpus(fixture)
    enqueue_check(project, source, fixture("manager"))
    job = Job.objects.get()
    yield job
    assert done(job)["pages"] == 3


@case("import_corpus")
def import_corpus(fixture: Fixture) -> Iterator[Job]:
    from annotation.set_up.corpus_jobs import enqueue_import

    project, source = own_corpus(fixture)
    enqueue_import(project, source, keep_flagged=False, asked_by=fixture("manager"))
    job = Job.objects.get()
    yield job
    assert done(job)["pages"] == project.corpus.pages.count() == 3
    assert Job.objects.filter(kind="build_index").exists()


@case("import_web_corpus")
def import_web_corpus(fixture: Fixture) -> Iterator[Job]:
    from annotation.evidence.web.corpora import web_corpora
    from annotation.set_up.rights import create_corpus
    from annotation.set_up.sources import store_upload
    from annotation.set_up.web_corpus_job import enqueue_web_import
    from tests.corpus.web.made import news

    project, corpus = fixture("project"), create_corpus("news", "News")
    source = store_upload(corpus, SimpleUploadedFile("a.warc.gz", b"".join(map(news, range(3)))))
    enqueue_web_import(project, corpus, source, fixture("manager"))
    job = Job.objects.get()
    yield job
    assert done(job)["pages"] == corpus.pages.count() == 3
    assert web_corpora(project) == [corpus]
    assert Job.objects.filter(kind="build_index").exists()


@case("import_tasks")
def import_tasks(fixture: Fixture) -> Iterator[Job]:
    from annotation.release.importing.tasks_job import KIND, enqueue_rows
    from annotation.work.registry import workflows
    from annotation.workflows.question_answering.models import Article

    project = fixture("project")
    rows = b"".join(b'{"url": "https://factcheck.example/%d"}\n' % n for n in range(3))
    file = SimpleUploadedFile("articles.jsonl", rows)
    enqueue_rows(project, workflows()["claim_normalisation"], file, fixture("manager"))
    job = Job.objects.get(kind=KIND)
    yield job
    result = done(job)
    assert result["created"] + result["known"] == Article.objects.filter(project=project).count() == 3


@case("clear_corpus")
def clear_corpus(fixture: Fixture) -> Iterator[Job]:
    from annotation.set_up.corpus_jobs import enqueue_clear

    project, _source = own_corpus(fixture)
    from corpus.store import PageRecord, save_pages
    from corpus.wikitext.build import build_page

    page = build_page("Ship", "The ship sails.").page
    assert page is not None
    save_pages(project.corpus, [PageRecord(page)])
    enqueue_clear(project, fixture("manager"))
    job = Job.objects.get()
    yield job
    done(job)
    assert not project.corpus.pages.exists()


@case("build_index")
def build_index(fixture: Fixture) -> Iterator[Job]:
    from search.api import index_state

    corpus = fixture("corpus")
    job = enqueue("build_index", arguments={"corpus": corpus.pk})
    yield job
    assert done(job) == {"pages": 3} and index_state(corpus).status == "fresh"
    assert [path.name for path in (Path(settings.ATTEST_DATA_DIR) / "index").glob(f"{corpus.slug}*.partial")] == []


@case("nightly_backup")
def nightly_backup(fixture: Fixture) -> Iterator[Job]:
    from annotation.backup.check import verify_contents
    from annotation.backup.manifest import read_manifest

    fixture("worked")
    home = Path(os.environ["ATTEST_BACKUP_DIR"])
    home.mkdir(exist_ok=True)
    job = enqueue("nightly_backup")
    yield job
    assert [path.name for path in home.iterdir()] == [done(job)["folder"]]
    folder = home / done(job)["folder"]
    assert verify_contents(folder, read_manifest(folder), None) == done(job)["rows"]


@case("score_submission")
def score_submission(fixture: Fixture) -> Iterator[Job]:
    from annotation.shared_tasks.models import SubmissionScore, TaskSplit
    from tests.shared_tasks.hosting import make_split, make_task, player, predictions, submit

    manager = fixture("manager")
    split = make_split(make_task(fixture("project"), manager), manager)
    submit(player("tina", split.task, "north"), split, predictions(9), "north")
    job = Job.objects.get()
    yield job
    assert done(job)["state"] == "scored" and SubmissionScore.objects.get().value == 9 / 12
    assert [row["value"] for row in TaskSplit.objects.get().standings] == [9 / 12]


@case("note_clock_jump")
def note_clock_jump(fixture: Fixture) -> Iterator[Job]:
    from datetime import timedelta

    from django.db.models import F

    from jobs.wall_clock import enqueue_jump

    assignment = fixture("assignment")
    Assignment.objects.update(created_at=F("created_at") - timedelta(hours=2))
    job = enqueue_jump(7_200.0)
    assert job is not None
    yield job
    assert done(job)["seconds"] == 7_200.0  # `noted` is 0 where the first worker was killed after it
    assert list(assignment.operations.values_list("name", "value")) == [("start", "start"), ("clock-jump", "+7200.000")]


__all__ = ["CASES", "CELL", "SENTENCE"]


@case("check_site")
def check_site(fixture: Fixture) -> Iterator[Job]:
    from frontend.site.check_job import KEPT, KIND

    fixture("project")
    for _ in range(KEPT + 3):
        Job.objects.create(kind=KIND, state=JobState.DONE, result={"findings": []}, finished_at="2026-01-01T00:00Z")
    job = enqueue(KIND)
    yield job
    assert {"database", "data folder", "background jobs"} <= {one["subject"] for one in done(job)["findings"]}
    assert Job.objects.filter(kind=KIND).count() == KEPT + 1


@case("rating_metrics")
def rating_metrics(fixture: Fixture) -> Iterator[Job]:
    from annotation.workflows.evidence_rating.importing import add_items
    from annotation.workflows.evidence_rating.models import EvidenceScore
    from baseline.scoring.averitec.metrics import METRICS
    from frontend.workflows.evidence_rating.metrics_job import ask

    pair = {"question": "Was it dry?", "answer": "It rained."}
    item = {"claim_id": 1, "claim": "It was dry.", "system": "A", "evidence": [pair], "reference": [pair]}
    project = fixture("project")
    add_items(project, [item, item | {"system": "B", "reference": None}], None)
    job = ask(project, None)
    yield job
    assert done(job) == {"items": 1}
    assert set(EvidenceScore.objects.values_list("metric", flat=True)) == {*METRICS}
    assert EvidenceScore.objects.get(metric="meteor").value > 0.9


@case("check_citations")
def check_citations(fixture: Fixture) -> Iterator[Job]:
    from annotation.evidence.web.corpora import choose
    from corpus.citation_store import save_citations
    from corpus.citations.record import Citation, Source, Tag
    from corpus.models import CitationSuggestion, StoredCitation
    from corpus.web.record import WebRecord
    from frontend.views.citations.check_job import KIND
    from tests.web_pages import searchable

    project, manager = fixture("project"), fixture("manager")
    claim = "The lighthouse society of Vardo was founded in 1921 by eleven members."
    web = searchable("cited", [WebRecord("https://a.org/", "", sentences=(claim,), title="Lighthouse society")])
    choose(project, [web], manager)
    page = project.corpus.pages.order_by("pk").first()
    citation = Citation(0, "sentence_0", len(claim), claim, (), Source(url="https://a.org"))
    save_citations(
        page, [citation, Citation(1, "sentence_0", len(claim), claim, (), None, tags=(Tag.CITATION_NEEDED,))]
    )
    job = enqueue(KIND, project=project, arguments={"corpora": ["cited"]}, asked_by=manager)
    yield job
    result = done(job)
    assert result["states"] == {"available": 1, "no_source": 1} and sum(result["buckets"]) == 1
    assert StoredCitation.objects.get(number=0).fails < 0.5
    assert CitationSuggestion.objects.get().citation.number == 1 and result["suggested"] == 1
