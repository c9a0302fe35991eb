"""Say of a row of AVeriTeC what is wrong with it. The row itself is kept as it came.

A row has these fields, of which some files leave out some: `claim`, `required_reannotation`, `label`, `justification`,
`claim_date` (d-m-yyyy), `speaker`, `original_claim_url`, `cached_original_claim_url`, `fact_checking_article`,
`reporting_source`, `location_ISO_code`, `claim_types`, `fact_checking_strategies`, and `questions` with `answers`.
Empty text, null and an absent field all mean that nothing is known; which of them it was is kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from annotation.averitec.labels import averitec_label
from annotation.workflows.question_answering.dates import BadDate, from_averitec

TEXTS = ("speaker", "original_claim_url", "cached_original_claim_url", "reporting_source", "location_ISO_code")
ADDRESSES = ("original_claim_url", "cached_original_claim_url", "fact_checking_article")
ANSWER_ADDRESSES = ("source_url", "cached_source_url")
NO_FILES = ("%PDF", "\x89PNG", "GIF8", "data:", "JVBERi0")  # how PDF and pictures begin, as text or in base 64
NO_ADDRESSES = ("javascript:", "data:", "vbscript:", "file:")
LONGEST_CODE = 10
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Values:
    """What rows may say: the values of a project's fields file, and its limits. `verdicts`: beside AVeriTeC's.

    `choices`: answer types of which the answer is one of these words, and needs an explanation. `longest`: of a field,
    in characters; 0 without limit.
    """

    types: tuple[str, ...]
    strategies: tuple[str, ...]
    answer_types: tuple[str, ...]
    choices: Mapping[str, tuple[str, ...]]
    media: tuple[str, ...]
    most_questions: int
    most_answers: int
    longest: Mapping[str, int]
    longest_address: int = 2_000
    verdicts: tuple[str, ...] = ()


def problem_of(row: Mapping[str, Any], values: Values) -> str:
    """What is wrong with a row and what to do, its first field that cannot be imported; "" where nothing is."""
    return next(_problems(row, values), "")


def _problems(row: Mapping[str, Any], values: Values) -> Iterator[str]:
    yield from _of_claim(row, values)
    yield from _of_lists(row, values)
    questions = row.get("questions")
    if not isinstance(questions, list):
        yield _("questions: no list; write a list of questions with answers")
        return
    if len(questions) > values.most_questions:
        words = _("questions: %(found)d; %(most)d is the most, see most_questions in the fields file of the project")
        yield words % {"found": len(questions), "most": values.most_questions}
    for number, question in enumerate(questions):
        yield from _of_question(question, f"questions[{number}]", values)
    if problem := _unstorable(row):
        yield problem


def _of_claim(row: Mapping[str, Any], values: Values) -> Iterator[str]:
    if not isinstance(row.get("claim"), str):
        yield _("claim: no text; write the claim as a text")
    if not isinstance(row.get("required_reannotation", False), bool):
        yield _("required_reannotation: neither true nor false; write one of them")
    label = row.get("label")
    if not isinstance(label, str) or not averitec_label(label, values.verdicts):
        yield _("label: %(found)s is no verdict of AVeriTeC; write Supported, Refuted, Not Enough Evidence or "
                "Conflicting Evidence/Cherrypicking") % {"found": _short(label)}  # fmt: skip
    article = row.get("fact_checking_article")
    if not isinstance(article, str) or not article.strip():
        yield _("fact_checking_article: missing; give the address of the article")
    for name in (*TEXTS, "justification"):
        if not isinstance(row.get(name) or "", str):
            yield _("%(field)s: no text; write a text, or null") % {"field": name}
    if len(row.get("location_ISO_code") or "") > LONGEST_CODE:
        yield _("location_ISO_code: no code of a country; write two letters, as GB, or null")
    for name in ADDRESSES:
        yield from _of_address(row.get(name), name, values)
    yield from _of_length(row, "claim", "claim", values)
    yield from _of_length(row, "justification", "justification", values)
    date = row.get("claim_date")
    try:
        from_averitec(date if isinstance(date, str) or date is None else repr(date))
    except BadDate as bad:
        yield f"claim_date: {bad}"


def _of_lists(row: Mapping[str, Any], values: Values) -> Iterator[str]:
    for name, known in (("claim_types", values.types), ("fact_checking_strategies", values.strategies)):
        found = row.get(name) or []
        if not isinstance(found, list):
            yield _("%(field)s: no list; write a list of texts") % {"field": name}
            continue
        for one in found:
            if one not in known:
                words = _("%(field)s: %(found)s is not in the fields file of the project; correct it, or add it there")
                yield words % {"field": name, "found": _short(one)}


def _of_question(question: Any, where: str, values: Values) -> Iterator[str]:
    if not isinstance(question, Mapping) or not isinstance(question.get("question"), str):
        yield _("%(field)s.question: no text; write a question") % {"field": where}
        return
    yield from _of_length(question, "question", f"{where}.question", values)
    answers = question.get("answers")
    if not isinstance(answers, list):
        yield _("%(field)s.answers: no list; write a list of answers, an empty one for none") % {"field": where}
        return
    if len(answers) > values.most_answers:
        words = _(
            "%(field)s.answers: %(found)d; %(most)d is the most, see most_answers in the fields file of the project"
        )
        yield words % {"field": where, "found": len(answers), "most": values.most_answers}
    for number, answer in enumerate(answers):
        yield from _of_answer(answer, f"{where}.answers[{number}]", values)


def _of_answer(answer: Any, where: str, values: Values) -> Iterator[str]:
    if not isinstance(answer, Mapping) or not isinstance(answer.get("answer"), str):
        yield _("%(field)s.answer: no text; write what the source says") % {"field": where}
        return
    text, kind, medium = answer["answer"], answer.get("answer_type"), answer.get("source_medium") or ""
    if text.lstrip().startswith(NO_FILES):
        yield _("%(field)s.answer: a PDF or a picture, no text; write what it says, and its address as source_url") % {
            "field": where
        }
    yield from _of_length(answer, "answer", f"{where}.answer", values)
    if kind not in values.answer_types:
        words = _(
            "%(field)s.answer_type: %(found)s is not in the fields file of the project; correct it, or add it there"
        )
        yield words % {"field": where, "found": _short(kind)}
    elif kind in values.choices:
        if text not in values.choices[kind]:
            words = _("%(field)s.answer: %(found)s; with this answer_type write %(known)s")
            yield words % {"field": where, "found": _short(text), "known": " / ".join(values.choices[kind])}
        if not isinstance(answer.get("boolean_explanation"), str):
            yield _("%(field)s.boolean_explanation: missing; write how the source shows it") % {"field": where}
    if medium and medium not in values.media:
        words = _(
            "%(field)s.source_medium: %(found)s is not in the fields file of the project; correct it, or add it there"
        )
        yield words % {"field": where, "found": _short(medium)}
    for name in ANSWER_ADDRESSES:
        yield from _of_address(answer.get(name), f"{where}.{name}", values)


def _of_address(value: Any, field: str, values: Values) -> Iterator[str]:
    if value is not None and not isinstance(value, str):
        yield _("%(field)s: no text; write an address, or null") % {"field": field}
    elif value and field.endswith("source_url") and leads_nowhere(value):
        return  # some sources of train are so: kept in the row, and no link anywhere
    elif value and value.strip().lower().startswith(NO_ADDRESSES):
        yield _("%(field)s: no address of a page; write one that begins with https://") % {"field": field}
    elif value and "cached_" not in field and len(value) > values.longest_address:
        words = _("%(field)s: %(found)d characters; %(most)d is the most, shorten it or change the fields file")
        yield words % {"field": field, "found": len(value), "most": values.longest_address}


def leads_nowhere(address: str) -> bool:
    """Whether what should be an address is a picture itself, or a file on its annotator's machine."""
    return address.strip().lower().startswith(("data:image/", "file:"))


def _of_length(row: Mapping[str, Any], name: str, field: str, values: Values) -> Iterator[str]:
    text, most = row.get(name), values.longest.get(name, 0)
    if isinstance(text, str) and most and len(text) > most:
        words = _("%(field)s: %(found)d characters; %(most)d is the most, shorten it or change the fields file")
        yield words % {"field": field, "found": len(text), "most": most}


def _unstorable(row: Mapping[str, Any]) -> str:
    try:
        text = json.dumps(row, ensure_ascii=False, allow_nan=False)
        text.encode()
    except UnicodeEncodeError:
        return _("half a character that cannot be stored; write it whole")
    except ValueError:
        return _("NaN or Infinity, which is no JSON; write a number, or null")
    return _("a null character, which cannot be stored; remove it") if "\\u0000" in text else ""


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:60]}..."
