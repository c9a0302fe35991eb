"""What the scorers read of a row: its label, its questions, and its evidence as strings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from annotation.averitec.labels import NO_ANSWER
from baseline.scoring.averitec.rows import Row
from baseline.scoring.predictions import BadPrediction

LONGEST = 100_000  # characters of an answer: a whole book takes minutes to be compared


def gold_strings(row: Row, where: str) -> list[str]:
    """A string for each answer of a row with `questions`: question, answer, and the explanation of a Boolean one.

    A question without answers is a string too. Raises BadPrediction, which names what is wrong.
    """
    found = []
    for field, question in _objects(row, "questions", where):
        words, answers = _text(question, "question", field, where), question.get("answers")
        answers = [answers] if isinstance(answers, dict) else answers
        if not isinstance(answers, list):
            raise BadPrediction(f"{where}: {field}.answers: want a list of answers; an empty one for none.")
        for number, answer in enumerate(answers):
            place = f"{field}.answers[{number}]"
            if not isinstance(answer, dict):
                raise BadPrediction(f"{where}: {place}: want an object with the field answer.")
            found.append(f"{words} {_text(answer, 'answer', place, where)}{_explanation(answer)}")
        if not answers:
            found.append(f"{words} {NO_ANSWER}")
    return found + _plain_strings(row, "string_evidence", where)


def gold_questions(row: Row, where: str) -> list[str]:
    """The questions of a row with `questions`. Raises BadPrediction."""
    return [_text(one, "question", field, where) for field, one in _objects(row, "questions", where)]


def paper_questions(row: Row, where: str) -> list[str]:
    """The questions of a prediction; where there is no such field, its strings. Raises BadPrediction."""
    return gold_strings(row, where) if row.get("questions") is None else gold_questions(row, where)


def task_strings(row: Row, where: str) -> list[str]:
    """A string for each pair of `evidence: [{question, answer}]`, then `string_evidence`. Raises BadPrediction."""
    found = [
        f"{_text(one, 'question', field, where)} {_text(one, 'answer', field, where)}"
        for field, one in _objects(row, "evidence", where)
    ]
    return found + _plain_strings(row, "string_evidence", where)


def task_questions(row: Row, where: str) -> list[str]:
    """The questions of `evidence`; where there is no such field, its strings. Raises BadPrediction."""
    if row.get("evidence") is None:
        return task_strings(row, where)
    return [_text(one, "question", field, where) for field, one in _objects(row, "evidence", where)]


def evalai_strings(row: Row, where: str) -> list[str]:
    """The strings of `evidence`, or of `predicted_evidence`. Raises BadPrediction."""
    name = "predicted_evidence" if "predicted_evidence" in row else "evidence"
    return _plain_strings(row, name, where)


def _explanation(answer: dict[str, Any]) -> str:
    text = answer.get("boolean_explanation")
    return f". {text}" if answer.get("answer_type") == "Boolean" and isinstance(text, str) else ""


def _objects(row: Row, name: str, where: str) -> Iterator[tuple[str, dict[str, Any]]]:
    values = row.get(name)
    if values is None:
        return
    if not isinstance(values, list):
        raise BadPrediction(f"{where}: {name}: want a list of objects; an empty one for none.")
    for number, one in enumerate(values):
        if not isinstance(one, dict):
            raise BadPrediction(f"{where}: {name}[{number}]: want an object. Is this the file of another scorer?")
        yield f"{name}[{number}]", one


def _text(one: dict[str, Any], name: str, field: str, where: str) -> str:
    value = one.get(name)
    if not isinstance(value, str):
        raise BadPrediction(f"{where}: {field}.{name}: want a text.")
    return _short(value, f"{where}: {field}.{name}")


def _plain_strings(row: Row, name: str, where: str) -> list[str]:
    values = row.get(name)
    if values is None:
        return []
    if not isinstance(values, list) or not all(isinstance(one, str) for one in values):
        raise BadPrediction(f"{where}: {name}: want a list of texts. Is this the file of another scorer?")
    return [_short(one, f"{where}: {name}[{number}]") for number, one in enumerate(values)]


def _short(text: str, place: str) -> str:
    if len(text) > LONGEST:
        raise BadPrediction(f"{place}: more than {LONGEST:,} characters. Give the passage that is the evidence.")
    return text
