"""Questions with answers, and the verdicts of a dispute, as templates show them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

Json = Mapping[str, Any]


def read_questions(questions: Iterable[Json], fields: Json) -> list[dict[str, Any]]:
    """Add to each answer the names of its type and medium, and the problems that may be named of it."""
    return [{**each, "answers": [_read_answer(one, fields) for one in each["answers"]]} for each in questions]


def _read_answer(answer: Json, fields: Json) -> dict[str, Any]:
    is_answered = _of(fields["answer_types"], answer["answer_type"]).get("form") != "none"
    states = {"all": True, "answered": is_answered, "sourced": is_answered and bool(answer["source"].get("url"))}
    return {
        **answer,
        "type_label": label_of(fields["answer_types"], answer["answer_type"]),
        "medium_label": label_of(fields["media"], answer["source_medium"]),
        "problem_choices": [one for one in fields.get("answer_problems", ()) if states[one.get("on", "all")]],
    }


def sides_of(verdicts: Iterable[Json], fields: Json) -> list[dict[str, Any]]:
    """The verdicts that differ: by which task, never by whom."""
    roles = {
        "question_answering": _("Whoever asked the questions and saw the article"),
        "verdict_validation": _("Somebody who saw the answers alone"),
    }
    return [
        {
            "role": roles.get(side["phase"], ""),
            "label": label_of(fields["verdicts"], side["verdict"]) or _("The claim cannot be understood"),
            "justification": side.get("justification", ""),
        }
        for side in verdicts
    ]


def _of(choices: Sequence[Json], value: str) -> Json:
    return next((one for one in choices if one["value"] == value), {})


def label_of(choices: Sequence[Json], value: str) -> str:
    """The name of a value; the value itself where the fields file has no such value any more."""
    return str(_of(choices, value).get("label", value))
