"""Snapshot evidence at submission: its context, the revision of its page, a hash of its content."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from django.utils.translation import gettext as _

from annotation.errors import Invalid
from annotation.evidence.refining import Refiner
from annotation.evidence.rules import EvidenceSets, Refinement
from annotation.evidence.trust import refusals, untrusted_by_marks
from annotation.vocabulary.evidence_kinds import EvidenceKinds, is_accepted
from corpus.models import Corpus, StoredPage
from corpus.page.content_hash import content_hash
from corpus.page.context import context_ids
from corpus.page.element_id import BadElementId, parse
from corpus.page.elements import Marks, Page, UnknownElement
from corpus.store import PageNotFound, get_page, marks_of

PAGES_KEPT, ELEMENTS_KEPT = 256, 10_000


@dataclass(frozen=True, slots=True)
class Pinned:
    """Element with its context and the revision of its page.

    `context` is the automatic one less what was dropped, and last what was added.
    """

    element_id: str
    context: list[str]
    page_title: str
    page_revision: int | None
    content_hash: str
    dropped: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    joined: tuple[str, ...] = ()  # the sentence that goes on with it


def pin(
    corpus: int,
    evidence_sets: EvidenceSets,
    *,
    dropped_context: Sequence[Refinement] = (),
    added_context: Sequence[Refinement] = (),
    joined_sentences: Sequence[Refinement] = (),
    kinds: str = EvidenceKinds.ALL,
) -> list[list[Pinned]]:
    """Snapshot every element of every set, of the corpus with this id; the refinements run beside the sets.

    All are cleaned and have passed `rules`. Raises Invalid, whose field `evidence_sets` names the elements that the
    corpus does not have, that are untrusted, or that are not of the project's `kinds`; `dropped_context` what is not in
    the context of its element, `added_context` what is, or is not on the page; `joined_sentences` those that do not
    follow one another.
    """
    pins, marks = _pins(corpus, dict.fromkeys(element_id for ids in evidence_sets for element_id in ids))
    if untrusted := untrusted_by_marks(pins, marks):
        messages = refusals(untrusted)
        raise Invalid(messages[0], {"evidence_sets": messages})
    refused = [one.element_id for one in pins.values() if not is_accepted(kinds, one.element_id, one.context)]
    if refused:
        message = _("This project accepts %(kinds)s as evidence. Remove %(ids)s.") % {
            "kinds": EvidenceKinds(kinds).label,
            "ids": ", ".join(f"“{element_id[:200]}”" for element_id in refused),
        }
        raise Invalid(message, {"evidence_sets": [message]})
    refine = Refiner(pins, cache(lambda title: get_page(Corpus.objects.get(pk=corpus), title)))
    count = len(evidence_sets)
    sides = (_padded(each, count) for each in (dropped_context, added_context, joined_sentences))
    refined = [
        [refine.pinned(number, element_id, dropped, added, joined) for element_id in ids]
        for number, (ids, dropped, added, joined) in enumerate(zip(evidence_sets, *sides, strict=True), start=1)
    ]
    if refine.problems:
        raise Invalid(next(iter(refine.problems.values()))[0], dict(refine.problems))
    return refined


def _padded(refinements: Sequence[Refinement], count: int) -> list[Refinement]:
    return [*refinements, *[{}] * (count - len(refinements))]


def _pins(corpus: int, element_ids: Mapping[str, None]) -> tuple[dict[str, Pinned], dict[str, Marks]]:
    """The elements by id, and by title what is marked as untrusted on their pages. Raises Invalid."""
    pins: dict[str, Pinned] = {}
    unknown: list[str] = []
    titles: dict[str, str] = {}
    for element_id in element_ids:
        try:
            titles[element_id] = parse(element_id).page
        except BadElementId:
            unknown.append(element_id)
    # A page reached over a redirect has another title than the id, and so no such element: titles are taken as written.
    pages = StoredPage.objects.filter(corpus=corpus, title__in=set(titles.values()))
    rows = {row.title: row for row in pages.only("title", "revision", "content_hash", "untrusted")}
    for element_id, title in titles.items():
        try:
            pins[element_id] = _pin(corpus, rows[title], element_id)
        except (KeyError, PageNotFound, UnknownElement):
            unknown.append(element_id)
    if unknown:
        message = _("This corpus has no element %(ids)s. Remove it from your evidence and select it again.") % {
            "ids": ", ".join(f"“{element_id[:200]}”" for element_id in unknown)
        }
        raise Invalid(message, {"evidence_sets": [message]})
    return pins, {title: marks_of(row.untrusted) for title, row in rows.items() if row.untrusted}


def _pin(corpus: int, row: StoredPage, element_id: str) -> Pinned:
    context, words = _around(corpus, row.title, row.pk, row.content_hash, element_id)
    return Pinned(element_id, list(context), row.title, row.revision, words)


@lru_cache(maxsize=ELEMENTS_KEPT)
def _around(corpus: int, title: str, pk: int, page_hash: str, element_id: str) -> tuple[tuple[str, ...], str]:
    """Context and content hash. Cached: evidence is often selected from the same tables."""
    page = _page(corpus, title, pk, page_hash)
    return tuple(context_ids(page, element_id)), content_hash(page, element_id)


@lru_cache(maxsize=PAGES_KEPT)
def _page(corpus: int, title: str, _pk: int, _hash: str) -> Page:
    """Read a page. Primary key and hash are part of the cache key, so that a replaced page is read again."""
    return get_page(Corpus.objects.get(pk=corpus), title)
