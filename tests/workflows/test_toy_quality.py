"""The quality of a third workflow, by a folder and a registry line alone: agreement and adjudication."""

from __future__ import annotations

import uuid
from dataclasses import replace

import pytest
from django.db.models import Q
from django.test import Client

from annotation.errors import AnnotationError
from annotation.models import Project, Submission, Task
from annotation.projects.models import Role
from annotation.quality.adjudication.task_decisions import decide_task
from annotation.quality.agreement.queries import items_of, label_report
from annotation.quality.agreement.result import value_of
from annotation.work.assignment import assign_next
from annotation.work.registry import get_workflow, workflows
from annotation.work.submission import submit
from tests.cast import member
from tests.frontend.html import select, texts

pytestmark = pytest.mark.both_databases
QUALITY = "/p/harbour/quality/"


def answered(project: Project, name: str, *answers: str) -> list[Submission]:
    """The answers of one person, in the order of the queue."""
    person = member(project, name, Role.VERIFIER)
    made = []
    for answer in answers:
        taken = assign_next(person=person, project=project, kind="toy")
        assert taken is not None
        stored, _new = submit(assignment=taken, client_id=uuid.uuid4(), answer=answer)
        made.append(stored.submission)
    return made


@pytest.fixture
def compared(toy: Project) -> Project:
    """Three texts that two people answered: they agree on two."""
    Task.objects.filter(kind="toy").update(required_annotations=2)
    answered(toy, "vera", "yes", "no", "yes")
    answered(toy, "viktor", "yes", "no", "no")
    return toy


@pytest.fixture
def manager_client(project: Project) -> Client:
    client = Client()
    client.force_login(member(project, "maya", Role.MANAGER))
    return client


# --- Agreement -------------------------------------------------------------------------------------------------------
def test_agreement_is_computed_from_its_labels(compared, django_assert_num_queries):
    with django_assert_num_queries(1):
        report = label_report(compared, get_workflow("toy"))
    values = {one.name: round(value_of(one.result) or 0, 4) for one in report.figures}
    assert values == {
        "label.alpha": 0.4444,  # 1 - 5 * 2 / 18
        "label.ac1": 0.5556,  # chance: 2 * 1/2 * 1/2 / 2
        "label.fleiss_2": 0.3333,  # chance: 1/2
        "label.fleiss": 0.3333,
        "label.percent": 0.6667,
        "label.unanimous": 0.6667,
        "label.cohen": 0.4,  # chance: 4/9
    }
    third = Task.objects.filter(kind="toy").order_by("position")[2]
    assert report.figures[0].claims[0] == third.pk  # lowest agreement first


def test_gold_and_revisions_do_not_count(compared):
    Task.objects.filter(kind="toy", position=0).update(phase=1)
    Submission.objects.filter(assignment__task__position=1, assignment__kind="toy").update(is_current=False)
    assert [len(item.ratings) for item in items_of(compared, get_workflow("toy"))] == [2]


def test_managers_see_the_agreement_of_each_workflow(compared, manager_client):
    page = manager_client.get(QUALITY).text
    assert select(page, ".switch a[href='?kind=claim_verification'][aria-current]") and select(page, ".switch a")[1:]
    page = manager_client.get(QUALITY, {"kind": "toy"}).text
    assert texts(page, ".numbers .value") == ["0.444", "0.556", "0.333", "0.333", "0.667", "0.667", "0.400"]
    (link, *_others) = select(page, ".numbers .value a")
    rows = manager_client.get(link.attributes["href"]).text
    assert len(select(rows, "tr[data-task]")) == 3
    assert sorted(texts(rows, "tr[data-task] .verdict")[:2]) == ["no", "yes"]


def test_one_workflow_alone_shows_no_choice(project, manager_client):
    assert not select(manager_client.get(QUALITY).text, ".switch")
    assert manager_client.get(f"{QUALITY}tasks/")["Location"] == QUALITY


def test_where_it_is_the_only_one_agreement_is_its_own(compared, manager_client):
    compared.workflows = ["toy"]
    compared.save()
    page = manager_client.get(QUALITY)
    assert texts(page.text, ".numbers .value")[0] == "0.444" and not select(page.text, ".switch")
    assert select(page.text, f".place-pages a[href='{QUALITY}'][aria-current=page]")


@pytest.mark.parametrize("page", ["", "tasks/"])
@pytest.mark.parametrize("kind", ["nothing", "claim_generation"])
def test_an_unknown_kind_is_not_found_and_the_known_are_named(compared, manager_client, page, kind):
    answer = manager_client.get(QUALITY + page, {"kind": kind})
    assert answer.status_code == 404 and f"“{kind}”" in answer.text and "toy" in answer.text


def test_where_it_is_off_its_agreement_is_not_there(compared, manager_client):
    compared.workflows.remove("toy")
    compared.save()
    assert manager_client.get(QUALITY, {"kind": "toy"}).status_code == 404
    assert manager_client.get(f"{QUALITY}tasks/", {"kind": "toy"}).status_code == 404


# --- Adjudication ----------------------------------------------------------------------------------------------------
TASKS = f"{QUALITY}tasks/"
DISAGREEMENTS = {"kind": "toy", "show": "disagreements"}


def third() -> Task:
    """The text that the two disagree on."""
    return Task.objects.get(kind="toy", position=2)


def test_a_disagreement_is_decided_and_decided_anew(compared, manager_client):
    assert [
        row.attributes["data-task"] for row in select(manager_client.get(TASKS, DISAGREEMENTS).text, "tbody tr")
    ] == [str(third().pk)]
    address = f"{TASKS}{third().pk}/?show=disagreements"
    page = manager_client.get(address).text
    assert sorted(texts(page, ".verdicts-of .verdict")) == ["no", "yes"]
    assert not any(name in page for name in ("vera", "viktor"))
    assert manager_client.post(address, {"label": "SUPPORTS"}).status_code == 400
    done = manager_client.post(address, {"label": "unclear", "note": "It is both.", "base_revision": 0})
    assert done["Location"] == f"{TASKS}?kind=toy&show=disagreements"
    assert texts(manager_client.get(TASKS, DISAGREEMENTS).text, "tbody tr") == []
    decided = manager_client.get(TASKS, {"kind": "toy", "show": "decided"}).text
    assert texts(decided, "td[data-label=Decision] .verdict") == ["unclear"]
    assert manager_client.post(address, {"label": "no", "base_revision": 0}).status_code == 400  # somebody decided
    manager_client.post(address, {"label": "no", "base_revision": 1})
    assert list(third().decisions.values_list("revision", "value", "is_current")) == [
        (1, "unclear", False),
        (2, "no", True),
    ]


def test_agreement_stays_as_it_is_when_somebody_decides(compared, manager):
    before = items_of(compared, get_workflow("toy"))
    decide_task(task=third(), adjudicator=manager, label="yes")
    assert items_of(compared, get_workflow("toy")) == before


@pytest.mark.parametrize("name", ["vera", "viktor"])
def test_nobody_decides_on_what_they_answered(compared, name):
    person = member(compared, name, Role.ADJUDICATOR)
    with pytest.raises(AnnotationError) as caught:
        decide_task(task=third(), adjudicator=person, label="yes")
    assert (caught.value.code, caught.value.status) == ("own_work", 403)
    client = Client()
    client.force_login(person)
    page = client.get(f"{TASKS}{third().pk}/")
    assert page.status_code == 200 and not select(page.text, "form#decision")


def test_nobody_decides_on_what_they_must_not_be_assigned(compared, manager, monkeypatch):
    blind = replace(get_workflow("toy"), exclude=lambda person, project: Q(pk=third().pk))
    monkeypatch.setattr("tests.workflows.toy.workflow.WORKFLOW", blind)
    workflows.cache_clear()
    with pytest.raises(AnnotationError) as caught:
        decide_task(task=third(), adjudicator=manager, label="yes")
    workflows.cache_clear()
    assert caught.value.code == "own_work"


def test_observers_look_on(compared):
    client = Client()
    client.force_login(member(compared, "otto", Role.OBSERVER))
    address = f"{TASKS}{third().pk}/"
    assert not select(client.get(address).text, "form#decision")
    assert client.post(address, {"label": "no"}).status_code in {403, 404}
    assert not third().decisions.exists()


def test_what_one_person_answered_and_gold_is_not_decided(toy, manager, manager_client):
    answered(toy, "vera", "yes")
    task = Task.objects.get(kind="toy", position=0)
    with pytest.raises(AnnotationError) as caught:
        decide_task(task=task, adjudicator=manager, label="yes")
    assert caught.value.code == "not_adjudicable"
    assert manager_client.get(f"{TASKS}{task.pk}/").status_code == 404


def test_claims_keep_their_own_page(claims, manager_client, toy):
    assert manager_client.get(f"{TASKS}{claims[0].verification_item.task.pk}/").status_code == 404
