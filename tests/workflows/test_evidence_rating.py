"""Evidence rating: items, who may rate which, what is submitted, gold, and the way through a release and back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from annotation.models import Assignment, Project, Task, User
from annotation.projects.models import Role
from annotation.quality.adjudication.task_decisions import decide_task
from annotation.quality.calibration.models import GoldItem
from annotation.release.write import write_release
from annotation.work.gold import Answer, Gold
from annotation.workflows.evidence_rating.importing import add_items
from annotation.workflows.evidence_rating.models import SLUG, EvidenceRating, RatedEvidence
from annotation.workflows.evidence_rating.scales import scales
from annotation.workflows.evidence_rating.scoring import score_rating
from tests.cast import member
from tests.workflows.fact_checks import api, send, take

pytestmark = pytest.mark.django_db
SECRET_SYSTEM, SECRET_LABEL, SECRET_REFERENCE = "Zsystem", "Zlabel", "Zreference"
POINTS = dict(zip(scales().names, (3, 4, 5, 2, 1), strict=True))
GOOD = {"major_error": "none", "verdict": "Refuted", "scores": POINTS}


def item(number: int, system: str = SECRET_SYSTEM, **more: Any) -> dict[str, Any]:
    return {
        "claim_id": number,
        "claim": f"Claim {number} was said.",
        "speaker": "A speaker",
        "claim_date": "2020-10-01",
        "label": SECRET_LABEL,
        "system": system,
        "evidence": [{"question": "Was it?", "answer": f"No, not {number}.", "url": "https://a.example/x"}],
        "reference": [{"question": "Was it so?", "answer": SECRET_REFERENCE}],
    } | more


@pytest.fixture
def rating(project: Project) -> Project:
    project.workflows = [SLUG]
    project.verifications_per_person = None
    project.save()
    return project


def rate(project: Project, person: User, **changed: Any) -> dict[str, Any]:
    """Take the next and rate it; what was shown."""
    taken = take(person, project, SLUG)
    assert taken is not None
    answer = send(person, taken, GOOD | changed)
    assert answer.status_code == 200, answer.content
    return taken


def test_items_are_added_once_by_claim_and_system(rating):
    added = add_items(rating, [item(1, "A"), item(1, "B"), item(1, "A "), item(2, claim="")], None)
    assert (added.created, added.known, [place for place, _why in added.problems]) == (2, 1, [3])
    again = add_items(rating, [item(1, "B", claim="claim 1 WAS said"), item(3, "A")], None, raters=3)
    assert (again.created, again.known) == (1, 1)
    stored = RatedEvidence.objects.values_list("claim_id", "system", "task__required_annotations")
    assert set(stored) == {("1", "A", 1), ("1", "B", 1), ("3", "A", 3)}


def test_who_is_excluded_is_looked_up_together(rating, django_assert_max_num_queries):
    member(rating, "vera", Role.VERIFIER)
    with CaptureQueriesContext(connection) as of_one:
        add_items(rating, [item(1, excluded_users=["vera"])], None)
    with django_assert_max_num_queries(len(of_one)):
        assert add_items(rating, [item(n, excluded_users=["vera"]) for n in range(2, 30)], None).created == 28


def test_what_is_wrong_with_a_row_is_named(rating):
    wrong = {
        "claim_id": item(1, claim_id=True),
        "claim": item(1, claim=7),
        "system": item(1, system=None) | {"system": 3},
        "evidence": item(1, evidence="no list"),
        "evidence[0]": item(1, evidence=["no pair"]),
        "evidence[0].answer": item(1, evidence=[{"question": "a", "answer": "b\x00"}]),
        "reference": item(1, reference=5),
        "excluded_users": item(1, excluded_users=["nobody-here"]),
        "label": item(1, label="x" * 41),
    }
    found = add_items(rating, wrong.values(), None)
    assert [why.partition(":")[0] for _place, why in found.problems] == list(wrong)
    assert not Task.objects.filter(kind=SLUG).exists()


def test_an_import_of_items_goes_through_the_command(rating, tmp_path):
    path = tmp_path / "items.jsonl"
    path.write_text("\n".join(json.dumps(item(number)) for number in (1, 2, 1)))
    call_command("import_dataset", str(path), project="harbour")
    assert RatedEvidence.objects.count() == 2


@pytest.mark.both_databases
def test_a_rating_is_submitted_refused_and_changed(rating, verifier):
    add_items(rating, [item(1)], None)
    taken = take(verifier, rating, SLUG)
    assert taken is not None
    refused = send(verifier, taken, {"major_error": "none", "verdict": "Maybe", "scores": {"coherence": 6}})
    assert refused.status_code == 400
    assert set(refused.json()["error"]["fields"]) == {"verdict", *scales().names}
    assert send(verifier, taken, {}).json()["error"]["fields"].keys() == {"major_error"}
    assert send(verifier, taken, GOOD).status_code == 200
    first = EvidenceRating.objects.get()
    assert (first.major_error, first.label, first.scores) == ("none", "Refuted", POINTS)
    client = Client()
    client.force_login(verifier)
    page = reverse("work", args=[taken["id"]])
    assert "?change" in client.get(page).text and 'name="scores.coherence"' in client.get(f"{page}?change").text
    sent = {"client_id": "9b2f1d4e-0000-4000-8000-000000000001", "base_revision": 1}
    changed = sent | {"major_error": "irrelevant", "verdict": "", "scores": POINTS}
    address = f"/api/v1/assignments/{taken['id']}/revision/"
    assert api(verifier).put(address, changed, format="json").status_code == 200
    second = EvidenceRating.objects.get(submission__is_current=True)
    assert (second.major_error, second.label, second.scores) == ("irrelevant", "no_verdict", {})


def test_nobody_rates_evidence_of_their_own_team(rating):
    vera, viktor = (member(rating, name, Role.VERIFIER) for name in ("vera", "viktor"))
    add_items(rating, [item(1, excluded_users=["vera"])], None)
    assert take(vera, rating, SLUG) is None
    assert take(viktor, rating, SLUG) is not None
    task = Task.objects.get(kind=SLUG)
    assert Assignment.objects.filter(task=task).count() == 1


@pytest.mark.both_databases
def test_two_systems_evidence_for_a_claim_does_not_come_in_a_row(rating, verifier):
    """Unless nothing else is left."""
    add_items(rating, [item(number, system) for number in (1, 2) for system in "ABC"], None)
    seen = [rate(rating, verifier)["claim"]["text"] for _ in range(5)]
    assert all(one != other for one, other in zip(seen, seen[1:], strict=False))
    Task.objects.filter(kind=SLUG, assigned_count=0).delete()
    last = Assignment.objects.order_by("-pk")[0].task.rated_evidence
    add_items(rating, [item(int(last.claim_id), "D")], None)
    assert rate(rating, verifier)["claim"]["text"] == last.claim


def test_nothing_that_a_rater_gets_tells_the_system_or_gold(rating, verifier):
    add_items(rating, [item(number, system) for number in (1, 2) for system in (SECRET_SYSTEM, "Zsystem2")], None)
    client = Client()
    client.force_login(verifier)
    texts = []
    for _ in range(4):
        taken = rate(rating, verifier)
        page = reverse("work", args=[taken["id"]])
        texts += [json.dumps(taken), page, client.get(page).text, client.get(f"{page}?change").text]
        texts += [client.get("/my-work/").text, client.get(f"/api/v1/assignments/{taken['id']}/").content.decode()]
        assert set(taken) == {
            *("id", "kind", "state", "leased_until", "elapsed_seconds", "active_seconds", "project", "claim"),
            *("evidence", "form", "draft", "operations_received", "submitted"),
        }
        assert set(taken["claim"]) == {"text", "speaker", "date"}
        assert all(set(one) <= {"question", "answer", "url"} for one in taken["evidence"])
    hidden = [SECRET_SYSTEM, SECRET_LABEL, SECRET_REFERENCE]
    hidden += RatedEvidence.objects.values_list("digest", flat=True)
    assert [one for one in hidden for text in texts if one in text] == []
    order = Task.objects.filter(kind=SLUG).order_by("position").values_list("rated_evidence__system", flat=True)
    assert list(order) != sorted(order)  # of a hash


def test_a_score_compares_each_scale():
    gold = Gold("Refuted", body={"major_error": "none", "scores": {"coherence": 4, "relevance": 2, "redundancy": 5}})
    mine = Answer("Refuted", body={"major_error": "none", "scores": {"coherence": 4, "relevance": 3, "redundancy": 1}})
    found = score_rating(mine, gold)
    assert found.verdict_right
    assert found.fields == pytest.approx({"major_error": 1, "scales_exact": 1 / 3, "scales_within_one": 2 / 3})
    error = score_rating(Answer("no_verdict", body={"major_error": "empty", "scores": {}}), gold)
    assert set(error.fields.values()) == {0}


def test_gold_calibrates_raters(rating, manager, tmp_path):
    rating.calibration, rating.calibration_items = True, 1
    rating.save()
    row = {"rater": "gold", "id": 9, "claim": "It was dry.", "predicted_evidence": [{"question": "q", "answer": "a"}]}
    row |= {"major_error": "none", "verdict_from_evidence": "Supported", **POINTS}
    for phase, number in (("1", 9), ("2", 10)):
        path = tmp_path / f"gold{phase}.jsonl"
        path.write_text(json.dumps(row | {"id": number}))
        call_command("import_gold", path, project="harbour", phase=phase, kind=SLUG)
    gold = GoldItem.objects.get(task__phase=1)
    assert (gold.verdict, gold.references) == ("Supported", {"major_error": "none", "scores": POINTS})
    vera = member(rating, "vera", Role.VERIFIER)
    rate(rating, vera, scores=POINTS | {"relevance": 3})
    score = vera.calibrations.get().scores["1"]
    assert (score["accuracy"], score["fields"]["scales_exact"]) == (0, 0.8)
    client = Client()
    client.force_login(vera)
    answered = EvidenceRating.objects.get().submission_id
    shown = [client.get(f"/p/harbour/calibration/{pk}/").text for pk in (gold.pk, answered)]
    assert any("gold-comparison" in text for text in shown)


def test_ratings_are_released_and_read_again(rating, manager, tmp_path):
    add_items(rating, [item(1), item(2, reference=None)], None, raters=2)
    people = [member(rating, name, Role.VERIFIER) for name in ("vera", "viktor")]
    for person, verdict in zip(people, ("Refuted", "Supported"), strict=True):
        rate(rating, person, verdict=verdict)
    rate(rating, people[0], major_error="empty", verdict="")
    split = Task.objects.get(assigned_count=2)
    decide_task(task=split, adjudicator=manager, label="Supported")
    write_release(rating, tmp_path / "out")
    rows = lines(tmp_path / "out" / "ratings.jsonl")
    assert [row["major_error"] for row in rows].count("none") == 2
    assert {row["system"] for row in rows} == {SECRET_SYSTEM}
    assert not {"vera", "viktor"} & {row["annotator"] for row in rows}
    items = lines(tmp_path / "out" / f"{SLUG}.jsonl")
    assert ("Supported", "adjudicated") in {(row["label"], row["source"]) for row in items}
    call_command("import_dataset", str(tmp_path / "out" / "ratings.jsonl"), project="again", corpus=rating.corpus.slug)
    again = Project.objects.get(slug="again")
    assert again.workflows == [SLUG]
    assert EvidenceRating.objects.filter(submission__assignment__project=again).count() == 3
    write_release(again, tmp_path / "more")
    assert sorted(lines(tmp_path / "more" / "ratings.jsonl"), key=str) == sorted(rows, key=str)


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]
