"""Write plain tables: a row per released claim, per annotation, and per piece of released evidence.

CSV is written with the release, Parquet of it afterwards (`parquet`). COLUMNS says of every column its type.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from annotation.projects.models import Project
from annotation.release.feverous import BatchRead, ReleasedClaim, Row
from annotation.release.formats.columns import ANNOTATIONS, CLAIMS, EVIDENCE
from annotation.release.formats.files import Files, encoded
from annotation.release.logs import LoggedRow, nfd
from annotation.release.queries import Sets, VerificationRow
from annotation.release.row_ids import pseudonym, row_number
from annotation.suggestions.provenance import accepted_ranks, found_by
from corpus.page.element_id import BadElementId, parse


class AnnotationTable:
    """tables/annotations.csv: as annotations.jsonl, with the sizes of what a cell cannot hold."""

    def __init__(self, files: Files) -> None:
        self.table = files.table("tables/annotations.csv", ANNOTATIONS)

    def add(self, described: Mapping[str, Any], sets: Sets) -> None:
        sizes = {"evidence_sets": len(sets), "elements": sum(map(len, sets))}
        self.table.add({**described, **sizes})


class ClaimTables:
    """tables/claims.csv and tables/evidence.csv."""

    def __init__(self, files: Files, project: Project) -> None:
        self.project = project
        self.claims = files.table("tables/claims.csv", CLAIMS)
        self.evidence = files.table("tables/evidence.csv", EVIDENCE)

    def add(self, read: BatchRead, rows: dict[int, Row]) -> None:
        for row in rows.values():
            self.claims.add(self._claim(row))
            log = _log(read, row.one)
            elements = [piece.element_id for each in row.one.sets for piece in each]
            found = found_by(log, elements) if log is not None else {}
            ranks = accepted_ranks(log) if log is not None else {}
            self._evidence(row, found, ranks)

    def _claim(self, row: Row) -> dict[str, Any]:
        claim, record = row.one.claim, row.record
        mutated = claim.mutated_claim
        return {
            "id": record.id,
            "split": row.split,
            "claim": record.claim,
            "label": record.label,
            "challenge": record.challenge,
            "source": record.source,
            "claim_type": claim.claim_type,
            "mutation": claim.mutation,
            "mutated_claim": None if mutated is None else row_number(mutated, claim.mutated_release_id),
            "intended_label": claim.intended_label,
            "expected_challenge": claim.expected_challenge,
            "highlight": claim.highlight,
            "highlight_kind": claim.highlight_kind,
            "highlight_page": claim.highlight_page,
            "group": row.group,
            "writer": None if claim.author is None else pseudonym(self.project.pk, claim.author),
            "evidence_sets": len(row.one.sets),
            "elements": sum(map(len, row.one.sets)),
            "pages": len({piece.page_title for each in row.one.sets for piece in each}),
            "operations": len(record.annotator_operations),
        }

    def _evidence(self, row: Row, found: Mapping[str, str], ranks: Mapping[str, int]) -> None:
        for number, each in enumerate(row.one.sets):
            for position, piece in enumerate(each):
                element = nfd(piece.element_id)
                self.evidence.add(
                    {
                        "id": row.record.id,
                        "split": row.split,
                        "set": number,
                        "position": position,
                        "element": element,
                        "kind": _kind(element),
                        "page": piece.page_title,
                        "page_revision": piece.page_revision,
                        "content_hash": piece.content_hash,
                        "context": encoded([nfd(one) for one in piece.context]),
                        "found_by": found.get(piece.element_id, "adjudicator"),
                        "suggestion_rank": ranks.get(element),
                    }
                )


def _log(read: BatchRead, one: ReleasedClaim) -> list[LoggedRow] | None:
    """The log that led to the evidence: of the first sitting and all edits up to the revision that is released."""
    if one.assignment is None:
        return None
    last = one.said.revision if isinstance(one.said, VerificationRow) else 1
    return [row for sitting in range(1, last + 1) for row in read.logs.of[one.assignment, sitting].rows]


def _kind(element_id: str) -> str:
    try:
        return parse(element_id).kind.value
    except BadElementId:
        return ""
