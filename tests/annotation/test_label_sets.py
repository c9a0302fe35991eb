"""Label sets: read from JSON, chosen by a project, refused once they are in use; the database takes any value."""

from __future__ import annotations

import json

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.utils import translation

from annotation.models import Adjudication, Claim, GoldItem, Project, Verification
from annotation.projects.label_sets import label_set_of
from annotation.quality.label_choice import choose_labels
from annotation.vocabulary.label_set import LabelSet, Meaning, Style
from annotation.vocabulary.label_set_json import BadLabelSet, label_set_from
from annotation.vocabulary.labels import Verdict
from annotation.vocabulary.verdicts import VERDICTS
from annotation.work.registry import get_workflow
from annotation.workflows.kinds import TaskKind
from tests.annotation.disagreeing import submit_work
from tests.annotation.gold import gold_phase
from tests.annotation.labels import FIVE, VALUES
from tests.cast import SENTENCE


def test_the_verdicts_of_feverous_are_the_default(project):
    assert label_set_of(project) is VERDICTS
    assert VERDICTS.values == tuple(Verdict) and not VERDICTS.is_ordinal
    assert VERDICTS.not_enough_info == "NOT ENOUGH INFO"
    assert all(label.needs_evidence and label.description and label.questions for label in VERDICTS)
    assert get_workflow(TaskKind.CLAIM_VERIFICATION).labels is VERDICTS
    assert len(get_workflow(TaskKind.CLAIM_GENERATION).labels) == 0


def test_a_label_set_is_read_with_its_defaults():
    labels = label_set_from(FIVE)
    assert labels.values == tuple(VALUES) and labels.is_ordinal
    assert labels.places["false"] == 4
    assert labels.not_enough_info == "" and labels.meaning(Meaning.REFUTES) == "false"
    assert [label.style for label in labels] == ["supports", "mostly-supports", "mixed", "mostly-refutes", "refutes"]
    assert [label.needs_evidence for label in labels] == [True, True, False, True, True]
    assert labels.needs_evidence("unheard of") and labels.style("unheard of") == ""
    assert labels.spelled("MOSTLY_TRUE") == "mostly true" and labels.spelled(None) is None
    with translation.override("de"):
        assert labels.name("true") == "Wahr" and labels.name("false") == "false"
    with translation.override("en-gb"):
        assert labels.name("true") == "True"


def test_without_a_style_a_label_has_that_of_its_meaning():
    two = label_set_from({"labels": [{"value": "a", "meaning": "not_enough_info"}, {"value": "b"}]})
    assert [label.style for label in two] == [Style.NOT_ENOUGH_INFO, Style.PLAIN]


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (None, "labels"),
        ([], "labels"),
        ({"labels": "true, false"}, "labels"),
        ({"labels": [{"value": "one"}]}, "labels"),
        ({"labels": [{"value": str(n)} for n in range(10)]}, "labels"),
        ({"labels": [{"value": "a"}, {"value": "A"}]}, "labels"),
        ({"labels": [{"value": "a", "meaning": "supports"}, {"value": "b", "meaning": "supports"}]}, "labels"),
        ({"labels": [{"value": "a"}, "b"]}, "labels[1]"),
        ({"labels": [{"value": "a"}, {"name": "b"}]}, "labels[1].value"),
        ({"labels": [{"value": "a"}, {"value": True}]}, "labels[1].value"),
        ({"labels": [{"value": "a"}, {"value": " b"}]}, "labels[1].value"),
        ({"labels": [{"value": "a"}, {"value": "b+c"}]}, "labels[1].value"),
        ({"labels": [{"value": "a"}, {"value": "b\n"}]}, "labels[1].value"),
        ({"labels": [{"value": "a"}, {"value": "b" * 41}]}, "labels[1].value"),
        ({"labels": [{"value": "a"}, {"value": "b", "name": {"en": 1}}]}, "labels[1].name"),
        ({"labels": [{"value": "a"}, {"value": "b", "description": "d" * 301}]}, "labels[1].description"),
        ({"labels": [{"value": "a"}, {"value": "b", "questions": "Why?"}]}, "labels[1].questions"),
        ({"labels": [{"value": "a"}, {"value": "b", "questions": [1]}]}, "labels[1].questions[0]"),
        ({"labels": [{"value": "a"}, {"value": "b", "meaning": "perhaps"}]}, "labels[1].meaning"),
        ({"labels": [{"value": "a"}, {"value": "b", "style": "green"}]}, "labels[1].style"),
        ({"labels": [{"value": "a"}, {"value": "b", "needs_evidence": 0}]}, "labels[1].needs_evidence"),
        ({"labels": [{"value": "a"}, {"value": "b", "colour": "red"}]}, "labels[1].colour"),
        ({"labels": [{"value": "a"}, {"value": "b"}], "ordinal": "yes"}, "ordinal"),
        ({"labels": [{"value": "a"}, {"value": "b"}], "order": 1}, "order"),
        ({"labels": [{"value": "a"}, {"value": "b"}], "challenges": None}, "challenges"),
        ({"labels": [{"value": "a"}, {"value": "b"}], "challenges": [{"value": "x"}]}, "challenges"),
        ({"labels": [{"value": "a"}, {"value": "b"}], "challenges": [{"value": "x"}, {"value": "X"}]}, "challenges"),
        ({"labels": [{"value": "a"}, {"value": "b"}], "challenges": [{"value": "x"}, "y"]}, "challenges[1]"),
        (
            {
                "labels": [{"value": "a"}, {"value": "b"}],
                "challenges": [{"value": "x"}, {"value": "y", "meaning": "supports"}],
            },
            "challenges[1].meaning",
        ),
    ],
)
def test_what_is_no_label_set_is_refused_with_its_place(data, place):
    with pytest.raises(BadLabelSet) as refused:
        label_set_from(data)
    assert [problem.partition(": ")[0] for problem in refused.value.problems] == [place]


def test_an_empty_label_set_has_nothing():
    assert LabelSet().values == () and LabelSet().not_enough_info == ""


# --- Choosing --------------------------------------------------------------------------------------------------------


def test_a_project_is_created_with_labels_from_yaml(corpus, tmp_path, capsys):
    (tmp_path / "labels.yaml").write_text(
        'ordinal: true\nlabels:\n  - value: "true"\n    name: {en: "True", de: "Wahr"}\n  - value: "false"\n',
        encoding="utf-8",
    )
    claims = tmp_path / "claims.jsonl"
    claims.write_text('{"claim": "One.", "label": "TRUE"}\n{"claim": "Two.", "label": "false"}\n', encoding="utf-8")
    call_command("create_project", "truth", "--labels", str(tmp_path / "labels.yaml"), "--claims", str(claims))
    project = Project.objects.get(slug="truth")
    assert label_set_of(project).values == ("true", "false")
    assert sorted(project.claims.values_list("intended_label", flat=True)) == ["false", "true"]
    assert "true, false" in capsys.readouterr().out


def test_a_file_that_is_no_label_set_creates_no_project(corpus, tmp_path):
    for name, content, words in (
        ("a.json", '{"labels": [{"value": "one"}]}', "labels: "),
        ("b.yaml", "labels: [", "cannot be read as JSON or YAML"),
        ("c.yaml", "labels:\n  - value: true\n  - value: false\n", "labels[0].value: "),
    ):
        (tmp_path / name).write_text(content, encoding="utf-8")
        with pytest.raises(CommandError) as refused:
            call_command("create_project", "truth", "--labels", str(tmp_path / name))
        assert words in str(refused.value)
        assert not Project.objects.filter(slug="truth").exists()


def test_labels_are_changed_until_they_are_used(project, assignment, tmp_path):
    (tmp_path / "five.json").write_text(json.dumps(FIVE), encoding="utf-8")
    call_command("set_labels", str(tmp_path / "five.json"), project="harbour")
    project.refresh_from_db()
    assert label_set_of(project).values == tuple(VALUES)
    call_command("set_labels", "--default", project="harbour")
    project.refresh_from_db()
    assert project.label_set is None
    submit_work(assignment, "SUPPORTS", [SENTENCE])
    call_command("set_labels", "--default", project="harbour")  # the same again is no change
    with pytest.raises(CommandError) as refused:
        call_command("set_labels", str(tmp_path / "five.json"), project="harbour")
    assert refused.value.__cause__.code == "labels_in_use"


def test_gold_and_intended_labels_are_a_use_too(project, claims):
    Claim.objects.filter(pk=claims[0].pk).update(intended_label="REFUTES")
    with pytest.raises(Exception, match="1 ") as refused:
        choose_labels(project, FIVE)
    assert refused.value.code == "labels_in_use"
    Claim.objects.update(intended_label="")
    gold_phase(project, 1)
    with pytest.raises(Exception, match="gold") as refused:
        choose_labels(project, FIVE)
    assert refused.value.code == "labels_in_use"


# --- The database ----------------------------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_the_database_takes_any_verdict_but_none(project, assignment):
    verification = submit_work(assignment, "x" * 40, [SENTENCE])
    assert Verification.objects.get().verdict == "x" * 40
    with pytest.raises(IntegrityError), transaction.atomic():
        Verification.objects.filter(pk=verification.pk).update(verdict="")
    lengths = [
        model._meta.get_field(name).max_length
        for model, name in (
            (Verification, "verdict"),
            (Adjudication, "verdict"),
            (GoldItem, "verdict"),
            (Claim, "intended_label"),
        )
    ]
    assert lengths == [40] * 4
