"""Evidence for claims of NOT ENOUGH INFO that have none: a sentence of the nearest page, or of any page.

FEVER's two ways to train a verdict on such claims (Thorne et al. 2018: NearestP and RandomS).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from annotation.release.record import EvidenceSetRecord, Record
from baseline.source import Source
from baseline.training.verdicts import NOT_ENOUGH
from baseline.words import claim_words
from corpus.page.element_id import full_id, title_id
from corpus.page.elements import sentences

NEAREST, RANDOM = "nearest", "random"


def nei_with_pages(records: Sequence[Record], source: Source, way: str, seed: int) -> list[Record]:
    """The records, in their order. One whose page has no sentence stays without evidence."""
    return [_with_page(one, source, way, seed) if _lacks_evidence(one) else one for one in records]


def _lacks_evidence(record: Record) -> bool:
    return record.label == NOT_ENOUGH and not record.evidence


def _with_page(record: Record, source: Source, way: str, seed: int) -> Record:
    rng = Random(f"{seed} {record.id}")
    title = _nearest(record.claim, source) if way == NEAREST else source.by_chance(rng)
    page = source.page(title) if title else None
    found = [one.id for one in sentences(page) if one.text] if page is not None else []
    if page is None or not found:
        return record
    element = full_id(page.title, rng.choice(found))
    return replace(record, evidence=(EvidenceSetRecord((element,), {element: (title_id(page.title),)}),))


def _nearest(claim: str, source: Source) -> str:
    ranked = source.ranked(claim_words(claim).folded, 1)
    return ranked[0][0] if ranked else ""
