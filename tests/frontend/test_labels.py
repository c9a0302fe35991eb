"""The labels of a project: managers change them before work begins, afterwards their words and marks alone."""

from __future__ import annotations

import pytest
from django.test import Client

from annotation.models import Project
from annotation.projects.label_sets import label_set_json, label_set_of
from annotation.quality.label_choice import choose_labels
from annotation.vocabulary.label_set_json import label_set_from
from annotation.vocabulary.verdicts import VERDICTS
from tests.annotation.labels import FIVE, VALUES
from tests.frontend.html import select
from tests.frontend.submitting import submitted
from tests.workflows.conftest import registered, toy  # noqa: F401 - fixtures

PAGE = "/p/harbour/manage/settings/labels/"


@pytest.fixture
def client(client: Client, manager) -> Client:
    """The manager's browser."""
    client.force_login(manager)
    return client


def as_shown(client: Client, answer=None) -> dict[str, str]:
    """What the browser would send of the form, unchanged."""
    text = (answer or client.get(PAGE)).text
    sent: dict[str, str] = {}
    for box in select(text, "form.labels input"):
        name, given = box.attributes.get("name"), box.attributes
        if name and "disabled" not in given and (given.get("type") != "checkbox" or "checked" in given):
            sent[name] = given.get("value") or ("on" if given.get("type") == "checkbox" else "")
    for box in select(text, "form.labels select option[selected]"):
        if "disabled" not in box.parent.attributes:
            sent[str(box.parent.attributes["name"])] = box.attributes["value"] or ""
    return sent


def save(client: Client, **changes: str):
    sent = as_shown(client) | {name.replace("__", "-"): value for name, value in changes.items()} | {"save": "1"}
    return client.post(PAGE, {name: value for name, value in sent.items() if value is not None})


def wrong(answer) -> set[str]:
    """The fields with an error."""
    assert answer.status_code == 400
    return {box.attributes["id"].removesuffix("_error") for box in select(answer.text, ".field .errors")}


def test_the_verdicts_of_feverous_as_json_are_those_of_feverous(project):
    same = label_set_from(label_set_json(project))
    assert [(one.value, one.meaning, one.style, one.needs_evidence, str(one.name)) for one in same] == [
        (one.value, one.meaning, one.style, one.needs_evidence, str(one.name)) for one in VERDICTS
    ]
    assert [[str(text) for text in one.questions] for one in same] == [
        [str(text) for text in one.questions] for one in VERDICTS
    ]


def test_unchanged_labels_stay_those_of_feverous(client, project):
    assert save(client).status_code == 302
    project.refresh_from_db()
    assert project.label_set is None


def test_a_label_is_changed_in_every_part(client, project):
    answer = save(
        client,
        **{"label-0-value": "yes", "label-0-name_en": "Yes", "label-0-name_de": "Ja", "label-0-style": "mixed"},
        **{"label-0-meaning": "", "label-2-needs_evidence": None, "is_ordinal": "on"},
    )
    assert answer.status_code == 302
    project.refresh_from_db()
    labels = label_set_of(project)
    assert labels.values == ("yes", "REFUTES", "NOT ENOUGH INFO") and labels.is_ordinal
    assert (labels.style("yes"), labels.of["yes"].meaning, labels.name("yes")) == ("mixed", None, "Yes")
    assert [one.needs_evidence for one in labels] == [True, True, False]
    assert [len(one.questions) for one in labels] == [2, 2, 2]  # the form does not show them


@pytest.mark.parametrize(
    ("action", "values"),
    [
        ({"down": "0"}, ["REFUTES", "SUPPORTS", "NOT ENOUGH INFO"]),
        ({"up": "2"}, ["SUPPORTS", "NOT ENOUGH INFO", "REFUTES"]),
        ({"up": "0"}, ["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"]),
        ({"down": "7"}, ["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"]),
        ({"remove": "1"}, ["SUPPORTS", "NOT ENOUGH INFO"]),
        ({"add": "1"}, ["SUPPORTS", "REFUTES", "NOT ENOUGH INFO", ""]),
    ],
)
def test_a_label_is_moved_added_or_removed_and_then_saved(client, project, action, values):
    answer = client.post(PAGE, as_shown(client) | action)
    assert answer.status_code == 200
    sent = as_shown(client, answer)
    assert [sent[f"label-{at}-value"] for at in range(int(sent["labels"]))] == values
    project.refresh_from_db()
    assert project.label_set is None  # not yet
    saved = client.post(PAGE, sent | {"save": "1"} | ({"label-3-value": "mixed"} if "add" in action else {}))
    assert saved.status_code == 302
    project.refresh_from_db()
    assert label_set_of(project).values == tuple(value or "mixed" for value in values)


def test_what_was_typed_stays_where_a_label_moves(client):
    sent = as_shown(client) | {"label-0-name_de": "Belegt!", "down": "0"}
    moved = client.post(PAGE, sent)
    assert as_shown(client, moved)["label-1-name_de"] == "Belegt!"
    (button,) = select(moved.text, "[autofocus]")  # the keyboard goes on where the label is
    assert (button.attributes["name"], button.attributes["value"]) == ("down", "1")


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({"label-1-value": ""}, {"id_label-1-value"}),
        ({"label-1-value": "a+b"}, {"id_label-1-value"}),
        ({"label-1-value": "x" * 41}, {"id_label-1-value"}),
        ({"label-1-value": "supports"}, {"id_label-1-value"}),
        ({"label-1-meaning": "supports"}, {"id_label-1-meaning"}),
        ({"label-1-meaning": "perhaps"}, {"id_label-1-meaning"}),
        ({"label-0-style": "pink"}, {"id_label-0-style"}),
        ({"label-2-description_de": "x" * 301}, {"id_label-2-description_de"}),
        ({"label-0-value": "", "label-1-value": ""}, {"id_label-0-value", "id_label-1-value"}),
    ],
)
def test_what_is_wrong_is_said_at_its_field(client, project, changes, fields):
    assert wrong(save(client, **changes)) == fields
    project.refresh_from_db()
    assert project.label_set is None


@pytest.mark.parametrize("count", ["", "1", "0", "x", "-2"])
def test_a_form_with_too_few_labels_is_refused(client, project, count):
    assert save(client, labels=count).status_code == 400
    project.refresh_from_db()
    assert project.label_set is None


def test_after_work_has_begun_only_words_and_marks_change(client, project, assignment):
    submitted(assignment)
    assert not select(client.get(PAGE).text, "[name=up], [name=add], [name=remove], input[name$=value]:not([disabled])")
    sent = {"label-0-name_en": "Confirmed", "label-0-style": "plain", "label-0-value": "yes", "label-1-meaning": ""}
    assert save(client, labels="2", is_ordinal="on", **sent).status_code == 302
    project.refresh_from_db()
    labels = label_set_of(project)
    assert labels.values == VERDICTS.values and not labels.is_ordinal
    assert [one.meaning for one in labels] == [one.meaning for one in VERDICTS]
    assert (labels.name("SUPPORTS"), labels.style("SUPPORTS")) == ("Confirmed", "plain")
    assert client.post(PAGE, as_shown(client) | {"down": "0"}).status_code in {200, 400}
    project.refresh_from_db()
    assert label_set_of(project).values == VERDICTS.values


def test_work_that_begins_meanwhile_is_said(client, project, assignment, monkeypatch):
    """The page was opened before, and is sent a moment after, the first submission."""
    sent = as_shown(client) | {"label-0-value": "yes", "save": "1"}
    submitted(assignment)
    monkeypatch.setattr("frontend.views.labels.are_in_use", lambda _project: False)
    answer = client.post(PAGE, sent)
    assert answer.status_code == 400 and select(answer.text, ".error-summary li")
    project.refresh_from_db()
    assert project.label_set is None


def test_labels_of_claims_are_not_lost(client, project, claims):
    project.claims.update(intended_label="REFUTES")
    assert save(client, **{"label-1-value": "no"}).status_code == 400
    assert save(client, **{"label-0-value": "yes"}).status_code == 302


def test_a_set_of_its_own_is_shown_with_its_scale(client, project):
    choose_labels(project, FIVE)
    sent = as_shown(client)
    assert [sent[f"label-{at}-value"] for at in range(5)] == list(VALUES)
    assert sent["is_ordinal"] == "on"


def test_labels_of_other_kinds_of_work_are_shown_alone(client, toy):  # noqa: F811
    page = client.get(PAGE).text
    assert [box.text() for box in select(page, "#labels-toy ~ .table-scroll code")] == ["yes", "no", "unclear"]
    toy.workflows = ["toy"]
    toy.save()
    page = client.get(PAGE).text
    assert not select(page, "form.labels") and select(page, "#labels-toy")
    toy.workflows = ["claim_generation"]
    toy.save()
    empty = client.get(PAGE)
    assert empty.status_code == 200 and not select(empty.text, "form.labels, table")
    assert not select(client.get("/p/harbour/manage/settings/").text, f"a[href='{PAGE}']")


def test_the_settings_lead_there(client, project: Project):
    assert select(client.get("/p/harbour/manage/settings/").text, f"a[href='{PAGE}']")
