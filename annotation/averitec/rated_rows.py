"""Rows of people's ratings of evidence, as AVeriTeC's file of its evaluation has them (`evidence_ratings`).

A row: `rater`, `id` and `claim`, `predicted_evidence` (pairs, or what a rater pasted into a form), `major_error`,
`verdict_from_evidence`, a number on each scale, `gold_label` and `gold_evidence` (strings). Attest's own have `system`,
`speaker` and `claim_date` too, and `annotator` in the place of `rater`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

LEAST_WORDS = 15  # of evidence that is a text: what is shorter is a note of the rater, such as "TOO LARGE TO FIT"
_FIELD = re.compile(r"""["'](question|answer|url)["']\s*:\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')""", re.DOTALL)
_LINE = re.compile(r"^[ \t]*(Question|Answer):[ \t]*(.*(?:\n(?![ \t]*(?:Question|Answer):).*)*)", re.MULTILINE)
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})|\\(.)", re.DOTALL)
_LETTERS = {"n": "\n", "t": "\t", "r": "", "b": "", "f": ""}

Pair = dict[str, str]


def evidence_pairs(evidence: object) -> list[Pair]:
    """Questions with answers of `predicted_evidence`: a list of pairs or strings, or a text that holds JSON (whole or
    not), lines "Question:" and "Answer:", or the evidence itself; [] for a note and for nothing."""
    if isinstance(evidence, str):
        return _of_text(evidence)
    if not isinstance(evidence, Sequence):
        return []
    pairs = [_pair(one) for one in evidence if isinstance(one, str | Mapping)]
    return [one for one in pairs if one["question"] or one["answer"]]


def _pair(one: str | Mapping[str, Any]) -> Pair:
    if isinstance(one, str):
        return {"question": "", "answer": one.strip()}
    return {name: str(one.get(name) or "").strip() for name in ("question", "answer", "url")}


def _of_text(text: str) -> list[Pair]:
    fields = [(name, _unescaped(value[1:-1])) for name, value in _FIELD.findall(text)]
    fields = fields or [(name.lower(), value.strip()) for name, value in _LINE.findall(text)]
    if fields:
        return [one for one in _grouped(fields) if one["question"] or one["answer"]]
    return [{"question": "", "answer": text.strip()}] if len(text.split()) >= LEAST_WORDS else []


def _grouped(fields: Sequence[tuple[str, str]]) -> Iterator[Pair]:
    """A name that comes again begins the next pair."""
    pair = {"question": "", "answer": ""}
    seen: set[str] = set()
    for name, value in fields:
        if name in seen:
            yield pair
            pair, seen = {"question": "", "answer": ""}, set()
        pair[name] = value
        seen.add(name)
    yield pair


def _unescaped(text: str) -> str:
    """Escapes of JSON as what they stand for; two that are halves of one character become that character."""
    read = _ESCAPE.sub(lambda found: chr(int(found[1], 16)) if found[1] else _LETTERS.get(found[2], found[2]), text)
    return read.encode("utf-16", "surrogatepass").decode("utf-16", "replace").strip()
