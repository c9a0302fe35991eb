"""Read the demo's claims; errors name file and line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unicodedata import normalize

from annotation.claims.models import Claim
from annotation.evidence.excerpts import excerpts
from annotation.evidence.rules import cleaned
from annotation.evidence.verdict_rules import problems
from annotation.projects.models import Project
from annotation.vocabulary.highlight_kinds import HighlightKind
from annotation.vocabulary.labels import Challenge, ClaimType, Mutation, Verdict
from corpus.models import Corpus
from corpus.page.element_id import BadElementId, ElementKind, parse
from corpus.page.elements import Table, tables
from corpus.store import PageNotFound, get_page

CLAIMS = Path(__file__).resolve().parent / "claims"
FIELDS = {"claim", "type", "mutation", "highlight", "expected_challenge", "label", "challenge", "evidence", "why"}
SENTENCES_IN_A_HIGHLIGHT = 4
MAX_SETS = 3


@dataclass(frozen=True, slots=True)
class DemoClaim:
    """A claim with what its writer meant and the evidence that proves it; ids are NFD."""

    text: str
    claim_type: str
    mutation: str
    highlight_kind: str
    highlight: tuple[str, ...]
    expected_challenge: str
    label: str
    challenge: str
    evidence: tuple[tuple[str, ...], ...]

    @property
    def highlight_page(self) -> str:
        return parse(self.highlight[0]).page


class BadDemo(ValueError):
    """`problems` holds one sentence per mistake, beginning with file and line."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def demo_files() -> list[Path]:
    return sorted(CLAIMS.glob("*.jsonl"))


def demo_evidence(project: Project) -> dict[int, Sequence[Sequence[str]]]:
    """Claim id -> the gold evidence sets of the demo's claims in a project. Raises BadDemo."""
    claims = dict(Claim.objects.filter(project=project).values_list("text", "pk"))
    gold = read_demo(project.corpus, demo_files())
    return {claims[one.text]: one.evidence for one in gold if one.text in claims}


def read_demo(corpus: Corpus, files: Iterable[Path]) -> list[DemoClaim]:
    """The claims of all files, checked against the corpus and against one another. Raises BadDemo."""
    claims: list[DemoClaim] = []
    mistakes: list[str] = []
    seen: dict[str, str] = {}
    pages: dict[str, tuple[str, ...]] = {}
    for where, row in _rows(files, mistakes):
        found = list(_mistakes(corpus, row))
        if not found:
            claim = _claim(row)
            claims.append(claim)
            first = seen.setdefault(claim.text, where)
            if first != where:
                found.append(f"claim: the same as in {first}")
            if pages.setdefault(claim.highlight_page, claim.highlight) != claim.highlight:
                found.append(f"highlight: page {claim.highlight_page!r} has another one already; a page is used once")
        mistakes += [f"{where}: {mistake}" for mistake in found]
    if mistakes:
        raise BadDemo(mistakes)
    return claims


def _rows(files: Iterable[Path], mistakes: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    for file in files:
        for number, text in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
            where = f"{file.name}, line {number}"
            try:
                row = json.loads(text)
            except ValueError as error:
                mistakes.append(f"{where}: not readable as JSON ({error})")
                continue
            if isinstance(row, dict) and set(row) == FIELDS:
                yield where, row
            else:
                mistakes.append(f"{where}: want an object with exactly {', '.join(sorted(FIELDS))}")


def _mistakes(corpus: Corpus, row: Mapping[str, Any]) -> Iterator[str]:
    for field in ("claim", "why"):
        if not isinstance(row[field], str) or not row[field].strip():
            yield f"{field}: empty"
    yield from _word(row, "type", list(ClaimType))
    yield from _word(row, "label", list(Verdict))
    yield from _word(row, "expected_challenge", list(Challenge))
    yield from _word(row, "challenge", list(Challenge))
    yield from _word(row, "mutation", list(Mutation) if row["type"] == ClaimType.TYPE_III else [""])
    yield from _shape_mistakes(corpus, row)


def _word(row: Mapping[str, Any], field: str, known: list[Any]) -> Iterator[str]:
    if row[field] not in [str(word) for word in known]:
        yield f"{field}: {row[field]!r} is not one of {', '.join(repr(str(word)) for word in known)}"


def _shape_mistakes(corpus: Corpus, row: Mapping[str, Any]) -> Iterator[str]:
    sets, highlight = _sets(row["evidence"]), _highlight(row["highlight"])
    if sets is None:
        yield 'evidence: want [{"content": [ids]}, ...]'
    else:
        found = problems(verdict="SUPPORTS", challenge="Other", evidence_sets=sets, max_sets=MAX_SETS)
        yield from (f"evidence: {message}" for message in found.get("evidence_sets", []))
        yield from _unknown(corpus, "evidence", [element_id for ids in sets for element_id in ids])
    if highlight is None:
        yield 'highlight: want {"kind": "sentences", "elements": [4 ids]} or {"kind": "table", "elements": [1 id]}'
    else:
        yield from _highlight_mistakes(corpus, row["highlight"]["kind"], highlight)


def _sets(value: Any) -> list[list[str]] | None:
    if not isinstance(value, list) or not all(isinstance(one, dict) and set(one) == {"content"} for one in value):
        return None
    sets = [one["content"] for one in value]
    return cleaned(sets) if all(_are_texts(ids) for ids in sets) else None


def _highlight(value: Any) -> list[str] | None:
    if not isinstance(value, dict) or set(value) != {"kind", "elements"} or not _are_texts(value["elements"]):
        return None
    sizes = {HighlightKind.SENTENCES: SENTENCES_IN_A_HIGHLIGHT, HighlightKind.TABLE: 1}
    ids = [normalize("NFD", element_id) for element_id in value["elements"]]
    return ids if value["kind"] in sizes and len(ids) == sizes[value["kind"]] else None


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, str) for item in value)


def _highlight_mistakes(corpus: Corpus, kind: str, ids: list[str]) -> Iterator[str]:
    try:
        elements = [parse(element_id) for element_id in ids]
    except BadElementId as error:
        yield f"highlight: {error}"
        return
    first = elements[0]
    if kind == HighlightKind.TABLE:
        if first.kind is not ElementKind.TABLE:
            yield f"highlight: {ids[0]!r} is not a table"
        elif first.local not in {table.id for table in _tables(corpus, first.page)}:
            yield f"highlight: the corpus has no {ids[0]!r}"
        return
    yield from _unknown(corpus, "highlight", ids)
    if any(element.kind is not ElementKind.SENTENCE or element.page != first.page for element in elements):
        yield "highlight: want four sentences of one page"
    elif [element.numbers[0] - first.numbers[0] for element in elements] != list(range(len(elements))):
        yield "highlight: want four sentences that follow one another"


def _unknown(corpus: Corpus, field: str, ids: list[str]) -> Iterator[str]:
    _found, unknown = excerpts(corpus, ids)
    yield from (f"{field}: the corpus has no {element_id!r}" for element_id in unknown)


def _tables(corpus: Corpus, title: str) -> list[Table]:
    try:
        return list(tables(get_page(corpus, title)))
    except PageNotFound:
        return []


def _claim(row: Mapping[str, Any]) -> DemoClaim:
    return DemoClaim(
        text=normalize("NFC", " ".join(row["claim"].split())),
        claim_type=row["type"],
        mutation=row["mutation"],
        highlight_kind=row["highlight"]["kind"],
        highlight=tuple(_highlight(row["highlight"]) or ()),
        expected_challenge=row["expected_challenge"],
        label=row["label"],
        challenge=row["challenge"],
        evidence=tuple(tuple(ids) for ids in _sets(row["evidence"]) or ()),
    )
