"""Rows of FEVER as rows of FEVEROUS, so that every stage and training reads both; and evidence as FEVER writes it.

Line n of FEVER's page is `sentence_n` of ours (`corpus.fever`). NOT ENOUGH INFO has no evidence in FEVER.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from corpus.fever.names import page_name, title_of
from corpus.page.element_id import BadElementId, ElementKind, full_id, local_id, parse, title_id


def is_fever(row: Mapping[str, Any]) -> bool:
    """Return whether the evidence of a row is FEVER's: lists of [annotation, evidence, page, line]."""
    match row.get("evidence"):
        case [[[_, _, _, _], *_], *_]:
            return True
    return False


def converted_lines(lines: Iterable[str]) -> Iterator[str]:
    """The lines of a file, those of FEVER as lines of FEVEROUS; others, bad ones among them, as they are."""
    for line in lines:
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            yield line
            continue
        yield json.dumps(_converted(row), ensure_ascii=False) if isinstance(row, dict) and is_fever(row) else line


def evidence_of(row: Mapping[str, Any]) -> list[list[str]]:
    """The element ids of each evidence set of a row of FEVER; sets of the same ids once. Empty for NOT ENOUGH INFO."""
    found: dict[tuple[str, ...], None] = {}
    for one in row["evidence"]:
        ids = dict.fromkeys(
            full_id(title_of(part[2]), local_id(ElementKind.SENTENCE, part[3]))
            for part in one
            if isinstance(part, list) and len(part) == 4 and isinstance(part[2], str) and isinstance(part[3], int)
        )
        if ids:
            found[tuple(ids)] = None
    return [list(ids) for ids in found]


def pieces_of(elements: Iterable[str]) -> list[list[Any]]:
    """[page, line] of those elements that are sentences, as a prediction of FEVER has them."""
    found: list[list[Any]] = []
    for element in elements:
        try:
            parsed = parse(element)
        except BadElementId:
            continue
        if parsed.kind is ElementKind.SENTENCE:
            found.append([page_name(parsed.page), parsed.numbers[0]])
    return found


def _converted(row: Mapping[str, Any]) -> dict[str, Any]:
    sets = [{"content": ids, "context": {one: [title_id(parse(one).page)] for one in ids}} for ids in evidence_of(row)]
    return {"id": row.get("id"), "claim": row.get("claim"), "label": row.get("label"), "evidence": sets}
