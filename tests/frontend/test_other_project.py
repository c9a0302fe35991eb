"""No address of one project, and no form in it, reaches a row of another, not even for somebody who manages both.

The other project has a row of every kind with the same key, THEIRS, which no row of this one has. So every address that
takes a number can be asked with it, and every name that a form or query may give a number by.
"""

from __future__ import annotations

import re
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db.models import Model
from django.test import Client
from django.utils import timezone

from annotation.models import Membership, Project, User
from annotation.projects.models import Role
from annotation.quality.evidence_drift.job import KIND as DRIFT
from annotation.release.differences_job import KIND as COMPARISON
from annotation.workflows.claim_generation.sampling.job import KIND as SAMPLING
from annotation.workflows.kinds import TaskKind
from annotation.workflows.models import VerificationItem
from jobs.models import Job
from tests.cast import PASSWORD
from tests.frontend.test_roles import OF_PROJECT, switch_everything_on, world

__all__ = ["world"]
THEIRS = 7_777
MARK = "Zinnober-7777"  # in every text of theirs
VERIFYING = TaskKind.CLAIM_VERIFICATION.value
NUMBERED = [one for one in OF_PROJECT if "<int:" in one]
# Names by which a form or an address may give the number of a row.
FIELDS = (
    "claim verification task highlight person writer adjudicator report invitation item text change group before after "
    "against previous without_people source outcome release job announcement entry sample key id pk"
).split()
STEPS = "withdraw delete assign share send-back grade unmake decide save".split()


def make(label: str, **values: Any) -> Model:
    """A row with the key THEIRS."""
    row: Model = apps.get_model(label)._base_manager.create(pk=THEIRS, **values)
    return row


@pytest.fixture
def theirs(world, project, manager) -> Project:
    """A project with a row of every kind, managed by the same person as ours."""
    other = Project.objects.create(slug="elsewhere", name="Elsewhere", corpus=project.corpus)
    person = User.objects.create_user(f"{MARK}-person", password=PASSWORD, pk=THEIRS)
    Membership.objects.create(project=other, user=person, role=Role.VERIFIER)
    Membership.objects.create(project=other, user=manager, role=Role.MANAGER)
    now = timezone.now()
    of, by = {"project": other}, {"author": person}
    claim = make("annotation.claim", **of, text=MARK, author=person)
    task = make("annotation.task", **of, kind=VERIFYING)
    VerificationItem.objects.create(task=task, claim=claim)
    held = make("annotation.assignment", **of, task=task, kind=VERIFYING, person=person, leased_until=now)
    sent = make("annotation.submission", assignment=held, client_id=uuid.uuid4())
    make("annotation.verification", submission=sent, claim=claim, verdict="SUPPORTS", challenge="Other")
    make("annotation.report", assignment=held, claim=claim, reasons=["language"])
    make("annotation.taskreport", assignment=held, reason=MARK)
    make("annotation.golditem", task=task)
    make("annotation.discussion", claim=claim)
    make("annotation.announcement", **of, **by, title=MARK, text=MARK)
    make("annotation.question", **of, asker=person, text=MARK)
    make("annotation.faqentry", **of, **by, position=1, question=MARK, answer=MARK)
    make("annotation.projectinvitation", **of, name=MARK, expires_at=now + timedelta(days=1))
    make("annotation.action", **of, kind="set-aside", state="draft", by=person)
    make("annotation.guidelines", **of, kind=VERIFYING, version=2, text=MARK)
    make("annotation.guidelinechange", **of, kind=VERIFYING)
    make("annotation.highlightsample", **of, seed=1, size=1, settings={}, report={})
    make("annotation.highlight", **of, kind="sentences", page_title=MARK, element_ids=[])
    make(
        "annotation.release",
        **of,
        folder=MARK,
        settings={},
        counts={"claims": 1, "released": 1, "rows": {}},
        size=0,
        manifest_sha256="0" * 64,
    )
    make("annotation.webhookdelivery", **of, event="release", body=MARK)
    make("jobs.job", **of, kind=SAMPLING, arguments={"text": MARK})
    make("screening.screeningitem", **of, part="guidelines", prompt=MARK, choices=[MARK, "b"], right=0)
    make("screening.screeninganswers", submission=sent, items=[], summary=MARK, mutation="", mutated=MARK)
    switch_everything_on(other, manager)
    return other


def address(written: str, slug: str) -> str:
    text = re.sub("<int:[a-z]+>", str(THEIRS), written.replace("<slug:slug>", slug))
    return re.sub("<str:part>|<path:path>", "manifest.json", text)


def state_of_theirs() -> dict[str, Any]:
    models = [
        model for label in ("annotation", "jobs", "screening") for model in apps.get_app_config(label).get_models()
    ]
    found = {model._meta.label: list(model._base_manager.filter(pk=THEIRS).values()) for model in models}
    return {label: rows for label, rows in found.items() if rows}


@pytest.fixture
def both(manager, theirs) -> Client:
    """The browser of somebody who manages both projects."""
    client = Client(raise_request_exception=False)
    client.force_login(manager)
    return client


def kinds_for(path: str) -> list[str]:
    """The kinds of jobs that could be at an address."""
    return [SAMPLING, COMPARISON, DRIFT, "release"] if re.search("jobs|differences|drift|drawing", path) else [SAMPLING]


def test_no_address_here_opens_a_row_of_theirs(both):
    before, found = state_of_theirs(), []
    for written in NUMBERED:
        for kind in kinds_for(written):
            Job.objects.filter(pk=THEIRS).update(kind=kind)
            for ask in (both.get, both.post):
                status = ask(address(written, "harbour")).status_code
                if status not in {404, 405}:
                    found.append(f"{ask.__name__} {written}: {status}")
    Job.objects.filter(pk=THEIRS).update(kind=SAMPLING)
    assert found == []
    assert state_of_theirs() == before


def test_most_of_these_rows_are_opened_by_the_same_addresses_there(both):
    """Otherwise the test before would prove nothing."""
    opened = set()
    for written in NUMBERED:
        for kind in kinds_for(written):
            Job.objects.filter(pk=THEIRS).update(kind=kind)
            if both.get(address(written, "elsewhere")).status_code not in {404, 500}:
                opened.add(written)
    assert len(opened) > len(NUMBERED) * 0.6, sorted(set(NUMBERED) - opened)


@pytest.mark.extended
def test_no_number_in_an_address_shows_a_row_of_theirs(both):
    numbers = dict.fromkeys(FIELDS, str(THEIRS))
    for written in OF_PROJECT:
        if "<int:" in written or "public_id" in written:
            continue
        for query in (numbers, *({name: THEIRS} for name in FIELDS[:3])):
            answer = both.get(address(written, "harbour"), {**query, "title": "Harbour League"})
            shown = b"" if answer.streaming else answer.content
            assert answer.status_code < 500 and MARK.encode() not in shown, (written, query)


@pytest.mark.extended
def test_no_number_in_a_form_changes_a_row_of_theirs(both):
    before = state_of_theirs()
    for written in OF_PROJECT:
        if "<int:" in written or "public_id" in written:
            continue
        for step in STEPS:
            form = dict.fromkeys(FIELDS, str(THEIRS)) | {"action": step, "step": step, "decision": step, "note": "x"}
            answer = both.post(address(written, "harbour"), form)
            assert answer.status_code < 500, (written, step)
            if answer.status_code == 405:
                break
    assert state_of_theirs() == before
