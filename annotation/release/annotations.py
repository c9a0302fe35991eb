"""Write annotations.jsonl: every verification submitted in production, released or not, a line per revision.

Their names are pseudonyms, the same in every release of the project. Work on claims with known answers is left
out: whoever reads it would know the answers. The manifest counts these claims.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

from annotation.projects.models import Project
from annotation.quality.sampling.models import QaSample
from annotation.release.feverous import BatchRead, Row
from annotation.release.formats.files import Files, encoded
from annotation.release.formats.tables import AnnotationTable
from annotation.release.logs import nfd
from annotation.release.queries import ClaimRow, EvidenceRow, VerificationRow
from annotation.release.record import OperationRecord
from annotation.release.row_ids import pseudonym
from annotation.workflows.models import Contradiction


class Annotations:
    """The file, and the table of it where tables are wanted. `operations`: whether they are written with it."""

    def __init__(self, files: Files, project: Project, table: AnnotationTable | None, *, operations: bool) -> None:
        self.file = files.text("annotations.jsonl")
        self.project = project
        self.table = table
        self.operations = operations
        self.written = 0
        self.sampled = set(
            QaSample.objects.filter(task__project=project).values_list("task__verification_item__claim", flat=True)
        )

    def add(self, read: BatchRead, rows: dict[int, Row]) -> None:
        pairs = _contradictions(said.pk for claim in read.batch.claims for said in read.batch.said[claim.pk])
        for claim in read.batch.claims:
            for said in read.batch.said[claim.pk]:
                described = self._described(read, rows.get(claim.pk), claim, said)
                spelled = _spelling(claim)
                evidence = [[_piece(piece, spelled) for piece in each] for each in read.sets.get(said.pk, [])]
                operations, _left_out = read.logs.released(said.assignment, said.revision)
                told = [_operation(one) for one in operations] if self.operations else []
                contradictions = [_contradiction(one, spelled) for one in pairs.get(said.pk, ())]
                parts = {"evidence": evidence, "contradictions": contradictions, "annotator_operations": told}
                self.file.write(encoded(described | parts) + "\n")
                self.written += 1
                if self.table is not None:
                    self.table.add(described, read.sets.get(said.pk, []))

    def _described(self, read: BatchRead, row: Row | None, claim: ClaimRow, said: VerificationRow) -> dict[str, Any]:
        seconds = read.logs.of[said.assignment, said.revision].seconds
        current = sum(one.is_current for one in read.batch.said[claim.pk])
        excluded = read.excluded.get(claim.pk)
        return {
            "annotation": said.pk,
            "id": claim.number,
            "claim": _spelling(claim)(claim.text),
            "split": row.split if row is not None else "",
            "annotator": pseudonym(self.project.pk, said.person),
            "revision": said.revision,
            "is_current": said.is_current,
            "is_released": row is not None and said.pk == row.one.verification,
            "verdict": said.verdict,
            "challenge": said.challenge,
            "unsure": said.unsure,
            "handed_in": said.first_submitted_at.date().isoformat(),
            "seconds": None if seconds is None else float(seconds),
            "annotators_of_claim": current,
            "is_qa_sample": claim.pk in self.sampled,
            "is_adjudicated": claim.pk in read.batch.decided,
            "claim_left_out": excluded.value if excluded is not None else "",
        }


def _contradictions(verifications: Iterable[int]) -> dict[int, list[Contradiction]]:
    """Verification -> the contradictions of the corpus that it records; those without any are absent."""
    found: defaultdict[int, list[Contradiction]] = defaultdict(list)
    for one in Contradiction.objects.filter(verification__in=list(verifications)).order_by("verification", "position"):
        found[one.verification_id].append(one)
    return found


def _contradiction(one: Contradiction, spelled: Callable[[str], str]) -> list[dict[str, Any]]:
    """Both passages, with what pins them."""
    return [
        {
            "element": spelled(element),
            "page_revision": pin.get("page_revision"),
            "content_hash": pin.get("content_hash", ""),
        }
        for element, pin in zip(one.elements, one.pins, strict=True)
    ]


def _spelling(claim: ClaimRow) -> Callable[[str], str]:
    """As in the released row: this file is the way back into a project, and what came in goes out as it came."""
    return str if claim.is_imported else nfd


def _piece(piece: EvidenceRow, spelled: Callable[[str], str]) -> dict[str, Any]:
    return {
        "element": spelled(piece.element_id),
        "context": [spelled(one) for one in piece.context],
        "added_context": [spelled(one) for one in piece.added],
        "joined_with": [spelled(one) for one in piece.joined],
        "page_revision": piece.page_revision,
        "content_hash": piece.content_hash,
    }


def _operation(one: OperationRecord) -> dict[str, str]:
    return {"operation": one.operation, "value": one.value, "time": one.time}
