"""Rows of evidence on a page: text, position, headers, and context dropped or added."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from annotation.evidence.excerpts import ExcerptJson, excerpts
from annotation.evidence.models import Evidence, EvidenceSet
from annotation.work.models import Assignment
from annotation.workflows.claim_verification.draft_schema import default_colour
from annotation.workflows.claim_verification.models import Verification
from corpus.models import Corpus
from corpus.page.content_hash import is_pinned
from corpus.store import get_page

Passages = list[tuple[str, ExcerptJson | None]]  # elements; without an excerpt where the corpus no longer has one


@dataclass(frozen=True, slots=True)
class EvidenceRow:
    """One element of a set. Without `excerpt`, and with `changed`, where the corpus no longer has these words.

    `context`, `dropped` and `added` hold the words of the elements, in their order; an id where the corpus has none.
    `joined`: whether the sentence after it, which is in the set too, is its second half.
    """

    element_id: str
    page_title: str
    page_revision: int | None
    context: list[tuple[str, str]]
    dropped: list[tuple[str, str]]
    added: list[tuple[str, str]]
    joined: bool
    excerpt: ExcerptJson | None
    changed: bool


@dataclass(frozen=True, slots=True)
class SetRow:
    """One evidence set with its colour, and the name its verifier gave it, or none."""

    number: int
    name: str
    colour: str
    evidence: list[EvidenceRow]


def sets_of(corpus: Corpus, verification: Verification) -> list[SetRow]:
    """The evidence sets of a verification, read from the corpus in one go."""
    sets = list(verification.evidence_sets.prefetch_related("evidence"))
    pieces = [one for each in sets for one in each.evidence.all()]
    wanted = {each for one in pieces for each in (one.element_id, *one.context, *one.dropped)}
    found, _unknown = excerpts(corpus, sorted(wanted))
    words = {each["id"]: each for each in found}
    return [_set_row(corpus, each, words) for each in sets]


def contradictions_read(corpus: Corpus, verification: Verification) -> list[Passages]:
    """The contradictions that the verifier recorded, each with both passages as they read."""
    pairs = [one.elements for one in verification.contradictions.all()]
    found, _unknown = excerpts(corpus, {element for pair in pairs for element in pair})
    words = {one["id"]: one for one in found}
    return [[(element, words.get(element)) for element in pair] for pair in pairs]


def _set_row(corpus: Corpus, one: EvidenceSet, words: dict[str, ExcerptJson]) -> SetRow:
    rows = [_evidence_row(corpus, each, words) for each in one.evidence.all()]
    return SetRow(one.position + 1, one.name, one.colour or default_colour(one.position), rows)


def _evidence_row(corpus: Corpus, one: Evidence, words: dict[str, ExcerptJson]) -> EvidenceRow:
    excerpt = words.get(one.element_id)
    same = excerpt is not None and is_pinned(get_page(corpus, excerpt["page"]), excerpt["id"], one.content_hash)
    return EvidenceRow(
        element_id=one.element_id,
        page_title=one.page_title,
        page_revision=one.page_revision,
        context=_words_of(one.context, words),
        dropped=_words_of(one.dropped, words),
        added=_words_of(one.added, words),
        joined=bool(one.joined),
        excerpt=excerpt,
        changed=not same,
    )


def _words_of(ids: Sequence[str], words: dict[str, ExcerptJson]) -> list[tuple[str, str]]:
    return [(each, words[each]["text"] if each in words else each) for each in ids]


def revisions_of(assignment: Assignment) -> list[tuple[Verification, int, int]]:
    """All revisions of an assignment's verification, latest first, with how many elements were added and removed."""
    rows = list(
        Verification.objects.filter(submission__assignment=assignment)
        .order_by("submission__revision")
        .prefetch_related("submission__evidence_sets__evidence")
    )
    chosen = [_chosen(row) for row in rows]
    differences = [(0, 0), *((len(after - before), len(before - after)) for before, after in pairwise(chosen))]
    return [(row, *difference) for row, difference in reversed(list(zip(rows, differences, strict=True)))]


def _chosen(row: Verification) -> set[tuple[int, str]]:
    return {(each.position, one.element_id) for each in row.evidence_sets for one in each.evidence.all()}
