"""Write FEVER JSONL: evidence as [annotation, evidence, page, line], for sets of sentences only.

FEVER has no place for cells, items and captions. A set that has any is left out, and a claim of which no set is left
with it (but for NOT ENOUGH INFO, whose evidence FEVER does not tell). Line n is `sentence_n` of our page.
"""

from __future__ import annotations

from typing import Any

from annotation.release.fever_origin import fever_evidence, fever_fields
from annotation.release.feverous import BatchRead, Row
from annotation.release.formats.files import Files, encoded
from annotation.release.record import EvidenceSetRecord
from annotation.release.summary import SPLITS
from corpus.fever.names import page_name
from corpus.page.element_id import BadElementId, ElementId, ElementKind, parse

NOBODYS = 0  # FEVER's annotation id of evidence that is an adjudicator's own


class FeverFiles:
    """`claims_left_out`, `sets_left_out`: what FEVER has no place for.

    `unverifiable`: the label of which FEVER tells no evidence; "" where the project has none.
    """

    def __init__(self, files: Files, unverifiable: str, splits: tuple[str, ...] = SPLITS) -> None:
        self.unverifiable = unverifiable
        self.of = {split: files.text(f"fever/{split}.jsonl") for split in splits}
        self.claims_left_out = self.sets_left_out = self.evidence = 0

    def add(self, read: BatchRead, rows: dict[int, Row]) -> None:
        imported = [claim.pk for claim in read.batch.claims if claim.is_imported]
        came, fields = fever_evidence(imported), fever_fields(imported)
        for claim in read.batch.claims:
            row = rows.get(claim.pk)
            if claim.pk in came:
                # FEVER's own rows are written as they came, also where the words of their evidence have changed.
                verdict = read.batch.said[claim.pk][0].verdict
                side = row.split if row is not None else claim.split or SPLITS[0]
                written = self._written(claim.number, verdict, claim.text, came[claim.pk])
                if claim.pk in fields:
                    written = {name: written[name] for name in fields[claim.pk]}
                self.of[side].write(encoded(written) + "\n")
            elif row is not None and (ours := self._row(row)) is not None:
                self.of[row.split].write(encoded(ours) + "\n")

    def _row(self, row: Row) -> dict[str, Any] | None:
        annotation = row.one.annotation or NOBODYS
        sets = [each for one in row.record.evidence if (each := self._set(one, annotation))]
        is_unverifiable = row.record.label == self.unverifiable
        fever_sets: list[Any] = [[[annotation, None, None, None]]] if is_unverifiable else sets
        self.sets_left_out += 0 if is_unverifiable else len(row.record.evidence) - len(sets)
        if not fever_sets:
            self.claims_left_out += 1
            return None
        return self._written(row.record.id, row.record.label, row.record.claim, fever_sets)

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


def _sentence(element_id: str) -> ElementId | None:
    try:
        element = parse(element_id)
    except BadElementId:
        return None
    return element if element.kind == ElementKind.SENTENCE else None
