"""The page that shows what suggestions do, over work that came through the API, and the settings beside it."""

from __future__ import annotations

import csv
import io
import re
import uuid

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from annotation.models import Project, SuggestionArm, SuggestionRun, User, Verification
from annotation.projects.models import Role
from annotation.suggestions.comparison import compare, differs
from annotation.suggestions.enqueue import KIND
from annotation.suggestions.measures import MEASURES
from annotation.suggestions.payload import suggestions_for
from annotation.suggestions.queries import works
from annotation.work.assignment import assign_next
from annotation.work.submission import submit
from annotation.workflows.kinds import TaskKind
from jobs.models import Job
from jobs.runner import run_next
from tests.cast import CELL, SENTENCE, member, tasks_of
from tests.prepared import simulated_project


@pytest.fixture
def plug(settings):
    settings.ATTEST_SUGGESTER = "tests.suggestions.plugs.three"


@pytest.fixture
def large(db):
    return simulated_project(annotators=18, claims=600, seed=4, qa=200)


@pytest.fixture
def small(db) -> Project:
    project, _planted = simulated_project(annotators=9, claims=60, seed=4, qa=20)
    return project


def page(person: User, name: str, project: Project, query: str = "") -> str:
    client = Client()
    client.force_login(person)
    answer = client.get(reverse(name, kwargs={"slug": project.slug}) + query)
    assert answer.status_code == 200
    return answer.content.decode()


def operation(sequence: int, name: str, value: str, **detail):
    return {
        "sequence": sequence,
        "name": name,
        "value": value,
        "seconds": sequence,
        "active_seconds": sequence,
        "detail": detail,
    }


def submitted(assignment, verdict="SUPPORTS"):
    """Shown three suggestions: one accepted, one dismissed; and an element of one's own."""
    suggestions_for(assignment)
    steps = [
        operation(1, "suggestion-shown", SENTENCE, rank=1),
        operation(2, "suggestion-shown", "Harbour League_sentence_1", rank=2),
        operation(3, "suggestion-shown", CELL, rank=1),
        operation(4, "suggestion-accepted", SENTENCE, rank=1, set=0),
        operation(5, "Highlighting", SENTENCE, set=0),
        operation(6, "suggestion-dismissed", CELL, rank=1),
        operation(7, "Now on", "Anna Berg"),
        operation(8, "Highlighting", "Anna Berg_sentence_0", set=0),
    ]
    submit(
        assignment=assignment,
        client_id=uuid.uuid4(),
        verdict=verdict,
        challenge="Other",
        evidence_sets=[[SENTENCE, "Anna Berg_sentence_0"]],
        operations=steps,
    )


# --- What is read ----------------------------------------------------------------------------------------------------
def test_a_verification_is_read_as_it_was_made(plug, project, claims, verifier, other_verifier):
    while run_next():
        pass
    tasks_of(claims[0]).update(required_annotations=2)
    for person, verdict in ((verifier, "SUPPORTS"), (other_verifier, "REFUTES")):
        submitted(assign_next(person=person, project=project, kind=TaskKind.CLAIM_VERIFICATION), verdict)
    first, second = works(project)
    assert (first.arm, first.shown, first.accepted, first.dismissed, first.from_suggestions) == ("after", 3, 1, 1, 1)
    assert first.elements == {SENTENCE, "Anna Berg_sentence_0"}
    assert first.suggested == frozenset({SENTENCE, "Harbour League_sentence_1", CELL})
    assert (first.compared, first.agreeing, second.agreeing) == (1, 0, 0)
    assert first.seconds == 8


def test_the_arm_never_is_compared_with_what_the_model_would_have_shown(plug, project, claims, verifier):
    while run_next():
        pass
    Project.objects.update(suggestion_arms={"none": 1})
    project.refresh_from_db()
    assignment = assign_next(person=verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION)
    submitted(assignment)
    (one,) = works(project)
    assert SuggestionArm.objects.get().run == SuggestionRun.objects.get(claim=claims[0])
    assert (one.arm, one.suggested) == ("none", frozenset({SENTENCE, "Harbour League_sentence_1", CELL}))


def test_calibration_is_not_counted(plug, project, assignment):
    while run_next():
        pass
    submitted(assignment)
    assert len(list(works(project))) == 1
    assignment.task.phase = 1
    assignment.task.save()
    assert list(works(project)) == []


# --- The planted bias ------------------------------------------------------------------------------------------------
def test_the_planted_bias_shows(large):
    project, planted = large
    found = {one.arm: one for one in compare(works(project), MEASURES)}
    assert set(found) == {"none", "after", "at_once"}
    assert differs(found["at_once"].differences["overlap"])
    assert found["at_once"].differences["overlap"].value > 0.05
    assert not differs(found["after"].differences["overlap"]) or found["after"].differences["overlap"].value < (
        found["at_once"].differences["overlap"].value
    )
    someone = User.objects.get(username=planted.anchored)
    alone = {one.arm: one for one in compare([work for work in works(project) if work.person == someone.pk], MEASURES)}
    for arm in ("after", "at_once"):
        assert alone[arm].differences["overlap"].interval.low > 0
        assert alone[arm].values["accepted"].value == 1


def test_the_page_says_who_is_led(large):
    project, planted = large
    manager = member(project, "maya", Role.MANAGER)
    someone = User.objects.get(username=planted.anchored)
    text = page(manager, "quality-suggestions", project)
    assert f"{someone.get_username()} ▲" in text
    assert "Overlap of evidence with the model: +0." in text
    alone = page(manager, "quality-suggestions", project, f"?person={someone.pk}")
    assert "data-person" in alone and "data-person" not in text and someone.get_username() in alone


def test_a_difference_has_its_sign_and_is_said_only_where_there_is_one(large):
    project, _planted = large
    text = page(member(project, "maya", Role.MANAGER), "quality-suggestions", project)
    rows = {name: row for row in text.split("<tr>") for name in re.findall(r"<summary>([^<]+)</summary>", row)}
    arms = {one.arm: one for one in compare(works(project), MEASURES)}
    more = arms["at_once"].differences["overlap"].value
    assert f"+{more:.3f}" in rows["Overlap of evidence with the model"]
    for name in ("Evidence that came from suggestions", "Suggestions accepted", "Suggestions dismissed"):
        assert "data-difference" not in rows[name]


def test_every_number_opens_its_rows(small):
    manager = member(small, "maya", Role.MANAGER)
    text = page(manager, "quality-suggestions", small)
    links = set(re.findall(r'href="(/p/demo-large/quality/suggestions/rows/[^"]*)"', text))
    assert len(links) >= 3 * 9
    client = Client()
    client.force_login(manager)
    for link in sorted(links)[:12]:
        answer = client.get(link.replace("&amp;", "&"))
        assert answer.status_code == 200 and len(answer.context["rows"]) > 0


def test_the_rows_are_those_that_the_number_counts(small):
    client = Client()
    client.force_login(member(small, "maya", Role.MANAGER))
    address = reverse("quality-suggested", kwargs={"slug": small.slug})
    answer = client.get(address, {"arm": "at_once", "measure": "overlap"})
    counted = [work for work in works(small) if work.arm == "at_once" and work.suggested and work.elements]
    assert answer.context["page"].paginator.count == len(counted)
    assert {row["work"].arm for row in answer.context["rows"]} == {"at_once"}
    first = answer.context["rows"][0]
    assert first["found"] == len(first["work"].elements)  # the highest first


def test_the_csv_has_every_number_of_the_page(small):
    text = page(member(small, "maya", Role.MANAGER), "quality-suggestions", small, "?file=suggestions.csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == 9 * 3
    row = next(row for row in rows if (row["measure"], row["arm"]) == ("overlap", "at_once"))
    found = next(one for one in compare(works(small), MEASURES) if one.arm == "at_once")
    assert float(row["value"]) == found.values["overlap"].value
    assert float(row["difference_low"]) == found.differences["overlap"].interval.low


def test_without_a_control_the_page_says_so(plug, project, manager, assignment):
    while run_next():
        pass
    submitted(assignment)
    text = page(manager, "quality-suggestions", project)
    assert "data-no-control" in text


# --- Settings --------------------------------------------------------------------------------------------------------
def saved(manager: User, project: Project, **changed: str):
    client = Client()
    client.force_login(manager)
    address = reverse("manage-settings", kwargs={"slug": project.slug})
    html = client.get(address).content.decode()
    fields = dict(re.findall(r'name="(initial-[a-z_]+)" value="([^"]*)"', html))
    given = {name.removeprefix("initial-"): value for name, value in fields.items() if value != "False"}
    answer = client.post(address, fields | given | changed | {"save": "1"})
    project.refresh_from_db()
    return answer


def test_a_manager_sets_the_weights(manager, project):
    assert saved(manager, project, suggestions_none="1", suggestions_at_once="2").status_code == 302
    assert project.suggestion_arms == {"none": 1, "after": 1, "at_once": 2}


def test_weights_that_are_all_0_are_refused(manager, project):
    answer = saved(manager, project, suggestions_after="0")
    assert answer.status_code == 400 and "One of the three must be above 0." in answer.content.decode()
    assert project.suggestion_arms["after"] == 1


def test_switching_suggestions_on_looks_for_them(manager, project, claims):
    Project.objects.update(suggestions_on=False)
    Job.objects.filter(kind=KIND).delete()
    project.refresh_from_db()
    saved(manager, project, suggestions_on="on")
    assert project.suggestions_on and Job.objects.filter(kind=KIND, project=project).count() == 1


def test_the_demo_asks_for_suggestions(db):
    call_command("setup_demo", stdout=io.StringIO())
    demo = Project.objects.get(slug="demo")
    assert Job.objects.filter(kind=KIND, project=demo).count() == 1
    while run_next():
        pass
    text = io.StringIO()
    call_command("suggest_evidence", project="demo", recall=True, stdout=text)
    lines = re.findall(r"^  (.*?)  +([\d.]+)%? +([\d.]+)%$", text.getvalue(), re.MULTILINE)
    budget = {name: float(value) for name, value, _shown in lines}
    shown = {name: float(value) for name, _budget, value in lines}
    whole = "a whole evidence set (evidence recall)"
    assert (budget[whole] >= 60, shown[whole] >= 35) == (True, True)
    assert shown["share of these in an evidence set"] > budget["share of these in an evidence set"]
    kinds = re.findall(r"^    (\w+) +(\d+) of (\d+) +(\d+) of (\d+)$", text.getvalue(), re.MULTILINE)
    assert {name for name, *_ in kinds} == {"sentence", "cell", "header_cell", "table_caption", "item"}
    found = {name: int(hits) for name, hits, *_ in kinds}
    assert found["header_cell"] and found["table_caption"] and found["cell"] >= 85
    assert Verification.objects.filter(claim__project=demo).exists()
