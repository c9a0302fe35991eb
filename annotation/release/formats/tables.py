"""Write the flat tables of a release: a row per released claim, and per piece of released evidence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from annotation.projects.models import Project
from annotation.release.feverous import BatchRead, ReleasedClaim, Row
from annotation.release.formats.files import Files
from annotation.release.formats.schema import CLAIMS, EVIDENCE, schema_of
from annotation.release.formats.table_files import TableFiles
from annotation.release.logs import nfd
from annotation.release.queries import VerificationRow
from annotation.release.row_ids import pseudonym
from annotation.suggestions.provenance import accepted_ranks, found_by
from corpus.page.element_id import BadElementId, parse


class ClaimTables:
    """tables/claims and tables/evidence, as CSV and as Parquet."""

    def __init__(self, files: Files, project: Project) -> None:
        self.project = project
        self.claims, self.evidence = (
            TableFiles(files, schema_of(columns), csv=f"tables/{name}.csv", parquet=f"tables/{name}.parquet")
            for name, columns in (("claims", CLAIMS), ("evidence", EVIDENCE))
        )

    def add(self, read: BatchRead, rows: dict[int, Row]) -> None:
        self.claims.add([self._claim(row) for row in rows.values()])
        self.evidence.add([piece for row in rows.values() for piece in _evidence(read, row)])

    def _claim(self, row: Row) -> dict[str, Any]:
        claim, record = row.one.claim, row.record
        return {
            "id": record.id,
            "split": row.split,
            "claim": record.claim,
            "label": record.label,
            "challenge": record.challenge,
            **origin(row),
            "mutated_claim": claim.mutated_number,
            "intended_label": claim.intended_label,
            "highlight_kind": claim.highlight_kind,
            "highlight_page": claim.highlight_page,
            "writer": None if claim.author is None else pseudonym(self.project.pk, claim.author),
            "evidence_sets": len(row.one.sets),
            "elements": sum(map(len, row.one.sets)),
            "pages": len({piece.page_title for each in row.one.sets for piece in each}),
            "operations": len(record.annotator_operations),
        }


def origin(row: Row) -> dict[str, Any]:
    """What a row rests on, and how its claim came about (`schema.ORIGIN`)."""
    claim = row.one.claim
    return {
        "source": row.record.source,
        "claim_type": claim.claim_type,
        "mutation": claim.mutation,
        "expected_challenge": claim.expected_challenge,
        "highlight": claim.highlight,
        "group": row.group,
    }


def _evidence(read: BatchRead, row: Row) -> Iterator[dict[str, Any]]:
    found = iter(_found(read, row.one))
    for number, each in enumerate(row.one.sets):
        for position, piece in enumerate(each):
            element = nfd(piece.element_id)
            way, rank = next(found)
            yield {
                "id": row.record.id,
                "split": row.split,
                "set": number,
                "position": position,
                "element": element,
                "text": read.cited.text(piece),
                "kind": _kind(element),
                "page": piece.page_title,
                "page_revision": piece.page_revision,
                "content_hash": piece.content_hash,
                "context": [nfd(one) for one in piece.context],
                "context_text": read.cited.context_texts(piece),
                "found_by": way,
                "suggestion_rank": rank,
            }


def _found(read: BatchRead, one: ReleasedClaim) -> list[tuple[str, int | None]]:
    """How each piece was found, and its rank among the suggestions, piece by piece in the order of the sets.

    By the log that led to the evidence: of the first sitting and all edits up to the revision that is released.
    """
    elements = [piece.element_id for each in one.sets for piece in each]
    if one.assignment is None:
        return [("adjudicator", None) for _element in elements]
    last = one.said.revision if isinstance(one.said, VerificationRow) else 1
    imported = read.logs.found(one.assignment)
    if imported is not None and len(imported) == len(elements):
        return imported
    log = [row for sitting in range(1, last + 1) for row in read.logs.of[one.assignment, sitting].rows]
    ways, ranks = found_by(log, elements), accepted_ranks(log)
    return [(ways[element], ranks.get(nfd(element))) for element in elements]


def _kind(element_id: str) -> str:
    try:
        return parse(element_id).kind.value
    except BadElementId:
        return ""
