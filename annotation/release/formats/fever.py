"""Write FEVER JSONL: evidence as [annotation, evidence, page, line], for sets of sentences only.

FEVER has no place for cells, items and captions. A set that has any is left out, and a claim of which no set is left
with it (but for NOT ENOUGH INFO, whose evidence FEVER does not tell). Line n is `sentence_n` of our page.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

from annotation.release.feverous import BatchRead, Row
from annotation.release.formats.files import Files, encoded
from annotation.release.importing.fever_rows import ESCAPES, restore_fever_row
from annotation.release.record import EvidenceSetRecord
from annotation.release.summary import SPLITS
from annotation.vocabulary.operation_names import OwnOperation
from annotation.work.models import Operation
from corpus.page.element_id import BadElementId, ElementId, ElementKind, parse


class FeverFiles:
    """`claims_left_out`, `sets_left_out`: what FEVER has no place for.

    `unverifiable`: the label of which FEVER tells no evidence; "" where the project has none.
    """

    def __init__(self, files: Files, unverifiable: str, splits: tuple[str, ...] = SPLITS) -> None:
        self.unverifiable = unverifiable
        self.of = {split: files.text(f"fever/{split}.jsonl") for split in splits}
        self.claims_left_out = self.sets_left_out = self.evidence = 0

    def add(self, read: BatchRead, rows: dict[int, Row]) -> None:
        came = original_evidence([claim.pk for claim in read.batch.claims if claim.is_imported])
        for claim in read.batch.claims:
            row = rows.get(claim.pk)
            if claim.pk in came:
                # FEVER's own rows go out as they came, those without evidence too, which only FEVER has a place for.
                verdict = read.batch.said[claim.pk][0].verdict
                side = row.split if row is not None else came[claim.pk].split or SPLITS[0]
                written = self._written(claim.number, verdict, claim.text, came[claim.pk].evidence)
                self.of[side].write(encoded(written) + "\n")
            elif row is not None and (ours := self._row(row)) is not None:
                self.of[row.split].write(encoded(ours) + "\n")

    def _row(self, row: Row) -> dict[str, Any] | None:
        annotation = row.one.said.pk
        sets = [each for one in row.record.evidence if (each := self._set(one, annotation))]
        is_unverifiable = row.record.label == self.unverifiable
        told: list[Any] = [[[annotation, None, None, None]]] if is_unverifiable else sets
        self.sets_left_out += 0 if is_unverifiable else len(row.record.evidence) - len(sets)
        if not told:
            self.claims_left_out += 1
            return None
        return self._written(row.record.id, row.record.label, row.record.claim, told)

    def _set(self, one: EvidenceSetRecord, annotation: int) -> list[list[Any]]:
        sentences = [element for id_ in one.content if (element := _sentence(id_)) is not None]
        if len(sentences) < len(one.content):
            return []
        found = []
        for element in sentences:
            self.evidence += 1
            found.append([annotation, self.evidence, page_name(element.page), element.numbers[0]])
        return found

    def _written(self, number: int, label: str, claim: str, evidence: list[Any]) -> dict[str, Any]:
        return {
            "id": number,
            "verifiable": "NOT VERIFIABLE" if label == self.unverifiable else "VERIFIABLE",
            "label": label,
            "claim": claim,
            "evidence": evidence,
        }


def page_name(title: str) -> str:
    """The title as FEVER spells it: "Soul_Food_-LRB-film-RRB-"."""
    for escaped, plain in ESCAPES.items():
        title = title.replace(plain, escaped)
    return title.replace(" ", "_")


def _sentence(element_id: str) -> ElementId | None:
    try:
        element = parse(element_id)
    except BadElementId:
        return None
    return element if element.kind == ElementKind.SENTENCE else None


class OriginalEvidence(NamedTuple):
    """A claim's side of the data set, and the `evidence` of its row."""

    split: str
    evidence: list[list[list[Any]]]


def original_evidence(claims: Sequence[int]) -> dict[int, OriginalEvidence]:
    """Original evidence of the claims that came from FEVER: of all annotators, in its own numbers and spellings."""
    first = Operation.objects.filter(
        assignment__task__verification_item__claim__in=claims, sequence=0, name=OwnOperation.IMPORTED
    )
    parts: defaultdict[tuple[int, str], list[list[Any]]] = defaultdict(list)
    columns = (
        "assignment__task__verification_item__claim",
        "assignment__task__verification_item__claim__release_split",
        "detail",
    )
    for claim, split, detail in first.order_by("assignment").values_list(*columns):
        parts[claim, split] += detail.get("fever", [])
    return {claim: OriginalEvidence(split, restore_fever_row(told)) for (claim, split), told in parts.items() if told}
