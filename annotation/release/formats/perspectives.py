"""Write every annotation beside the distribution of verdicts on its claim, for learning from disagreement.

A row an annotation that is current (perspectivist/, a file per split) and a row a claim (tables/distributions), of all
claims that were verified, those that the rule leaves out because verdicts disagree included. These stand on the side
that their highlight and near-duplicates stand on, so that no side learns what another is tested with.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from math import fsum, log2
from typing import Any

from annotation.projects.models import Project
from annotation.release.feverous import BatchRead, Row
from annotation.release.formats.files import Files
from annotation.release.formats.rows import split_file, with_words
from annotation.release.formats.schema import DISTRIBUTIONS, perspectives_schema, schema_of
from annotation.release.formats.table_files import TableFiles
from annotation.release.logs import nfd
from annotation.release.queries import ClaimRow, VerificationRow
from annotation.release.row_ids import pseudonym
from annotation.release.summary import SPLITS

FOLDER = "perspectivist"


class Perspectives:
    """`labels`: the project's verdicts, in order. `side`: claim -> the split that it stands on."""

    def __init__(
        self,
        files: Files,
        project: Project,
        labels: Sequence[str],
        side: Mapping[int, str],
        splits: Sequence[str] = SPLITS,
    ) -> None:
        self.project, self.labels, self.side = project, tuple(labels), side
        schema = perspectives_schema(labels)
        self.of = {split: TableFiles(files, schema, parquet=split_file(split, FOLDER)) for split in splits}
        names = {"csv": "tables/distributions.csv", "parquet": "tables/distributions.parquet"}
        self.claims = TableFiles(files, schema_of(DISTRIBUTIONS), **names)

    def add(self, read: BatchRead, rows: dict[int, Row]) -> None:
        of_split: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
        distributions = []
        for claim in read.batch.claims:
            current = [one for one in read.batch.said[claim.pk] if one.is_current]
            if not current:
                continue
            row, split = rows.get(claim.pk), self.side[claim.pk]
            of_claim = self._of_claim(read, row, claim, current)
            distributions.append(self._distribution(row, split, claim, of_claim))
            of_split[split] += [self._annotation(read, row, claim, one) | of_claim for one in current]
        self.claims.add(distributions)
        for split, some in of_split.items():
            self.of[split].add(some)

    def _of_claim(
        self, read: BatchRead, row: Row | None, claim: ClaimRow, current: Sequence[VerificationRow]
    ) -> dict[str, Any]:
        """What all annotations of a claim have in common."""
        given = Counter(one.verdict for one in current)
        counts = [given[label] for label in self.labels]
        excluded = read.excluded.get(claim.pk)
        return {
            "released_label": row.record.label if row is not None else "",
            "claim_left_out": excluded.value if excluded is not None else "",
            "annotators_of_claim": len(current),
            "counts": counts,
            "distribution": [count / len(current) for count in counts],
        }

    def _distribution(self, row: Row | None, split: str, claim: ClaimRow, of_claim: dict[str, Any]) -> dict[str, Any]:
        return {
            "id": claim.number,
            "split": split,
            "claim": _text(claim),
            **of_claim,
            "labels": list(self.labels),
            "entropy": entropy(of_claim["distribution"]),
            "is_released": row is not None,
        }

    def _annotation(self, read: BatchRead, row: Row | None, claim: ClaimRow, said: VerificationRow) -> dict[str, Any]:
        seconds = read.logs.of[said.assignment, said.revision].seconds
        spelled = str if claim.is_imported else nfd
        return {
            "annotation": said.number,
            "id": claim.number,
            "claim": _text(claim),
            "annotator": pseudonym(self.project.pk, said.person),
            "verdict": self.labels.index(said.verdict),
            "challenge": said.challenge,
            "unsure": said.unsure,
            "seconds": None if seconds is None else float(seconds),
            "evidence": [with_words(read.cited, pieces, spelled) for pieces in read.sets.get(said.pk, [])],
            "is_released": row is not None and said.pk == row.one.verification,
        }


def entropy(shares: Sequence[float]) -> float:
    """Shannon entropy in bits: -sum p log2 p, where 0 log2 0 is 0. No disagreement: 0; two halves: 1."""
    return -fsum(share * log2(share) for share in shares if share) or 0.0  # not -0.0


def _text(claim: ClaimRow) -> str:
    return claim.text if claim.is_imported else nfd(claim.text)
