"""A system's predictions in the three shapes that AVeriTeC's scorers read, and from each to the others.

| shape | label | evidence |
|---|---|---|
| paper | `label` | `questions: [{question, answers: [{answer, answer_type, boolean_explanation}]}]` |
| task2024 | `pred_label` | `evidence: [{question, answer, url, scraped_text}]` |
| evalai | `label` | `evidence: ["question answer", ...]` |

All have `claim_id` and `claim`. Only strings are left by the third, so that nothing leads back from there but them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any

from annotation.averitec.labels import NO_ANSWER, averitec_label

Row = Mapping[str, Any]


class Shape(StrEnum):
    """Shape of a prediction."""

    PAPER = "paper"
    TASK_2024 = "task2024"
    EVALAI = "evalai"


def shape_of(row: Row) -> Shape | None:
    """The shape of a row; None where it has none of them, or no evidence to tell by."""
    if "questions" in row:
        return Shape.PAPER
    evidence = row.get("evidence", row.get("predicted_evidence"))
    if isinstance(evidence, list) and evidence:
        return Shape.EVALAI if isinstance(evidence[0], str) else Shape.TASK_2024
    if "pred_label" in row:
        return Shape.TASK_2024
    return Shape.EVALAI if "evidence" in row or "predicted_evidence" in row or "string_evidence" in row else None


def as_shape(row: Row, shape: Shape, number: int) -> dict[str, Any]:
    """The prediction of a row of any shape, or of a gold row, in the shape asked for.

    `number`: its claim_id where the row has none. Labels are written as AVeriTeC's file spells them.
    """
    label = next((row[name] for name in ("pred_label", "predicted_label", "label") if row.get(name)), "")
    label = averitec_label(str(label)) or label
    known = next((row[name] for name in ("claim_id", "id") if row.get(name) is not None), number)
    head = {"claim_id": known, "claim": row.get("claim", "")}
    if shape is Shape.EVALAI:
        return head | {"label": label, "evidence": [*strings_of(row)]}
    pairs, strings = [*pairs_of(row)], _strings_alone(row)
    rest = {"string_evidence": strings} if strings else {}
    if shape is Shape.TASK_2024:
        return head | {"evidence": pairs, "pred_label": label} | rest
    questions = row["questions"] if "questions" in row else [_question(pair) for pair in pairs]
    justification = {"justification": row["justification"]} if "justification" in row else {}
    return head | {"label": label, **justification, "questions": questions} | rest


def pairs_of(row: Row) -> Iterator[dict[str, str]]:
    """Questions with an answer each; of a Boolean answer with its explanation."""
    for question in row.get("questions") or ():
        answers = question.get("answers") or [{"answer": NO_ANSWER}]
        for answer in answers if isinstance(answers, list) else [answers]:
            told = answer.get("boolean_explanation") if answer.get("answer_type") == "Boolean" else None
            text = f"{answer['answer']}. {told}" if told is not None else answer["answer"]
            url = answer.get("source_url")
            yield {"question": question["question"], "answer": text} | ({"url": url} if url else {})
    if "questions" not in row and shape_of(row) is Shape.TASK_2024:
        yield from row.get("evidence") or ()


def strings_of(row: Row) -> Iterator[str]:
    """The evidence as strings: question, a space and the answer."""
    for pair in pairs_of(row):
        yield f"{pair['question']} {pair['answer']}"
    yield from _strings_alone(row)


def _strings_alone(row: Row) -> list[str]:
    evidence = row.get("evidence", row.get("predicted_evidence")) if shape_of(row) is Shape.EVALAI else None
    return [*(evidence or ()), *(row.get("string_evidence") or ())]


def _question(pair: Mapping[str, Any]) -> dict[str, Any]:
    url = {"source_url": pair["url"]} if pair.get("url") else {}
    return {"question": pair["question"], "answers": [{"answer": pair["answer"], "answer_type": "Abstractive"} | url]}
