"""A row of every kind in one project, all with the same key and with the same words in every text."""

from __future__ import annotations

import re
import uuid
from datetime import timedelta
from typing import Any

from django.apps import apps
from django.db.models import Model
from django.utils import timezone

from annotation.models import Membership, Project, User
from annotation.projects.models import Role
from annotation.quality.evidence_drift.job import KIND as DRIFT
from annotation.release.differences_job import KIND as COMPARISON
from annotation.workflows.claim_generation.sampling.job import KIND as SAMPLING
from annotation.workflows.kinds import TaskKind
from annotation.workflows.models import VerificationItem
from annotation.workflows.question_answering.fields.file import BUILT_IN
from annotation.workflows.sentence_claims.sampling.report import report as sentence_report
from tests.cast import PASSWORD

KEY = 7_777
VERIFYING = TaskKind.CLAIM_VERIFICATION.value


def make(model: str, /, **values: Any) -> Model:
    """A row with the key KEY."""
    row: Model = apps.get_model(model)._base_manager.create(pk=KEY, **values)
    return row


def fill(project: Project, text: str) -> User:
    """Make a row of every kind in the project, and a verifier, who is its author."""
    person = User.objects.create_user(f"{text}-person", password=PASSWORD, pk=KEY)
    Membership.objects.create(project=project, user=person, role=Role.VERIFIER)
    now = timezone.now()
    of, by = {"project": project}, {"author": person}
    claim = make("annotation.claim", **of, text=text, author=person)
    task = make("annotation.task", **of, kind=VERIFYING, required_annotations=2, assigned_count=1)
    VerificationItem.objects.create(task=task, claim=claim)
    until = now + timedelta(days=1)
    held = make("annotation.assignment", **of, task=task, kind=VERIFYING, person=person, leased_until=until)
    sent = make("annotation.submission", assignment=held, client_id=uuid.uuid4())
    make("annotation.verification", submission=sent, claim=claim, verdict="SUPPORTS", challenge="Other")
    make("annotation.report", assignment=held, claim=claim, reasons=["language"])
    make("annotation.taskreport", assignment=held, reason=text[:40])
    make("annotation.golditem", task=task)
    discussion = make("annotation.discussion", claim=claim)
    make("annotation.discussionentry", discussion=discussion, **by, speaker="annotator", text=text)
    make("annotation.announcement", **of, **by, title=text, text=text)
    make("annotation.question", **of, asker=person, text=text)
    make("annotation.faqentry", **of, **by, position=1, question=text, answer=text)
    make("annotation.projectinvitation", **of, name=text, expires_at=until)
    make("annotation.action", **of, kind="set-aside", state="draft", by=person)
    make("annotation.guidelines", **of, kind=VERIFYING, version=2, text=text)
    make("annotation.guidelinechange", **of, kind=VERIFYING)
    make("annotation.highlightsample", **of, seed=1, size=1, settings={}, report={})
    make("annotation.highlight", **of, kind="sentences", page_title=text, element_ids=[])
    report = sentence_report([], 1, 0, {}).to_json()
    make("sentence_claims.sentencesample", **of, seed=1, size=1, settings={}, report=report)
    counts = {"claims": 1, "released": 1, "rows": {}}
    make("annotation.release", **of, folder=text, settings={}, counts=counts, size=0, manifest_sha256="0" * 64)
    make("annotation.webhookdelivery", **of, event="release", body=text)
    make("jobs.job", **of, kind=SAMPLING, arguments={"text": text}, message=text, error=text)
    hosted = {"slug": "theirs", "title": text, "description": text, "format": "fever", "measure": "FEVER score"}
    shared = make("shared_tasks.sharedtask", **of, **hosted)
    split = make("shared_tasks.tasksplit", task=shared, name="test", opens_at=now, closes_at=until, gold_name=text)
    team = make("shared_tasks.team", task=shared, name=text)
    system = make("shared_tasks.teamsystem", team=team, name=text)
    file = {"file_name": text, "size": 1, "sha256": "0" * 64, "submitted_by": person}
    make("shared_tasks.teamsubmission", split=split, system=system, submitted_at=now, day=now.date(), **file)
    of_article = {"article": text, "element_id": "sentence_0", "offset": 0, "claim": text, "note": text}
    make("citations.citationdecision", **of, citation_id=KEY, choice="not_better", made_by=person, **of_article)
    make("screening.screeningitem", **of, part="guidelines", prompt=text, choices=[text, "b"], right=0)
    make("screening.screeninganswers", submission=sent, items=[], summary=text, mutation="", mutated=text)
    make("symmetric_pairs.contrarypair", submission=sent, claim=text, evidence=text)
    digest = f"{text:>64}"
    make("evidence_rating.ratedevidence", **of, task=task, claim=text, system=text, evidence=[], digest=digest)
    make("evidence_rating.evidencerating", submission=sent, major_error="empty", label="no_verdict")
    source = {"url": text, "title": text, "passages": [text], "selected": 0}
    two = {"original": source, "suggested": source, "is_turned": True}
    make("citation_study.studyitem", **of, task=task, claim_id=text, text=text, digest=digest, **two)
    make("citation_study.preference", submission=sent, label="source_a", grade_a="none", grade_b="none")
    whole = f"# {text}\n{BUILT_IN.read_text(encoding='utf-8')}"
    make("question_answering.fieldsfile", **of, number=1, text=whole)
    return person


def address(written: str, slug: str) -> str:
    """An address of the project, with the key wherever it takes a number."""
    text = re.sub("<int:[a-z]+>", str(KEY), written.replace("<slug:slug>", slug))
    return re.sub("<str:part>|<path:path>", "manifest.json", text)


def kinds_of_job(path: str) -> list[str]:
    """The kinds of jobs that could be at an address."""
    return [SAMPLING, COMPARISON, DRIFT, "release"] if re.search("jobs|differences|drift|drawing", path) else [SAMPLING]
