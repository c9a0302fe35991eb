"""Parse a row of a FEVER file: a claim with the evidence of several annotators.

`evidence` is a list of sets, a set a list of [annotation id, evidence id, page, line]. What shares an annotation id is
one annotator's; the row's label is everybody's. NOT ENOUGH INFO has rows without page and line, and so no evidence.

Page: underscores are spaces, and -LRB- -RRB- -LSB- -RSB- -COLON- are ( ) [ ] and a colon; in NFD.
Line n of FEVER, which counts the lines of the introduction from 0, is `sentence_n`. Where the corpus was made from
FEVER's own pages that is the same sentence; in any other it may not be, and FEVER's rows have no words to tell by.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import groupby
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from annotation.release.importing.feverous_rows import record_of
from annotation.release.importing.parsed import BadRow, ParsedClaim, ParsedEvidence, ParsedVerification, Place
from annotation.release.record import EvidenceSetRecord
from annotation.vocabulary.label_set import LabelSet
from annotation.vocabulary.verdicts import VERDICTS
from corpus.fever.names import title_of
from corpus.page.element_id import ElementKind, full_id, local_id, title_id

FIELDS = ("id", "verifiable", "label", "claim", "evidence")  # of the released rows, in their order


class Cited(NamedTuple):
    """One part of a set: its two places in the row, and what stands there. `page` is empty where none is cited."""

    set: int
    part: int
    annotation: int
    evidence: int | None
    page: str
    line: int

    @property
    def where(self) -> list[Any]:
        """Position in the row, and the original FEVER encoding; `restore_fever_row` is the inverse."""
        return [
            self.set,
            self.part,
            self.annotation,
            self.evidence,
            self.page or None,
            self.line if self.page else None,
        ]


def restore_fever_row(parts: Iterable[list[Any]]) -> list[list[list[Any]]]:
    """The evidence of a row, of the parts that its annotators had (`Cited.where`)."""
    in_order = sorted(parts, key=lambda part: (part[0], part[1]))
    return [[part[2:] for part in each] for _set, each in groupby(in_order, key=lambda part: part[0])]


def claim_of(row: Mapping[str, Any], place: Place, split: str, labels: LabelSet = VERDICTS) -> ParsedClaim:
    """The claim of a row, with a verification for each annotation id, in their order. Raises BadRow.

    `labels`: the verdicts and challenges that the row may have.
    """
    plain: dict[str, Any] = {"id": row.get("id"), "claim": row.get("claim"), "evidence": []}
    if "label" not in row and "evidence" not in row:
        record = record_of({**plain, "label": labels.values[0]}, labels)
        return ParsedClaim(place, record.id, record.claim, "", "", split)
    record = record_of({**plain, "label": row.get("label")}, labels)
    said = tuple(
        _verification(position, sets, record.label)
        for position, sets in enumerate(_by_annotation(row.get("evidence")), start=1)
    )
    fields = [name for name in row if name in FIELDS]
    if said and fields != [*FIELDS]:
        said = (replace(said[0], origin={**said[0].origin, "fever_fields": fields}), *said[1:])
    return ParsedClaim(place, record.id, record.claim, record.label, "", split, said)


def parts_of(evidence: Any) -> list[list[list[Any]]]:
    """The parts (`Cited.where`) of a row's evidence that each annotator had. Raises BadRow."""
    return [[part.where for each in sets for part in each] for sets in _by_annotation(evidence)]


def element_of(page: str, line: int) -> str:
    """The id of FEVER's line of a page."""
    return full_id(title_of(page), local_id(ElementKind.SENTENCE, line))


def _by_annotation(evidence: Any) -> Iterable[list[list[Cited]]]:
    """The sets of each annotation id, in the order in which the row names them. Raises BadRow."""
    found: dict[int, list[list[Cited]]] = {}
    for number, one in enumerate(_sets(evidence)):
        for annotation, cited in _of_annotations(one, number).items():
            found.setdefault(annotation, []).append(cited)
    return found.values()


def _verification(position: int, sets: list[list[Cited]], label: str) -> ParsedVerification:
    """FEVER's own numbers and spellings go with the log, so that they can be written again."""
    paged = [[part for part in each if part.page] for each in sets]
    return ParsedVerification(
        annotator=f"annotator-{position}",
        verdict=label,
        challenge="",
        evidence=ParsedEvidence(tuple(_set(each) for each in paged if each), has_context=False),
        origin={"fever": [part.where for each in sets for part in each]},
    )


def _set(cited: list[Cited]) -> EvidenceSetRecord:
    titles = {element_of(part.page, part.line): title_of(part.page) for part in cited}
    return EvidenceSetRecord(tuple(titles), {each: (title_id(title),) for each, title in titles.items()})


def _sets(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise BadRow(_("evidence: want a list of sets; fix the row or delete it"))
    return value


def _of_annotations(one: Any, number: int) -> dict[int, list[Cited]]:
    """The parts of a set by annotation: of NOT ENOUGH INFO one set has those of all annotators."""
    if not isinstance(one, list) or not one:
        raise BadRow(_("evidence[%(number)d]: want a list; fix the row or delete it") % {"number": number})
    found: dict[int, list[Cited]] = {}
    for place, part in enumerate(one):
        cited = _cited(part, number, place)
        found.setdefault(cited.annotation, []).append(cited)
    return found


def _cited(part: Any, number: int, place: int) -> Cited:
    match part:
        case [int(annotation), int() | None as evidence, None, None]:
            return Cited(number, place, annotation, evidence, "", 0)
        case [int(annotation), int() | None as evidence, str(page), int(line)] if page.strip() and line >= 0:
            return Cited(number, place, annotation, evidence, page, line)
    wanted = _("evidence[%(number)d]: want [annotation id, evidence id, page, line]; fix the row or delete it")
    raise BadRow(wanted % {"number": number})
