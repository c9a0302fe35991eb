"""Two adjudicators on a claim, in the pages: what each of them finds, what a manager decides, what the numbers say."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse

from annotation.discussion.discussing import write
from annotation.discussion.models import Speaker
from annotation.models import Adjudication, SecondAdjudication
from annotation.projects.models import Role
from annotation.quality.adjudication.adjudicate import adjudicate
from annotation.quality.adjudication.second import doubled
from annotation.quality.workflows.claim_verification.revision_requests import send_back
from annotation.workflows.models import Verification
from tests.annotation.disagreeing import said
from tests.cast import OTHER_PAGE, SENTENCE, member
from tests.frontend.html import select

SECRET = "Quay-7"  # in everything that the first adjudicator writes
READ_BY_ADJUDICATORS = (
    *("quality", "quality-groups", "quality-confusion", "quality-matrix", "quality-habits", "quality-items"),
    *("quality-audit", "quality-evidence", "quality-balance", "quality-production", "quality-time", "quality-nei"),
    *("quality-adjudicate", "quality-discussions", "quality-adjudicators", "quality-adjudicator-claims", "releases"),
)


@pytest.fixture
def claim(project, manager, verifier, other_verifier, claims):
    """Decided by the first of two adjudicators, who also wrote about it before and after."""
    said(project, verifier, "SUPPORTS", [SENTENCE])
    said(project, other_verifier, "REFUTES", [OTHER_PAGE])
    project.second_adjudication_share = 100
    project.edit_hours = 24
    project.save()
    ada, _ben, _cleo = (member(project, name, Role.ADJUDICATOR) for name in ("ada", "ben", "cleo"))
    claim = claims[0]
    claim.project = project
    write(claim=claim, by=ada, speaker=Speaker.ADJUDICATOR, text="Before it.")
    decide(claim, ada, note=SECRET)
    write(claim=claim, by=ada, speaker=Speaker.ADJUDICATOR, text=f"After it: {SECRET}.")
    send_back(verification=Verification.objects.filter(claim=claim).first(), by=ada, note=SECRET)
    return claim


def decide(claim, person, verdict="REFUTES", **more):
    return adjudicate(
        claim=claim, adjudicator=person, kind="new", error_type="guidelines", verdict=verdict, challenge="Other",
        evidence_sets=[[SENTENCE]], **more,
    )  # fmt: skip


@pytest.fixture
def second(claim, django_user_model):
    return django_user_model.objects.get(pk=doubled(claim.project)[claim.pk].asked)


@pytest.fixture
def third(claim, second, django_user_model):
    return django_user_model.objects.get(username="cleo" if second.username == "ben" else "ben")


def page(client, person, name, *args, **query):
    client.force_login(person)
    return client.get(reverse(name, args=["harbour", *args]), query)


def form(claim, verdict, base=0):
    return {
        "outcome": "own", "verdict": verdict, "challenge": "Other", "piece": f"1 {SENTENCE}",
        "error_type": "guidelines", "base_revision": base,
    }  # fmt: skip


def test_whoever_is_or_may_be_asked_reads_nothing_of_the_first_decision(client, claim, second, third):
    for person in (second, third):
        asked = [(name, (), {}) for name in READ_BY_ADJUDICATORS]
        asked += [("quality-adjudicate", (), {"show": "done"}), ("quality-adjudicate", (), {"show": "evidence"})]
        asked += [
            (name, (claim.pk,), {})
            for name in ("quality-adjudicate-claim", "quality-discussion", "quality-side-by-side")
        ]
        for name, args, query in asked:
            answer = page(client, person, name, *args, **query)
            assert answer.status_code == 200, name
            assert SECRET not in answer.text and "ada" not in answer.text.split("</head>")[-1].split(), name
        assert "Before it." in page(client, person, "quality-discussion", claim.pk).text
        (row,) = select(page(client, person, "quality-discussions").text, "[data-claim]")
        assert row.attributes["data-unread"] == "0"  # the later message is none
        assert not select(page(client, person, "quality-adjudicate", show="done").text, "th.grow a")
        html = page(client, person, "quality-adjudicate-claim", claim.pk).text
        assert not select(html, ".notice.success") and not select(html, "[data-test=two]")
        assert bool(select(html, "#decision")) == (person == second)
        assert len(select(page(client, person, "quality-adjudicate").text, "th.grow a")) == (person == second)


def test_the_first_finds_their_decision_and_changes_it_until_the_second_comes(client, claim, second):
    ada = claim.adjudications.get().adjudicator
    write(claim=claim, by=second, speaker=Speaker.ADJUDICATOR, text="I say SUPPORTS.")
    html = page(client, ada, "quality-discussion", claim.pk).text
    assert SECRET in html and "I say SUPPORTS." not in html
    assert len(select(page(client, ada, "quality-adjudicate", show="done").text, "th.grow a")) == 1
    html = page(client, ada, "quality-adjudicate-claim", claim.pk).text
    assert select(html, ".notice.success") and select(html, "#decision") and not select(html, "[data-test=two]")
    address = reverse("quality-adjudicate-claim", args=["harbour", claim.pk])
    assert client.post(address, form(claim, "SUPPORTS", 1)).status_code == 302
    client.force_login(second)
    assert client.post(address, form(claim, "SUPPORTS")).status_code == 302
    assert SecondAdjudication.objects.get().state == "agreed"
    html = page(client, ada, "quality-adjudicate-claim", claim.pk).text
    assert select(html, ".notice.success") and not select(html, "#decision") and select(html, "[data-test=refused]")


def test_a_manager_finds_what_differs_and_decides(client, claim, manager, second, project):
    decide(claim, second, "SUPPORTS")
    html = page(client, manager, "manage").text
    assert reverse("manage-second-decisions", args=["harbour"]) in html
    (row,) = select(page(client, manager, "manage-second-decisions").text, "tbody tr")
    assert row.attributes["data-state"] == "different" and "ada" in row.text() and second.username in row.text()
    html = page(client, manager, "quality-adjudicate-claim", claim.pk).text
    (two,) = select(html, "[data-test=two]")
    assert [one.attributes["data-turn"] for one in select(html, "[data-turn]")] == ["1", "2"]
    assert two.attributes["data-state"] == "different" and SECRET in html
    (base,) = select(html, "#decision [name=base_revision]")
    address = reverse("quality-adjudicate-claim", args=["harbour", claim.pk])
    taken_over = {"outcome": "second", "error_type": "guidelines", "base_revision": base.attributes["value"]}
    assert client.post(address, taken_over).status_code == 302
    final = Adjudication.objects.get(is_current=True)
    assert (final.turn, final.verdict, final.adjudicator) == (3, "SUPPORTS", manager)
    numbers = page(client, second, "quality-adjudicators")
    values = {one.name: one.result for one in numbers.context["report"].figures}
    assert values["adjudicators.agreed"].value == 0 and values["adjudicators.percent"].items == 1
    for query in ({}, {"first": "REFUTES", "second": "SUPPORTS"}, {"agreed": "no"}):
        assert len(select(page(client, second, "quality-adjudicator-claims", **query).text, "tbody tr")) == 1
    html = page(client, second, "quality-adjudicator-claims", first="SUPPORTS", second="REFUTES").text
    assert not select(html, "tbody tr") and "maya" not in html
    client.force_login(manager)
    found = json.loads(client.get("/api/v1/projects/harbour/agreement/").content)["adjudicators"]
    assert (found["items"], found["agreed"], found["figures"][2]["name"]) == (1, 0, "adjudicators.kappa")


def test_a_manager_sets_the_share_after_a_preview_and_does_without_a_second(client, claim, manager, project, claims):
    address = reverse("manage-quality-rules", args=["harbour"])
    client.force_login(manager)
    (shown,) = select(client.get(address).text, "[data-test=second]")
    assert shown.attributes["data-number"] == "0"  # the only one that waits is decided by the first
    rules = {
        "third_verifier": "off", "gold_least": 20, "gold_below": 60, "qa_below": "0.40", "qa_share": 30,
        "second_adjudication_share": 40,
    }  # fmt: skip
    assert client.post(address, rules | {"step": "preview"}).status_code == 200
    project.refresh_from_db()
    assert project.second_adjudication_share == 100
    assert client.post(address, rules | {"step": "save"}).status_code == 302
    project.refresh_from_db()
    assert project.second_adjudication_share == 40
    assert client.post(address, rules | {"step": "save", "second_adjudication_share": 101}).status_code == 400
    listed = reverse("manage-second-decisions", args=["harbour"])
    assert len(select(client.get(listed, {"show": "waiting"}).text, "tbody tr")) == 1
    client.post(listed, {"claim": [claim.pk, claims[1].pk, "x"]})
    row = SecondAdjudication.objects.get()
    assert (row.state, row.closed_by) == ("waived", manager) and Adjudication.objects.get().is_current
