"""Evidence outside the corpus: stored once, cited by a workflow, and never lost silently."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.utils import timezone

from annotation.errors import Invalid
from annotation.evidence.queries import evidence_of, sources_of
from annotation.evidence.sources import LONGEST_TEXT, ReadSource, store_source
from annotation.models import Evidence, EvidenceSet, Source, Submission, Task
from annotation.work.assignment import assign_next
from tests.cast import CELL, SENTENCE
from tests.frontend.submitting import submitted

URL, TEXT = "https://example.org/harbour", "The harbour opened in 1921."


@pytest.fixture
def citing(settings, project):
    """The project with two tasks of the workflow that cites."""
    settings.ATTEST_WORKFLOWS = [*settings.ATTEST_WORKFLOWS, "tests.annotation.citing.WORKFLOW"]
    project.workflows = [*project.workflows, "citing"]
    project.save()
    Task.objects.bulk_create(Task(project=project, kind="citing", required_annotations=2) for _ in range(2))
    return project


def send(client, person, project, elements=(), **sources):
    """Take a task and submit; the status, the answer, and the assignment."""
    assignment = assign_next(person=person, project=project, kind="citing")
    assert assignment is not None
    client.force_login(person)
    body = {"client_id": str(uuid.uuid4()), "elements": list(elements), "operations": []}
    body |= {"browser": "a", "sources": [sources]}
    address = f"/api/v1/assignments/{assignment.public_id}/submission/"
    answer = client.post(address, body, content_type="application/json")
    return answer.status_code, answer.json(), assignment


def test_a_source_is_cited_beside_elements(client, citing, verifier):
    status, _answer, assignment = send(
        client, verifier, citing, [CELL, SENTENCE], url=URL, text=TEXT, archive_url="http://archive.org/1", title="Port"
    )
    assert status == 200
    submission = Submission.objects.get(assignment=assignment)
    (source,) = sources_of(assignment=assignment)[submission.pk]
    assert (source.url, source.text, source.archive_url, source.title) == (URL, TEXT, "http://archive.org/1", "Port")
    assert timezone.now() - source.retrieved_at < timedelta(minutes=1)
    assert set(evidence_of(assignment=assignment).values_list("element_id", flat=True)) == {CELL, SENTENCE}
    stored = Evidence.objects.filter(evidence_set__submission=submission).order_by("position")
    assert list(stored.values_list("element_id", "source")) == [(CELL, None), (SENTENCE, None), ("", source.pk)]


def test_the_same_text_at_the_same_address_is_one_source(client, citing, verifier, other_verifier):
    for person in (verifier, other_verifier):
        assert send(client, person, citing, url=URL, text=TEXT)[0] == 200
    assert send(client, verifier, citing, url=URL, text="It reads otherwise now.")[0] == 200
    assert sorted(Source.objects.values_list("text", flat=True)) == ["It reads otherwise now.", TEXT]
    assert Evidence.objects.filter(source__text=TEXT).count() == 2


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("url", "ftp://example.org/file"),
        ("url", "javascript:alert(1)"),
        ("url", "example.org"),
        ("url", ""),
        ("url", f"{URL}/{2_000 * 'a'}"),
        ("url", f"{URL} two"),
        ("archive_url", "archive"),
        ("title", 501 * "a"),
        ("text", " "),
        ("text", 5),
        ("retrieved_at", "yesterday"),
        ("retrieved_at", "2999-01-01T00:00:00Z"),
    ],
)
def test_a_bad_source_is_refused_by_its_field(client, citing, verifier, field, value):
    status, answer, assignment = send(client, verifier, citing, **{"url": URL, "text": TEXT, field: value})
    assert status == 400 and any(name.startswith(f"sources.0.{field}") for name in answer["error"]["fields"]), answer
    assert not Source.objects.exists() and not Submission.objects.filter(assignment=assignment).exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [("text", (LONGEST_TEXT + 1) * "a"), ("title", "a\0"), ("text", "\ud800"), ("retrieved_at", datetime(2020, 1, 1))],
)
def test_what_no_request_can_send_is_refused_too(project, field, value):
    with pytest.raises(Invalid) as caught:
        store_source(project, ReadSource(**{"url": URL, "text": TEXT, field: value}))
    assert list(caught.value.fields) == [field]


@pytest.mark.both_databases
def test_evidence_is_either_an_element_or_a_source(assignment, project):
    submitted(assignment)
    of_set = EvidenceSet.objects.first()
    source = store_source(project, ReadSource(URL, TEXT))
    for fields in ({"source": source, "element_id": CELL}, {"element_id": ""}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Evidence.objects.create(evidence_set=of_set, position=9, **fields)


def test_a_release_refuses_what_it_has_no_place_for(assignment, project, tmp_path):
    verification = submitted(assignment)
    source = store_source(project, ReadSource(URL, TEXT))
    Evidence.objects.create(evidence_set=verification.evidence_sets.get(), position=9, source=source)
    with pytest.raises(CommandError, match=f"Verification {verification.pk} cites a source"):
        call_command("export_dataset", str(tmp_path / "out"), project=project.slug)
    assert not (tmp_path / "out").exists()
