"""AVeriTeC's files: rows as they came, and bad ones named with row, field and remedy."""

from __future__ import annotations

import io
import json
import lzma
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from annotation.averitec.labels import AVERITEC_LABELS, averitec_label
from annotation.averitec.submissions import Shape, as_shape, strings_of
from annotation.release.formats.averitec import write_array
from annotation.release.importing.averitec_rows import Values, problem_of
from annotation.release.importing.task_lines import task_lines

VALUES = Values(
    types=("Event/Property Claim",),
    strategies=("Written Evidence",),
    answer_types=("Extractive", "Abstractive", "Boolean", "Unanswerable"),
    choices={"Boolean": ("Yes", "No")},
    media=("Web text", "PDF", "Metadata"),
    most_questions=30,
    most_answers=3,
    longest={"claim": 500, "answer": 5_000},
)
ANSWER = {
    "answer": "In 2020.",
    "answer_type": "Extractive",
    "source_url": "https://a.org/",
    "source_medium": "Web text",
}
ROW: dict[str, Any] = {
    "claim": "It rained.",
    "required_reannotation": False,
    "label": "Conflicting Evidence/Cherry-picking",
    "justification": "",
    "claim_date": "1-2-2020",
    "speaker": None,
    "fact_checking_article": "https://web.archive.org/web/2020/https://check.org/rain",
    "claim_types": ["Event/Property Claim"],
    "fact_checking_strategies": ["Written Evidence"],
    "questions": [{"question": "When?", "answers": [ANSWER]}],
}


def changed(path: str, value: Any) -> dict[str, Any]:
    row = deepcopy(ROW)
    inside: Any = row
    *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    for part in way:
        inside = inside[part]
    inside[last] = value
    return row


def test_a_good_row_has_no_problem() -> None:
    assert problem_of(ROW, VALUES) == ""
    for source in ("Metadata", "data:image/jpeg;base64,AA", "file:///a.pdf", "", None):
        assert problem_of(changed("questions.0.answers.0.source_url", source), VALUES) == ""


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        ("claim", None, "claim:"),
        ("claim", "x" * 501, "claim:"),
        ("claim", "a\x00b", "a null character"),
        ("claim", "\ud800", "half a character"),
        ("speaker_age", float("nan"), "NaN"),
        ("label", "Fake", "label:"),
        ("required_reannotation", "no", "required_reannotation:"),
        ("claim_date", "31-2-2020", "claim_date: 31-2-2020"),
        ("claim_date", "2020-00-00", "claim_date: 2020-00-00"),
        ("claim_date", 2020, "claim_date: 2020"),
        ("fact_checking_article", "", "fact_checking_article:"),
        ("fact_checking_article", "javascript:alert(1)", "fact_checking_article:"),
        ("original_claim_url", "data:text/html,x", "original_claim_url:"),
        ("speaker", 3, "speaker:"),
        ("claim_types", ["Gossip"], "claim_types:"),
        ("fact_checking_strategies", "Written Evidence", "fact_checking_strategies:"),
        ("questions", None, "questions:"),
        ("questions", [{"question": "?", "answers": []}] * 40, "questions: 40"),
        ("questions.0", "When?", "questions[0].question:"),
        ("questions.0.answers", None, "questions[0].answers:"),
        ("questions.0.answers", [ANSWER] * 4, "questions[0].answers: 4"),
        ("questions.0.answers.0.answer", None, "questions[0].answers[0].answer:"),
        ("questions.0.answers.0.answer", "%PDF-1.7 ...", "questions[0].answers[0].answer:"),
        ("questions.0.answers.0.answer", "data:image/png;base64,AA", "questions[0].answers[0].answer:"),
        ("questions.0.answers.0.answer_type", "Bool", "questions[0].answers[0].answer_type:"),
        ("questions.0.answers.0.source_medium", "Book", "questions[0].answers[0].source_medium:"),
        ("questions.0.answers.0.source_url", "data:text/html,x", "questions[0].answers[0].source_url:"),
        ("questions.0.answers.0.source_url", "javascript:x", "questions[0].answers[0].source_url:"),
        ("questions.0.answers.0", {**ANSWER, "answer_type": "Boolean"}, "questions[0].answers[0].answer:"),
        (
            "questions.0.answers.0",
            {**ANSWER, "answer_type": "Boolean", "answer": "No"},
            "questions[0].answers[0].boolean_explanation:",
        ),
    ],
)
def test_bad_fields_are_named(path: str, value: Any, field: str) -> None:
    assert problem_of(changed(path, value), VALUES).startswith(field)


def test_spellings_of_labels() -> None:
    assert [averitec_label(one) for one in AVERITEC_LABELS] == list(AVERITEC_LABELS)
    assert averitec_label("conflicting evidence / cherry-picking") == AVERITEC_LABELS[3]
    assert averitec_label("SUPPORTS") == ""


def test_the_published_files_are_read_and_written_as_they_came(shared_data: Path) -> None:
    folder = shared_data / "averitec"
    for path, size in ((folder / "dev.json", 500), (folder / "train.json.xz", 3_068)):
        rows = [line.row for line in task_lines(path) if not line.problem]
        assert len(rows) == size
        file = io.StringIO()
        write_array(file, rows)
        text = lzma.decompress(path.read_bytes()).decode() if path.suffix == ".xz" else path.read_text()
        assert json.loads(file.getvalue()) == json.loads(text)
        if size == 500:
            assert file.getvalue() == text  # to the byte


def test_shapes_of_predictions_say_the_same() -> None:
    row = changed(
        "questions.0.answers",
        [{**ANSWER, "answer": "No", "answer_type": "Boolean", "boolean_explanation": "dry"}, ANSWER],
    )
    row["questions"].append({"question": "Why?", "answers": []})
    strings = ["When? No. dry", "When? In 2020.", "Why? No answer could be found."]
    shapes = {shape: as_shape(row, shape, 7) for shape in Shape}
    for shape, one in shapes.items():
        assert list(strings_of(one)) == strings
        assert (one["claim_id"], one.get("pred_label", one.get("label"))) == (7, AVERITEC_LABELS[3])
        for other in Shape:
            assert list(strings_of(as_shape(one, other, 0))) == strings
        assert shape in (Shape.PAPER, Shape.TASK_2024) or one["evidence"] == strings


def test_files_are_converted(tmp_path: Path) -> None:
    source, out = tmp_path / "dev.json", tmp_path / "out"
    source.write_text(json.dumps([ROW, ROW]))
    for shape in (*Shape, "array", "csv"):
        call_command("convert_averitec", source, out / shape, to=shape)
    assert json.loads((out / "array").read_text()) == [ROW, ROW]
    assert [json.loads(line)["claim_id"] for line in (out / "evalai").read_text().splitlines()] == [0, 1]
    assert (out / "csv").read_text().count("\n") == 3
    source.write_text('[{"claim": "a"}]')
    with pytest.raises(CommandError, match="line 1"):
        call_command("convert_averitec", source, out / "new", to="evalai")
    with pytest.raises(CommandError, match="exists"):
        call_command("convert_averitec", source, out / "csv", to="csv")
