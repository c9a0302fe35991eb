"""Bringing claims in from a file: plain rows, or rows of a FEVEROUS data set. All of a file, or nothing of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from unicodedata import normalize

from django.db import transaction

from annotation.projects.models import Project
from annotation.vocabulary import Challenge, Verdict
from annotation.work.models import Task, TaskKind
from annotation.workflows.claim_generation.hints.near_duplicates import sign
from annotation.workflows.claim_generation.models import Claim

MAX_LENGTH = 2_000
BATCH = 500


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with one line, and what to do about it."""

    line: int
    field: str
    remedy: str

    def __str__(self) -> str:
        return f"line {self.line}, {self.field}: {self.remedy}"


class BadClaims(ValueError):
    """Some lines cannot be brought in, and so none were."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class NewClaim:
    """A claim on its way in. Label and challenge come with FEVEROUS rows only; a verifier never sees them."""

    text: str
    intended_label: str = ""
    expected_challenge: str = ""


@dataclass(frozen=True, slots=True)
class Imported:
    """How many claims are new, and how many the project had already."""

    created: int
    known: int


def import_claims(*, project: Project, lines: Iterable[str]) -> Imported:
    """Read JSONL, one `{"claim": ...}` or FEVEROUS row a line, and make a claim and its verification task of each.

    Claims that the project has already are counted and left alone, so that running it again after a power cut is safe.
    Raises BadClaims, with every bad line of the file.
    """
    claims = read_claims(lines)
    with transaction.atomic():
        known = set(Claim.objects.filter(project=project).values_list("text", flat=True))
        fresh = [
            Claim(
                project=project,
                text=claim.text,
                intended_label=claim.intended_label,
                expected_challenge=claim.expected_challenge,
            )
            for claim in claims
            if claim.text not in known
        ]
        created = Claim.objects.bulk_create(fresh, batch_size=BATCH)
        sign(created)
        open_tasks(project=project, claims=created)
    return Imported(created=len(created), known=len(claims) - len(created))


def open_tasks(*, project: Project, claims: Sequence[Claim]) -> None:
    """One verification task per claim, wanted as often as the project says."""
    Task.objects.bulk_create(
        (
            Task(
                project=project,
                kind=TaskKind.CLAIM_VERIFICATION,
                claim=claim,
                wanted=project.verifications_per_claim,
                position=queue_position(project, claim.text),
            )
            for claim in claims
        ),
        batch_size=BATCH,
    )


def queue_position(project: Project, text: str) -> int:
    """A random place in the queue, drawn from project and text: claims of several imports mix evenly."""
    digest = hashlib.sha256(f"{project.slug}\n{text}".encode()).digest()
    return int.from_bytes(digest[:7], "big")


def read_claims(lines: Iterable[str]) -> list[NewClaim]:
    """The claims of the file. Raises BadClaims. Blank lines and FEVEROUS' header of empty values are skipped."""
    claims: list[NewClaim] = []
    problems: list[Problem] = []
    first_line: dict[str, int] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip().lstrip("\ufeff"):
            continue
        try:
            row = _row(number, line)
            if len(row) > 1 and not any(row.values()):
                continue
            claim = _claim(number, row)
            if first_line.setdefault(claim.text, number) != number:
                raise _Bad(
                    Problem(number, "claim", f"the same as on line {first_line[claim.text]}; delete one of them")
                )
            claims.append(claim)
        except _Bad as bad:
            problems.append(bad.problem)
    if problems:
        raise BadClaims(problems)
    return claims


class _Bad(Exception):
    def __init__(self, problem: Problem) -> None:
        self.problem = problem


def _row(number: int, line: str) -> dict[str, Any]:
    try:
        row = json.loads(line.lstrip("\ufeff"))
    except (ValueError, RecursionError) as error:
        what = f"not readable as JSON ({error}); write one object a line"
        raise _Bad(Problem(number, "line", what)) from None
    if not isinstance(row, dict):
        raise _Bad(Problem(number, "line", 'not an object; write {"claim": "..."}'))
    return row


def _claim(number: int, row: dict[str, Any]) -> NewClaim:
    text = row.get("claim")
    if not isinstance(text, str):
        raise _Bad(Problem(number, "claim", 'missing or not a text; write {"claim": "..."}'))
    text = normalize("NFC", " ".join(text.split()))
    for remedy in _text_problems(text):
        raise _Bad(Problem(number, "claim", remedy))
    return NewClaim(
        text=text,
        intended_label=_word(number, row, "label", [verdict.value for verdict in Verdict]),
        expected_challenge=_word(number, row, "expected_challenge", [challenge.value for challenge in Challenge])
        or _word(number, row, "challenge", [challenge.value for challenge in Challenge]),
    )


def _text_problems(text: str) -> Iterator[str]:
    if not text:
        yield "empty; write the claim or delete the line"
    if len(text) > MAX_LENGTH:
        yield f"{len(text)} characters; {MAX_LENGTH} is the most, shorten it"
    if "\0" in text or any("\ud800" <= character <= "\udfff" for character in text):
        yield "has a character that cannot be stored; type it again"


def _word(number: int, row: dict[str, Any], field: str, known: list[str]) -> str:
    word = row.get(field) or ""
    if word and word not in known:
        raise _Bad(Problem(number, field, f"{str(word)[:80]!r} is not known; write one of: {', '.join(known)}"))
    return str(word)
