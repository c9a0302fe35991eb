"""Symmetric pairs: drawing released claims, writing their contrary, and the set that comes of them."""

from __future__ import annotations

import json
import lzma
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from annotation.audit_log.models import AuditEntry
from annotation.models import Assignment, Claim, Project, Task
from annotation.projects.models import Role
from annotation.quality.workflows.symmetric_pairs.drawing import done_with, draw
from annotation.work.assignment import assign_next
from annotation.work.submission import submit
from annotation.workflows.symmetric_pairs.models import SLUG, ContraryPair, Pair
from annotation.workflows.symmetric_pairs.rows import claim_only_accuracy, pairs_of, rows_of
from tests.cast import CELL, OTHER_PAGE, SENTENCE, member, submission

ADDRESS = {"slug": "harbour"}
CLAIM, EVIDENCE = "Bea Berg founded the Harbour League.", "The Harbour League was founded by Bea Berg in 1921."


@pytest.fixture
def verified(project: Project, claims: list[Claim], verifier) -> list[Claim]:
    """Supported by a sentence, refuted by a cell, refuted by two sentences."""
    project.workflows = [*project.workflows, SLUG]
    project.save()
    for claim, label, evidence in zip(
        claims, ("SUPPORTS", "REFUTES", "REFUTES"), ([SENTENCE], [CELL], [SENTENCE, OTHER_PAGE]), strict=True
    ):
        held = assign_next(person=verifier, project=project, kind="claim_verification")
        assert held.task.verification_item.claim == claim
        sent = submission(verdict=label, evidence_sets=[evidence], client_id=uuid.uuid4())
        submit(assignment=held, **sent)
    return claims


@pytest.fixture
def writing(verified, project, writer) -> Assignment:
    draw(project, 1, seed=1)
    return assign_next(person=writer, project=project, kind=SLUG)


def test_each_claim_of_fever_symmetric_stands_with_both_labels(shared_data):
    with lzma.open(shared_data / "fever" / "symmetric_dev.jsonl.xz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    assert (len(rows), claim_only_accuracy(pairs_of(rows))) == (708, 0.5)


def test_the_rows_of_a_pair():
    rows = rows_of(7, ("c", "e"), ("d", "f"), ("SUPPORTS", "REFUTES"))
    assert [tuple(row.values()) for row in rows] == [
        ("7", "c", "e", "SUPPORTS"),
        ("70000001", "d", "f", "SUPPORTS"),
        ("70000002", "c", "f", "REFUTES"),
        ("70000003", "d", "e", "REFUTES"),
    ]
    assert claim_only_accuracy(pairs_of(rows)) == 0.5
    assert claim_only_accuracy([("c", "x"), ("c", "x"), ("c", "y"), ("d", "x")]) == 0.75
    assert claim_only_accuracy([]) is None


def test_sentences_are_drawn_once_and_with_the_same_seed_alike(verified, project):
    assert draw(project, 10, seed=3) and {one.text for one in Pair.objects.all()} == {
        verified[0].text,
        verified[2].text,
    }
    first = list(Pair.objects.order_by("task").values_list("claim", flat=True))
    two = Pair.objects.get(claim=verified[2])
    assert (two.label, two.contrary, two.element_ids) == ("REFUTES", "SUPPORTS", sorted([SENTENCE, OTHER_PAGE]))
    assert two.evidence == "Anna Berg was a shipowner. The Harbour League was founded by Anna Berg in 1921."
    assert draw(project, 10, seed=3) == []
    Task.objects.filter(kind=SLUG).delete()
    draw(project, 10, seed=3)
    assert list(Pair.objects.order_by("task").values_list("claim", flat=True)) == first


def test_what_somebody_may_still_verify_is_not_drawn(verified, project):
    Task.objects.filter(verification_item__claim=verified[0]).update(required_annotations=2)
    assert verified[0].pk not in done_with(project)
    draw(project, 10, seed=1)
    assert [one.claim_id for one in Pair.objects.all()] == [verified[2].pk]


def send(client: Client, held: Assignment, claim: str, evidence: str):
    body = {"client_id": str(uuid.uuid4()), "claim": claim, "evidence": evidence}
    return client.post(f"/api/v1/assignments/{held.public_id}/submission/", body, content_type="application/json")


def test_a_pair_is_written_changed_and_downloaded(writing, project, writer, manager):
    pair = writing.task.symmetric_pair
    client, managing = Client(), Client()
    client.force_login(writer)
    managing.force_login(manager)
    page = reverse("work", kwargs={"public_id": writing.public_id})
    assert pair.evidence in client.get(page).text
    refused = send(client, writing, f" {pair.text.upper()} ", "  ")
    assert refused.status_code == 400 and set(refused.json()["error"]["fields"]) == {"claim", "evidence"}
    assert send(client, writing, f" {CLAIM}", EVIDENCE).status_code == 200
    changed = {"revision": "1", "claim": CLAIM.replace("Bea", "Cleo"), "evidence": EVIDENCE.replace("Bea", "Cleo")}
    assert client.post(page, changed).status_code == 302
    assert list(ContraryPair.objects.order_by("pk").values_list("claim", flat=True)) == [CLAIM, changed["claim"]]
    assert changed["claim"] in client.get(page).text
    lines = managing.get(reverse("manage-symmetric-rows", kwargs=ADDRESS)).getvalue().decode().splitlines()
    rows = [json.loads(line) for line in lines]
    assert {(row["claim"], row["label"]) for row in rows} == {
        (claim, label) for claim in (pair.text, changed["claim"]) for label in ("SUPPORTS", "REFUTES")
    }
    shown = managing.get(reverse("manage-symmetric", kwargs=ADDRESS)).text
    assert changed["claim"] in shown and "0.500" in shown


def test_a_manager_draws(verified, project, manager):
    client = Client()
    client.force_login(manager)
    address = reverse("manage-symmetric", kwargs=ADDRESS)
    assert client.get(address).status_code == 200
    assert client.post(address, {"size": "0", "seed": "1"}).status_code == 200
    assert client.post(address, {"size": "1", "seed": "1"}).status_code == 302
    assert Pair.objects.count() == 1
    assert AuditEntry.objects.latest("number").after == {"drawn": 1, "seed": 1}


def test_nobody_sees_it_while_the_workflow_is_off(project, manager):
    client = Client()
    client.force_login(member(project, "mia", Role.MANAGER))
    assert client.get(reverse("manage-symmetric", kwargs=ADDRESS)).status_code == 404
