"""Write annotations.jsonl: every verification submitted in production, released or not, a line per revision.

Their names are pseudonyms, the same in every release of the project. Work on claims with known answers is left
out: whoever reads it would know the answers. The manifest counts these claims.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from annotation.projects.models import PageView, Project
from annotation.quality.sampling.models import QaSample
from annotation.release.feverous import BatchRead, Row
from annotation.release.formats.files import Files
from annotation.release.formats.schema import ANNOTATIONS, SET_LABELS, schema_of
from annotation.release.formats.table_files import TableFiles
from annotation.release.logs import nfd
from annotation.release.queries import ClaimRow, EvidenceRow, VerificationRow, labels_of_sets
from annotation.release.record import OperationRecord
from annotation.release.row_ids import pseudonym
from annotation.workflows.models import Contradiction


class Annotations:
    """The file, and tables/annotations of the same rows where `tables`. `operations`: whether rows have them."""

    def __init__(self, files: Files, project: Project, *, tables: bool, operations: bool) -> None:
        names = {"csv": "tables/annotations.csv", "parquet": "tables/annotations.parquet"} if tables else {}
        self.labels_sets = project.page_view == PageView.LINES
        columns = (*ANNOTATIONS, SET_LABELS) if self.labels_sets else ANNOTATIONS
        self.files = TableFiles(files, schema_of(columns), jsonl="annotations.jsonl", **names)
        self.project = project
        self.operations = operations
        self.sampled = set(
            QaSample.objects.filter(task__project=project).values_list("task__verification_item__claim", flat=True)
        )

    def add(self, read: BatchRead, rows: dict[int, Row]) -> None:
        said_of = [(claim, said) for claim in read.batch.claims for said in read.batch.said[claim.pk]]
        pairs = _contradictions(said.pk for _claim, said in said_of)
        labels = labels_of_sets([said.pk for _claim, said in said_of]) if self.labels_sets else {}
        found = [self._row(read, rows.get(claim.pk), claim, said, pairs) for claim, said in said_of]
        if self.labels_sets:
            found = [
                row | {"set_labels": labels.get(said.pk, [])}
                for row, (_claim, said) in zip(found, said_of, strict=True)
            ]
        self.files.add(found)

    def _row(
        self,
        read: BatchRead,
        row: Row | None,
        claim: ClaimRow,
        said: VerificationRow,
        pairs: Mapping[int, list[Contradiction]],
    ) -> dict[str, Any]:
        spelled, sets = _spelling(claim), read.sets.get(said.pk, [])
        operations = read.logs.released(said.assignment, said.revision)[0] if self.operations else []
        return {
            **self._described(read, row, claim, said),
            "evidence_sets": len(sets),
            "elements": sum(map(len, sets)),
            "evidence": [[_piece(read, piece, spelled) for piece in each] for each in sets],
            "contradictions": [_contradiction(one, spelled) for one in pairs.get(said.pk, ())],
            "annotator_operations": [_operation(one) for one in operations],
        }

    def _described(self, read: BatchRead, row: Row | None, claim: ClaimRow, said: VerificationRow) -> dict[str, Any]:
        log = read.logs.of[said.assignment, said.revision]
        seconds = log.seconds
        current = sum(one.is_current for one in read.batch.said[claim.pk])
        excluded = read.excluded.get(claim.pk)
        return {
            "annotation": said.number,
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
            "submitted": max(said.first_submitted_at, said.created_at).date().isoformat(),
            # Of what was imported, the version that the data set names: those guidelines are not this project's.
            "guidelines_version": said.guidelines_version
            if log.origin is None
            else log.origin.get("guidelines_version"),
            "turn": _turn(read.batch.said[claim.pk], said),
            "seconds": None if seconds is None else float(seconds),
            "annotators_of_claim": current,
            "is_qa_sample": claim.pk in self.sampled,
            "is_adjudicated": claim.pk in read.batch.decided,
            "claim_left_out": excluded.value if excluded is not None else "",
        }


def _turn(of_claim: Sequence[VerificationRow], said: VerificationRow) -> int:
    """1 where its annotator was the first to verify the claim, 2 the second: by their first revisions."""
    first = {one.assignment: (one.first_submitted_at, one.pk) for one in reversed(of_claim)}
    return 1 + sum(moment < first[said.assignment] for moment in first.values())


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


def _piece(read: BatchRead, piece: EvidenceRow, spelled: Callable[[str], str]) -> dict[str, Any]:
    return {
        "element": spelled(piece.element_id),
        "text": read.cited.text(piece),
        "context": [spelled(one) for one in piece.context],
        "context_text": read.cited.context_texts(piece),
        "added_context": [spelled(one) for one in piece.added],
        "joined_with": [spelled(one) for one in piece.joined],
        "page_revision": piece.page_revision,
        "content_hash": piece.content_hash,
    }


def _operation(one: OperationRecord) -> dict[str, str]:
    return {"operation": one.operation, "value": one.value, "time": one.time}
