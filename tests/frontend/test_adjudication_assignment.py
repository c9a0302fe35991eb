"""Claims of the adjudication queue are assigned: to one person, or shared out; mine come first, others' are refused."""

from __future__ import annotations

import threading
import time

import pytest
from django.db import connections, transaction
from django.urls import reverse

from annotation.errors import AnnotationError
from annotation.models import Adjudication, AdjudicationAssignment
from annotation.projects.models import Role
from annotation.quality.adjudication.adjudicate import adjudicate
from annotation.quality.adjudication.assigning import assign_claims, open_counts, share_out
from tests.annotation.disagreeing import said
from tests.cast import OTHER_PAGE, SENTENCE, member
from tests.frontend.html import select


@pytest.fixture
def queue(project, manager, verifier, other_verifier, claims):
    """Three claims in dispute, and two adjudicators; the first of them verified the first claim."""
    ada, ben = (member(project, name, Role.ADJUDICATOR) for name in ("ada", "ben"))
    member(project, "ada", Role.VERIFIER)
    said(project, ada, "SUPPORTS", [SENTENCE])
    for verdict, person in (("SUPPORTS", verifier), ("REFUTES", other_verifier)):
        for _time in range(3):
            said(project, person, verdict, [OTHER_PAGE])
    return ada, ben


def decide(claim, person):
    return adjudicate(
        claim=claim, adjudicator=person, kind="new", error_type="guidelines", verdict="REFUTES", challenge="Other",
        evidence_sets=[[SENTENCE]],
    )  # fmt: skip


def order(html):
    return [int(node.attributes["href"].split("/adjudicate/")[1].split("/")[0]) for node in select(html, "th.grow a")]


def test_the_rest_is_shared_out_evenly_and_never_to_who_worked_on_it(project, manager, claims, queue):
    ada, ben = queue
    keys = [claim.pk for claim in claims]
    assert assign_claims(project=project, claims=keys[:1], to=ada, by=manager) == 0  # she verified it
    assert assign_claims(project=project, claims=keys[1:2], to=ben, by=manager) == 1
    assert share_out(project=project, claims=keys, by=manager) == 2
    assert dict(AdjudicationAssignment.objects.values_list("claim", "adjudicator")) == {
        keys[0]: ben.pk,
        keys[1]: ben.pk,
        keys[2]: ada.pk,
    }
    assert share_out(project=project, claims=keys, by=manager) == 0
    decide(claims[1], ben)
    assert open_counts(project) == {ada.pk: 1, ben.pk: 1}
    assert assign_claims(project=project, claims=keys, to=None, by=manager) == 3 and not open_counts(project)


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
@pytest.mark.postgresql
@pytest.mark.parametrize("act", ["assign", "share"])
def test_two_managers_assign_the_same_claim_at_once(project, manager, claims, queue, act):
    ada, ben = queue
    key, is_assigned = claims[1].pk, threading.Event()

    def first():
        try:
            with transaction.atomic():
                assign_claims(project=project, claims=[key], to=ben, by=manager)
                is_assigned.set()
                time.sleep(1)  # the second one has asked by then, and waits for this transaction
        finally:
            connections.close_all()

    thread = threading.Thread(target=first)
    thread.start()
    assert is_assigned.wait(20)
    if act == "assign":
        assign_claims(project=project, claims=[key], to=ada, by=manager)
    else:
        share_out(project=project, claims=[key], by=manager)
    thread.join()
    assert AdjudicationAssignment.objects.get(claim=key).adjudicator == (ada if act == "assign" else ben)


def test_anothers_claim_is_refused_but_to_managers(project, manager, claims, queue):
    ada, ben = queue
    assign_claims(project=project, claims=[claims[1].pk], to=ben, by=manager)
    with pytest.raises(AnnotationError) as error:
        decide(claims[1], ada)
    assert error.value.code == "assigned_to_another" and not Adjudication.objects.exists()
    assert decide(claims[1], manager).adjudicator == manager and decide(claims[2], ada).adjudicator == ada


def test_the_queue_has_mine_first_and_names_nobody_to_adjudicators(client, project, manager, claims, queue):
    ada, ben = queue
    client.force_login(manager)
    address, assign = (
        reverse(name, args=[project.slug]) for name in ("quality-adjudicate", "quality-adjudicate-assign")
    )
    assert len(order(client.get(address).text)) == 3
    mine, theirs = claims[2].pk, claims[1].pk
    for claim, person in ((mine, ada), (theirs, ben)):
        client.post(assign, {"claim": claim, "adjudicator": person.pk, "show": "verdicts"})
    assert "ben" in "".join(node.text() for node in select(client.get(address).text, "tbody td"))
    client.force_login(ada)
    html = client.get(address).text
    assert order(html)[0] == mine and order(html)[-1] == theirs
    assert "ben" not in "".join(node.text() for node in select(html, "tbody td")) and not select(html, "#act")
    page = client.get(reverse("quality-adjudicate-claim", args=[project.slug, theirs])).text
    assert select(page, "[data-test=anothers]") and not select(page, "#decision")
    assert client.post(assign, {"step": "share"}).status_code == 404
    client.force_login(manager)
    client.post(assign, {"step": "share", "show": "verdicts"})
    assert AdjudicationAssignment.objects.count() == 3
    client.post(assign, {"claim": mine, "adjudicator": "", "show": "verdicts"})
    assert not AdjudicationAssignment.objects.filter(claim=mine).exists()
