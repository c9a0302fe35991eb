"""No address of one project, and no form in it, reaches a row of another, not even for somebody who manages both.

The other project has a row of every kind with the same key, KEY, which no row of this one has. So every address that
takes a number can be asked with it, and every name that a form or query may give a number by.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.test import Client

from annotation.models import Membership, Project
from annotation.projects.models import Role
from annotation.workflows.claim_generation.sampling.job import KIND as SAMPLING
from jobs.models import Job
from tests.every_kind import KEY, address, fill, kinds_of_job
from tests.frontend.test_roles import OF_PROJECT, switch_everything_on, world

__all__ = ["world"]
MARK = "Zinnober-7777"  # in every text of theirs
NUMBERED = [one for one in OF_PROJECT if "<int:" in one]
# Names by which a form or an address may give the number of a row.
FIELDS = (
    "claim verification task highlight person writer adjudicator report invitation item text change group before after "
    "against previous without_people source outcome release job announcement entry sample key id pk"
).split()
STEPS = "withdraw delete assign share send-back grade unmake decide save".split()


@pytest.fixture
def theirs(world, project, manager) -> Project:
    """A project with a row of every kind, managed by the same person as ours."""
    other = Project.objects.create(slug="elsewhere", name="Elsewhere", corpus=project.corpus)
    Membership.objects.create(project=other, user=manager, role=Role.MANAGER)
    fill(other, MARK)
    switch_everything_on(other, manager)
    return other


def state_of_theirs() -> dict[str, Any]:
    models = [
        model
        for label in ("annotation", "jobs", "screening", "oracle_annotation", "symmetric_pairs", "sentence_claims")
        + ("question_answering", "evidence_rating", "shared_tasks", "citations", "citation_study")
        for model in apps.get_app_config(label).get_models()
    ]
    found = {model._meta.label: list(model._base_manager.filter(pk=KEY).values()) for model in models}
    return {label: rows for label, rows in found.items() if rows}


@pytest.fixture
def both(manager, theirs) -> Client:
    """The browser of somebody who manages both projects."""
    client = Client(raise_request_exception=False)
    client.force_login(manager)
    return client


def test_no_address_here_opens_a_row_of_theirs(both):
    before, found = state_of_theirs(), []
    for written in NUMBERED:
        for kind in kinds_of_job(written):
            Job.objects.filter(pk=KEY).update(kind=kind)
            for ask in (both.get, both.post):
                status = ask(address(written, "harbour")).status_code
                if status not in {404, 405}:
                    found.append(f"{ask.__name__} {written}: {status}")
    Job.objects.filter(pk=KEY).update(kind=SAMPLING)
    assert found == []
    assert state_of_theirs() == before


def test_most_of_these_rows_are_opened_by_the_same_addresses_there(both):
    """Otherwise the test before would prove nothing."""
    opened = set()
    for written in NUMBERED:
        for kind in kinds_of_job(written):
            Job.objects.filter(pk=KEY).update(kind=kind)
            if both.get(address(written, "elsewhere")).status_code not in {404, 500}:
                opened.add(written)
    assert len(opened) > len(NUMBERED) * 0.6, sorted(set(NUMBERED) - opened)


@pytest.mark.extended
@pytest.mark.one_database
def test_no_number_in_an_address_shows_a_row_of_theirs(both):
    numbers: dict[str, str] = dict.fromkeys(FIELDS, str(KEY))
    for written in OF_PROJECT:
        if "<int:" in written or "public_id" in written:
            continue
        for query in [numbers, *({name: str(KEY)} for name in FIELDS[:3])]:
            answer = both.get(address(written, "harbour"), {**query, "title": "Harbour League"})
            shown = b"" if answer.streaming else answer.content
            assert answer.status_code < 500 and MARK.encode() not in shown, (written, query)


@pytest.mark.extended
@pytest.mark.one_database
def test_no_number_in_a_form_changes_a_row_of_theirs(both):
    before = state_of_theirs()
    for written in OF_PROJECT:
        if "<int:" in written or "public_id" in written:
            continue
        for step in STEPS:
            form = dict.fromkeys(FIELDS, str(KEY)) | {"action": step, "step": step, "decision": step, "note": "x"}
            answer = both.post(address(written, "harbour"), form)
            assert answer.status_code < 500, (written, step)
            if answer.status_code == 405:
                break
    assert state_of_theirs() == before
