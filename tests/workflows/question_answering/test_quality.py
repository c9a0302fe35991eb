"""Quality of the phases: agreement, disputes with their outcome, evidence of two people, time; and its pages."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from annotation.models import Project, Task
from annotation.projects.models import Role
from annotation.quality.agreement.result import value_of
from annotation.quality.audit.dataset import AuditDataset
from annotation.quality.workflows.question_answering.artefacts import published
from annotation.quality.workflows.question_answering.evidence import evidence_agreement
from annotation.quality.workflows.question_answering.pace import LOADED, phase_times
from annotation.quality.workflows.question_answering.verdicts import verdict_report
from annotation.results.claim_samples import samples_of_workflows
from annotation.results.codec import decode, encode
from annotation.work.models import Assignment, AssignmentState, Operation
from annotation.workflows.question_answering.fields.project import save_file, text_of
from annotation.workflows.question_answering.models import ClaimWork
from annotation.workflows.question_answering.phases import PHASES
from annotation.workflows.question_answering.progress import STATES, progress
from jobs.models import Job, JobState
from jobs.runner import run_next
from tests.cast import member
from tests.frontend.html import select
from tests.workflows.fact_checks import (
    NOT_ENOUGH,
    REFUTED,
    SUPPORTED,
    answered,
    claim,
    do,
    normalised,
    people_of,
    question,
    switch_on,
    validated,
)

NORMALISATION, ANSWERING, VALIDATION, DISPUTE, CONTROL = PHASES


@pytest.fixture
def worked(project: Project) -> Project:
    """Three claims: of one phases 2 and 3 agree; two are disputed, of which one is resolved for phase 2."""
    switch_on(project, articles=3)
    normaliser, asker, validator, resolver, controller = people_of(project, 5)
    for _number in range(3):
        do(normaliser, project, NORMALISATION, normalised(claim("Bees fly over the sea.")))
    for _number in range(3):
        do(asker, project, ANSWERING, answered(verdict=SUPPORTED))
    for label in (SUPPORTED, REFUTED, NOT_ENOUGH):
        do(validator, project, VALIDATION, validated(label))
    dispute = {name: value for name, value in answered(question("Why?")).items() if name != "correction"}
    resolved = do(resolver, project, DISPUTE, dispute)
    assert resolved.state == AssignmentState.SUBMITTED
    do(controller, project, CONTROL, validated(SUPPORTED))
    return project


def test_agreement_and_disputes(worked: Project) -> None:
    found = verdict_report(AuditDataset(worked))
    assert (found.validated, found.several) == (3, 0)
    assert found.pairs == {(SUPPORTED, NOT_ENOUGH): 1, (SUPPORTED, REFUTED): 1, (SUPPORTED, SUPPORTED): 1}
    assert value_of(found.between["percent"]) == pytest.approx(1 / 3)
    # P = 1/3; shares of the labels 4/6, 1/6, 1/6: P_e = 18/36
    assert value_of(found.between["fleiss"]) == pytest.approx((1 / 3 - 1 / 2) / (1 - 1 / 2))
    assert (found.disputes.claims, found.disputes.disputes) == (3, 2)
    assert value_of(found.disputes.rate) == pytest.approx(2 / 3)
    assert value_of(found.disputes.upheld) == 1
    assert found.disputes.outcomes == {"answering": 1, "validation": 0, "another": 0, "waiting": 1}
    assert found.controls == {"confirmed": 1, "contradicted": 0, "not_controlled": 0}
    assert [(one.name, one.claims, one.disputes) for one in found.by_label] == [(SUPPORTED, 3, 2)]
    assert [(one.name, one.disputes) for one in found.by_type] == [("Event/Property Claim", 2)]
    assert len(found.by_annotator) == len(found.by_validator) == 1
    assert decode(encode(found)) == found


def test_evidence_of_two_people_for_one_claim(project: Project) -> None:
    switch_on(project)
    normaliser, first, second = people_of(project, 3)
    do(normaliser, project, NORMALISATION, normalised())
    assert evidence_agreement(AuditDataset(project)).claims == 0
    Task.objects.filter(kind=ANSWERING).update(required_annotations=2)
    do(first, project, ANSWERING, answered(question("a b c")))
    do(second, project, ANSWERING, answered(question("a b c"), question("q r s")))
    found = evidence_agreement(AuditDataset(project))
    alike = 1 - 0.5 / 3**3
    assert found.claims == 1
    assert value_of(found.questions) == pytest.approx((alike + alike / 2) / 2)
    assert (value_of(found.answers) or 0) > 0.7
    assert decode(encode(found)) == found


def loaded(assignment: Assignment, milliseconds: int) -> None:
    """The workspace says that the article has loaded."""
    Operation.objects.create(
        assignment=assignment, sequence=99, browser="b", browser_sequence=99, sitting=1, name=LOADED,
        value=str(milliseconds), seconds=Decimal(1), received_at=timezone.now(),
    )  # fmt: skip


def test_time_loading_timeouts_and_speed_traps(project: Project) -> None:
    switch_on(project, articles=4)
    [person] = people_of(project, 1)
    done = [do(person, project, NORMALISATION, normalised()) for _number in range(4)]
    for assignment, milliseconds in zip(done, (1_500, 2_500, 31_000), strict=False):
        loaded(assignment, milliseconds)
    Assignment.objects.filter(pk__in=[one.pk for one in done[1:]]).update(
        state=AssignmentState.SKIPPED, skip_reason="other"
    )
    [found] = [one for one in phase_times(AuditDataset(project)) if one.phase == NORMALISATION]
    assert (found.done, found.median_load, found.loads, found.speed_trap, found.timeout) == (1, 2.5, 3, 24, 30)
    assert value_of(found.timeouts) == 0.5  # one loaded too late, one never
    assert [(one.person, one.events, one.trials) for one in found.timeouts_by_person] == [(person.pk, 2, 4)]
    assert decode(encode(found)) == found
    patient = text_of(project).replace("timeout_seconds = 30", "timeout_seconds = 60")
    save_file(project, patient.replace("speed_trap_seconds = 24", "speed_trap_seconds = 86400"), None)
    [found] = [one for one in phase_times(AuditDataset(project)) if one.phase == NORMALISATION]
    assert (value_of(found.traps), value_of(found.timeouts)) == (1, 0.25)


def test_published_claims_are_audited(worked: Project) -> None:
    assert [verdict for _text, verdict, _article in published(worked)] == [SUPPORTED, SUPPORTED]
    chosen = samples_of_workflows()["fact checks"](worked)
    assert (chosen.labels, chosen.texts) == ([SUPPORTED] * 2, ["Bees fly over the sea."] * 2)


def test_a_manager_runs_the_claim_only_classifier_from_the_page(worked: Project, client: Client) -> None:
    page = reverse("quality-questions", args=[worked.slug])
    client.force_login(member(worked, "otto", Role.OBSERVER))
    assert client.post(page).status_code in {403, 404} and not Job.objects.exists()
    client.force_login(member(worked, "mara", Role.MANAGER))
    assert client.post(page).status_code == 302
    assert select(client.get(page).text, "#claim-only progress")
    run_next()
    assert Job.objects.get(kind="claim_only").state == JobState.DONE
    shown: Any = client.get(page)
    assert shown.context["claim_only"] is not None and not select(shown.text, "#claim-only progress")


def listed(client: Client, project: Project, page: str = "quality-question-claims", **asked: str) -> int:
    answer: Any = client.get(reverse(page, args=[project.slug]), asked)
    assert answer.status_code == 200
    return answer.context["page"].paginator.count


def test_every_number_opens_the_claims_that_it_counts(worked: Project, client: Client) -> None:
    client.force_login(member(worked, "mara", Role.MANAGER))
    found = verdict_report(AuditDataset(worked))
    for (first, second), count in found.pairs.items():
        assert listed(client, worked, answering=first, validation=second) == count
    for name, count in (found.disputes.outcomes | found.controls).items():
        assert listed(client, worked, dispute=name) == count
    for name, shares in {
        "answering": found.by_label, "type": found.by_type, "annotator": found.by_annotator,
        "validator": found.by_validator,
    }.items():  # fmt: skip
        for one in shares:
            assert listed(client, worked, **{name: one.name}) == one.claims
            assert listed(client, worked, **{name: one.name, "dispute": "any"}) == one.disputes
            assert listed(client, worked, **{name: one.name, "dispute": "answering"}) == one.outcomes["answering"]
    numbers = {one.phase: one for one in progress(worked)}
    for phase in PHASES[1:]:
        for state in STATES:
            assert listed(client, worked, phase=phase, state=state) == getattr(numbers[phase], state), (phase, state)
    for state in STATES:
        assert listed(client, worked, "quality-question-articles", state=state) == getattr(
            numbers[NORMALISATION], state
        )
    assert listed(client, worked) == listed(client, worked, q="bees") == 3
    assert listed(client, worked, q="wasps") == 0


def test_claims_of_a_phase_are_not_looked_up_within_the_query_of_claims(worked: Project, client: Client) -> None:
    """SQLite without statistics ran the inner query for every article: at 87,026 claims the page never came."""
    client.force_login(member(worked, "mara", Role.MANAGER))
    with CaptureQueriesContext(connection) as found:
        assert listed(client, worked, phase=PHASES[2], state="submitted")
    of_claims = [one["sql"] for one in found if 'FROM "question_answering_normalisedclaim"' in one["sql"]]
    assert of_claims and not [sql for sql in of_claims if '"annotation_task"' in sql]


@pytest.mark.parametrize(
    ("asked", "chosen_by"),
    [
        ({"answering": SUPPORTED}, "label"),
        ({"validation": SUPPORTED}, "label"),
        ({"dispute": "any"}, "withdrawn_at"),
        ({"type": "Event/Property Claim"}, "claim_types"),
    ],
)
def test_only_work_on_claims_that_a_filter_may_mean_is_read(
    worked: Project, client: Client, asked: dict[str, str], chosen_by: str
) -> None:
    """All work of 88,000 claims was read for each: 2.2 to 2.8 s instead of 0.4 to 0.9."""
    client.force_login(member(worked, "mara", Role.MANAGER))
    with CaptureQueriesContext(connection) as found:
        assert listed(client, worked, **asked)
    # Not its beginning: PostgreSQL declares a cursor.
    read = [one["sql"] for one in found if 'SELECT "question_answering_claimwork"."claim_id"' in one["sql"]]
    several = [sql for sql in read if f"'{PHASES[1]}'" in sql]
    assert several and all(chosen_by in sql.partition('"claim_id" IN (SELECT')[2] for sql in several)
    assert any(f"'{DISPUTE}'" in sql for sql in several) is ("dispute" in asked)  # other phases are not read


def test_a_claim_is_read_with_all_that_was_submitted_about_it(worked: Project, client: Client) -> None:
    resolved = ClaimWork.objects.get(submission__assignment__kind=CONTROL).claim
    page = reverse("quality-question-claim", args=[worked.slug, resolved.pk])
    client.force_login(member(worked, "mara", Role.MANAGER))
    answer: Any = client.get(page)
    assert [one["work"].assignment.kind for one in answer.context["works"]] == list(PHASES[1:])
    assert [one["person"] for one in answer.context["works"]] == [f"person-{n}" for n in range(1, 5)]
    assert [len(one["questions"]) for one in answer.context["works"]] == [1, 0, 1, 0]
    client.force_login(member(worked, "otto", Role.OBSERVER))
    assert "person-" not in client.get(page).text
    assert not select(client.get(reverse("quality-question-claims", args=[worked.slug])).text, "#id_annotator")
    elsewhere = Project.objects.create(slug="elsewhere", name="Elsewhere", corpus=worked.corpus, workflows=PHASES)
    client.force_login(member(elsewhere, "ella", Role.MANAGER))
    assert client.get(reverse("quality-question-claim", args=["elsewhere", resolved.pk])).status_code == 404


def test_pages_of_quality(worked: Project, client: Client) -> None:
    observer = member(worked, "otto", Role.OBSERVER)
    for person in (member(worked, "mara", Role.MANAGER), observer):
        client.force_login(person)
        page: Any = client.get(reverse("quality-questions", args=[worked.slug]))
        assert page.status_code == 200
        assert {block.figure.name for block in page.context["blocks"]} == {
            *("verdict-pairs", "disputes-answering", "upheld-answering", "disputes-type", "upheld-type"),
            *("disputes-annotator", "upheld-annotator", "disputes-validator", "upheld-validator"),
        }
        assert ("person-1" in page.content.decode()) is (person != observer)
        assert client.get(reverse("quality-question-times", args=[worked.slug])).status_code == 200
    address = reverse("quality-questions", args=[worked.slug])
    assert client.get(address, {"file": "verdict-pairs.csv"}).status_code == 200
    worked.workflows = ["claim_verification"]
    worked.save()
    assert client.get(address).status_code == 404
