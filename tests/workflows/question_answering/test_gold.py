"""Training with gold of AVeriTeC's rows, scored field by field, through the shared calibration."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from annotation.models import Project, User
from annotation.quality.calibration.models import Calibration, GoldItem
from annotation.quality.calibration.results import results_of
from annotation.release.averitec import AveritecCounts, averitec_rows
from annotation.vocabulary.tasks import Phase
from annotation.work.gold import Answer, Gold
from annotation.workflows.question_answering.fields.project import save_file, text_of
from annotation.workflows.question_answering.fields.reading import BadFields
from annotation.workflows.question_answering.phases import PHASES, PhaseName
from annotation.workflows.question_answering.scoring import score_answers, score_normalisation, score_validation
from tests.frontend.html import select
from tests.importing.test_averitec_rows import ROW
from tests.workflows.fact_checks import (
    REFUTED,
    SUPPORTED,
    URL,
    answer,
    answered,
    claim,
    do,
    normalised,
    people_of,
    question,
    switch_on,
    take,
    validated,
    without_correction,
)

NORMALISATION, ANSWERING, VALIDATION, DISPUTE, CONTROL = PHASES
GOLD = ROW | {"label": REFUTED, "justification": "It was dry all day."}


def body_of(*claims: tuple[str, str, list[str]]) -> dict[str, Any]:
    return {
        "claims": [
            {"claim": text, "verdict": verdict, "claim_types": types, "fact_checking_strategies": []}
            for text, verdict, types in claims
        ]
    }


def test_claims_are_matched_before_they_are_compared() -> None:
    gold = Gold(SUPPORTED, body=body_of(("a b c d", SUPPORTED, ["x", "y"]), ("e f", REFUTED, [])))
    mine = Answer(REFUTED, body=body_of(("e f", REFUTED, []), ("a b q q", REFUTED, ["x"])))
    found = score_normalisation(mine, gold)
    assert found.fields == pytest.approx(
        {"label": 0.5, "claim_rouge": (0.5 + 1) / 2, "types_f1": (2 / 3 + 1) / 2, "strategies_f1": 1}
    )
    assert not found.verdict_right
    one_too_many = Answer(SUPPORTED, body=body_of(*[("a b c d", SUPPORTED, ["x", "y"])] * 2))
    assert score_normalisation(one_too_many, Gold(SUPPORTED, body=body_of(("a b c d", SUPPORTED, [])))).fields[
        "claim_rouge"
    ] == pytest.approx(0.5)


def test_questions_answers_and_justifications_are_compared() -> None:
    asked = [{"question": "a b", "answers": [{"answer": "c d"}]}, {"question": "e f", "answers": []}]
    gold = Gold(REFUTED, body={"questions": asked, "labels": {ANSWERING: REFUTED, VALIDATION: SUPPORTED}})
    found = score_answers(Answer(REFUTED, body={"questions": asked[:1]}), gold)
    assert found.fields["question_rouge"] == found.fields["agrees_answering"] / 2 == 0.5
    assert found.fields["agrees_validation"] == 0
    assert found.fields["answer_rouge"] == 1 and found.fields["answer_meteor"] == pytest.approx(1 - 0.5 / 4**3)
    found = score_validation(
        Answer(SUPPORTED, body={"justification": "x"}), Gold(REFUTED, body={"justification": "x y"})
    )
    assert found.fields["justification_rouge"] == pytest.approx(2 / 3)
    assert score_answers(Answer(REFUTED), Gold(REFUTED)).fields == {}


@pytest.fixture
def training(project: Project) -> Project:
    project.calibration, project.calibration_items = True, 1
    return switch_on(project, articles=0)


def import_gold(project: Project, tmp_path: Path, kind: PhaseName, *rows: dict[str, Any], phase: str = "1") -> None:
    path = tmp_path / "gold.json"
    path.write_text(json.dumps(rows))
    call_command("import_gold", path, project=project.slug, phase=phase, kind=kind)


@pytest.mark.parametrize("kind", PHASES)
def test_a_phase_is_trained_and_scored(training: Project, tmp_path: Path, kind: PhaseName) -> None:
    gold = GOLD | {"required_reannotation": kind in (DISPUTE, CONTROL)}
    import_gold(training, tmp_path, kind, gold)
    import_gold(training, tmp_path, kind, gold)  # again: it is known
    assert GoldItem.objects.count() == 1
    if kind != NORMALISATION:
        import_gold(training, tmp_path, {VALIDATION: ANSWERING}.get(kind, VALIDATION), GOLD)  # of another phase too
    [person] = people_of(training, 1)
    asked = question("When?", answer("In 2020.", source={"kind": "url", "url": URL}))
    body: Any = {
        NORMALISATION: normalised(claim("It rained.", verdict=REFUTED)),
        ANSWERING: answered(asked, verdict=REFUTED),
        DISPUTE: without_correction(answered(asked, verdict=REFUTED)),
    }.get(kind, validated(REFUTED, justification="It was dry."))
    do(person, training, kind, body)
    [result] = results_of(training, kind, [Phase.FIRST])[person.pk]
    assert result.score.verdict_right
    expected = {NORMALISATION: "claim_rouge", ANSWERING: "answer_rouge", DISPUTE: "question_rouge"}
    name = expected.get(kind, "justification_rouge")
    assert result.score.fields[name] == pytest.approx(1 if kind in expected else 0.75)
    stored = Calibration.objects.get(person=person, kind=kind).scores["1"]
    assert (stored["accuracy"], stored["fields"]) == (1, result.score.fields)
    counts = AveritecCounts()
    assert list(averitec_rows(training, (1, 0, 0), 0, counts)) == [] and not counts.excluded  # nothing of it is data


def test_whoever_is_below_a_pass_mark_is_approved_with_a_reason_alone(
    training: Project, tmp_path: Path, client: Client, manager: User
) -> None:
    marked = text_of(training).replace(
        "[pass_marks]", "[pass_marks]\nverdict_validation = { justification_rouge = 80 }"
    )
    for wrong in ("justification_rouge = 101", "question_rouge = 5"):
        with pytest.raises(BadFields):
            save_file(training, marked.replace("justification_rouge = 80", wrong), None)
    save_file(training, marked, None)
    import_gold(training, tmp_path, VALIDATION, GOLD)
    [person] = people_of(training, 1)
    do(person, training, VALIDATION, validated(REFUTED, justification="It was dry."))  # ROUGE-L 0.75
    client.force_login(manager)
    page = reverse("quality-candidate", args=[training.slug, VALIDATION, person.pk])
    assert select(client.get(page).text, ".threshold.low")
    client.post(page, {"action": "approved"})
    assert Calibration.objects.get(person=person).decision == ""
    client.post(page, {"action": "approved", "note": "A good reason."})
    assert Calibration.objects.get(person=person).decision == "approved"


def test_rows_that_were_in_no_dispute_are_no_gold_of_one(training: Project, tmp_path: Path) -> None:
    import_gold(training, tmp_path, DISPUTE, GOLD, GOLD | {"claim": "It snowed.", "required_reannotation": True})
    [person] = people_of(training, 1)
    taken = take(person, training, DISPUTE)
    assert taken is not None and GoldItem.objects.count() == 1
    assert (taken["claim"]["text"], taken["questions"], taken["verdicts"]) == ("It snowed.", [], [])


def test_who_validates_in_training_sees_the_answers_of_gold(training: Project, tmp_path: Path) -> None:
    import_gold(training, tmp_path, VALIDATION, GOLD)
    [person] = people_of(training, 1)
    taken = take(person, training, VALIDATION)
    assert taken is not None
    assert [one["question"] for one in taken["questions"]] == ["When?"]
    assert "It was dry" not in json.dumps(taken) and "article" not in taken


def test_bad_gold_is_named_and_nothing_is_stored(
    training: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(CommandError):
        import_gold(training, tmp_path, VALIDATION, GOLD, GOLD | {"label": "Fake"})
    assert "line 2: label" in capsys.readouterr().err
    assert not GoldItem.objects.exists()


def test_work_is_shown_beside_gold(training: Project, tmp_path: Path, client: Client) -> None:
    import_gold(training, tmp_path, ANSWERING, GOLD)
    [person] = people_of(training, 1)
    asked = question("Why?", answer("In <b>2020</b>.", source={"kind": "url", "url": URL}))
    do(person, training, ANSWERING, answered(asked, verdict=SUPPORTED))
    client.force_login(person)
    item = GoldItem.objects.get()
    page = client.get(f"/p/{training.slug}/calibration/{item.pk}/").content.decode()
    assert all(words in page for words in ("When?", "In 2020.", "Why?", "&lt;b&gt;2020", "It was dry all day."))
    assert "%" in client.get(f"/p/{training.slug}/calibration/").content.decode()
