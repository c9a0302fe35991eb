"""People's ratings of systems' evidence: rows of `evidence_ratings.jsonl.xz`, and claims in two halves.

Evidence was pasted into a form: as objects, as pieces of JSON or Python, as "Question: ... Answer: ...", or as lines.
"""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

_FIELD = re.compile(r"""["']?\b(question|answer)["']?\s*:\s*(["'])(.*?)(?<!\\)\2\s*(?=[,}\]\n]|$)""", re.DOTALL)
_LABELLED = re.compile(r"^\s*(Question|Answer)\s*:\s*(.*?)(?=^\s*(?:Question|Answer)\s*:|\Z)", re.DOTALL | re.MULTILINE)
_LEFT_OUT = re.compile(r"^\W*(?:predicted evidence\W*(?:is)?\s*)?(?:too+t? (?:long|large)|long text)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Rated:
    """Evidence of a system for a claim with the gold evidence, and how much of that it covers by a person (1 to 5)."""

    claim: str
    rater: str
    coverage: int
    predicted: tuple[str, ...]
    gold: tuple[str, ...]


def rated_evidence(shared: Path) -> list[Rated]:
    """The ratings of coverage that have gold evidence, and evidence that was not too long for the form."""
    with lzma.open(shared / "evidence_ratings.jsonl.xz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [
        Rated(row["claim"], row["rater"], row["semantic_coverage"], tuple(strings), tuple(row["gold_evidence"]))
        for row in rows
        if row["gold_evidence"] and row["semantic_coverage"] is not None
        and (strings := pasted_strings(row["predicted_evidence"])) is not None
    ]  # fmt: skip


def halves(claims: Iterable[str]) -> tuple[frozenset[str], frozenset[str]]:
    """Two halves of the claims: every other one in the order of their hashes. The first is what was tuned on."""
    ordered = sorted(set(claims), key=lambda claim: sha256(claim.encode()).hexdigest())
    return frozenset(ordered[::2]), frozenset(ordered[1::2])


def pasted_strings(pasted: str | Sequence[Any]) -> list[str] | None:
    """Evidence strings of what was pasted; None where it was left out as too long."""
    if not isinstance(pasted, str):
        return [
            _joined(one.get("question"), one.get("answer")) if isinstance(one, dict) else str(one) for one in pasted
        ]
    if _LEFT_OUT.search(pasted[:80]):
        return None
    fields = [(match[1], match[3].replace("\\n", " ").replace('\\"', '"')) for match in _FIELD.finditer(pasted)]
    fields = fields or [(match[1].lower(), match[2].strip()) for match in _LABELLED.finditer(pasted)]
    return _paired(fields) if fields else [line.strip() for line in pasted.splitlines() if line.strip()]


def _paired(fields: Sequence[tuple[str, str]]) -> list[str]:
    """Questions with the answers next to them, in either order."""
    found: list[dict[str, str]] = []
    for name, text in fields:
        if not found or name in found[-1]:
            found.append({})
        found[-1][name] = text
    return [_joined(one.get("question"), one.get("answer")) for one in found]


def _joined(question: str | None, answer: str | None) -> str:
    return f"{question or ''} {answer or ''}".strip()
