"""Lists of candidates: what a stage that orders candidates again learns from, and is judged by.

`candidate_lists` runs the pipeline of a configuration, with the stages that it lists, on the claims of a FEVEROUS file.
A file of lists (`write_lists`) has the hard negatives of each claim with the score that every stage gave them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from annotation.release.record import Record
from baseline.candidates import Candidate, CellCandidate, Kind, PageCandidate, PassageCandidate, StageScore, identity
from baseline.config import Config
from baseline.pipeline import Pipeline
from baseline.rerank.protocol import texts
from baseline.scoring.measures import holder_id
from baseline.source import Source
from corpus.page.element_id import BadElementId, ElementKind, full_id, parse


class BadLists(ValueError):
    """A file that is no file of lists; the message names it and the line."""


@dataclass(frozen=True, slots=True)
class CandidateList:
    """The candidates of one claim as they come to a stage, best first, with the scores of every stage before.

    `texts`: what a model reads of each (`protocol.texts`), empty where they were not asked for. `positives`: places of
    those that stand in an evidence set. `row`: the line of the claim in its file, from 1. `cells`: ids of the cells,
    headers, captions and items in evidence sets.
    """

    claim: str
    kind: Kind
    candidates: tuple[Candidate, ...]
    texts: tuple[str, ...]
    positives: frozenset[int]
    row: int
    cells: frozenset[str] = frozenset()


def candidate_lists(
    rows: Iterable[tuple[int, Record]],
    source: Source,
    config: Config,
    kind: Kind,
    depth: int,
    *,
    with_texts: bool = True,
) -> Iterator[CandidateList]:
    """The first `depth` candidates of each claim (0: all); `rows` are records with their lines (`read_numbered`).

    The stages that `config` lists for the kind have ordered them: list only those before the one to train. A list
    may be empty, or without positives: see `learnable`. Raises NoModel where a stage cannot be opened.
    """
    yield from lists_of(Pipeline(source, config), rows, kind, depth, with_texts=with_texts)


def lists_of(
    pipeline: Pipeline, rows: Iterable[tuple[int, Record]], kind: Kind, depth: int, *, with_texts: bool = True
) -> Iterator[CandidateList]:
    """As `candidate_lists`, of a pipeline that is open already."""
    for row, record in rows:
        found = pipeline.candidates(record.claim, kind)
        kept = tuple(found[:depth] if depth else found)
        gold = gold_of(record, kind)
        positives = frozenset(place for place, one in enumerate(kept) if identity(one) in gold)
        read = tuple(texts(kept, pipeline.source)) if with_texts else ()
        yield CandidateList(record.claim, kind, kept, read, positives, row, gold_of(record, "cells"))


def learnable(lists: Iterable[CandidateList]) -> tuple[list[CandidateList], int]:
    """Those that have both a positive and a negative, and the number of the others."""
    every = [*lists]
    kept = [one for one in every if 0 < len(one.positives) < len(one.candidates)]
    return kept, len(every) - len(kept)


def gold_of(record: Record, kind: Kind) -> frozenset[str]:
    """What of a kind the evidence sets of a claim have: titles, or ids of sentences, of tables and lists, of cells."""
    found = {_of_kind(element, kind) for one in record.evidence for element in one.content}
    return frozenset(one for one in found if one)


def _of_kind(element: str, kind: Kind) -> str | None:
    try:
        parsed = parse(element)
        if kind == "pages":
            return parsed.page
        if kind == "sentences":
            return full_id(parsed.page, parsed.local) if parsed.kind is ElementKind.SENTENCE else None
        holder = holder_id(element)
    except BadElementId:
        return None
    return holder if kind == "tables" or holder is None else full_id(parsed.page, parsed.local)


# --- Files -----------------------------------------------------------------------------------------------------------


def write_lists(path: Path, lists: Iterable[CandidateList]) -> None:
    """Write lists as JSONL: a line a list, with each candidate's fields, its text, and whether it is evidence."""
    with path.open("w", encoding="utf-8") as file:
        for one in lists:
            file.write(json.dumps(_to_json(one), ensure_ascii=False) + "\n")


def read_lists(path: Path) -> Iterator[CandidateList]:
    """The lists of a file. Raises BadLists, OSError."""
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            try:
                yield _from_json(json.loads(line))
            except (ValueError, TypeError, LookupError) as error:
                raise BadLists(f"{path}: line {number}: no list of candidates ({error}).") from error


def _to_json(one: CandidateList) -> dict[str, Any]:
    candidates = [
        asdict(candidate) | {"is_evidence": place in one.positives} | ({"read": one.texts[place]} if one.texts else {})
        for place, candidate in enumerate(one.candidates)
    ]
    return {
        "row": one.row, "claim": one.claim, "kind": one.kind, "cells": sorted(one.cells), "candidates": candidates,
    }  # fmt: skip


def _from_json(row: dict[str, Any]) -> CandidateList:
    kind: Kind = row["kind"]
    maker: type[Candidate] = {
        "pages": PageCandidate, "sentences": PassageCandidate, "tables": PassageCandidate, "cells": CellCandidate,
    }[kind]  # fmt: skip
    candidates, positives, read = [], set(), []
    for place, fields in enumerate(row["candidates"]):
        if fields.pop("is_evidence"):
            positives.add(place)
        if "read" in fields:
            read.append(fields.pop("read"))
        stages = tuple(StageScore(**stage) for stage in fields.pop("stages"))
        candidates.append(maker(**fields | {"stages": stages, "signals": tuple(fields["signals"])}))
    return CandidateList(
        row["claim"],
        kind,
        tuple(candidates),
        tuple(read),
        frozenset(positives),
        row["row"],
        frozenset(row.get("cells", ())),
    )
