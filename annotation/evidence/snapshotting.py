"""Snapshot evidence at submission: its context, the revision of its page, a hash of its content."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from django.utils.translation import gettext as _

from annotation.errors import Invalid
from annotation.evidence.rules import Dropped, EvidenceSets
from annotation.evidence.trust import refusals, untrusted_elements
from annotation.vocabulary.evidence_kinds import EvidenceKinds, is_accepted
from corpus.models import Corpus, StoredPage
from corpus.page.content_hash import content_hash
from corpus.page.context import context_ids
from corpus.page.element_id import BadElementId, parse
from corpus.page.elements import Page, UnknownElement
from corpus.store import PageNotFound, get_page

PAGES_KEPT, ELEMENTS_KEPT = 256, 10_000


@dataclass(frozen=True, slots=True)
class Pinned:
    """Element with its context, less what was dropped of it, and the revision of its page."""

    element_id: str
    context: list[str]
    page_title: str
    page_revision: int | None
    content_hash: str
    dropped: tuple[str, ...] = ()


def pin(
    corpus: int,
    evidence_sets: EvidenceSets,
    dropped_context: Sequence[Dropped] = (),
    kinds: str = EvidenceKinds.ALL,
) -> list[list[Pinned]]:
    """Snapshot every element of every set, of the corpus with this id; `dropped_context` is parallel to the sets.

    Both are cleaned and have passed `rules`. Raises Invalid, whose field `evidence_sets` names the elements that the
    corpus does not have, that are untrusted, or that are not of the project's `kinds`, or `dropped_context` what is not
    in the context of its element.
    """
    pins = _pins(corpus, dict.fromkeys(element_id for ids in evidence_sets for element_id in ids))
    if untrusted := untrusted_elements(corpus, pins):
        messages = refusals(untrusted)
        raise Invalid(messages[0], {"evidence_sets": messages})
    refused = [one.element_id for one in pins.values() if not is_accepted(kinds, one.element_id, one.context)]
    if refused:
        message = _("This project accepts %(kinds)s as evidence. Remove %(ids)s.") % {
            "kinds": EvidenceKinds(kinds).label,
            "ids": ", ".join(f"“{element_id[:200]}”" for element_id in refused),
        }
        raise Invalid(message, {"evidence_sets": [message]})
    dropped = [*dropped_context, *[{}] * (len(evidence_sets) - len(dropped_context))]
    foreign = [
        (number, element_id, context_id)
        for number, one in enumerate(dropped, start=1)
        for element_id, context in one.items()
        for context_id in context
        if context_id not in pins[element_id].context
    ]
    if foreign:
        raise Invalid(*_not_context(foreign))
    return [
        [_less(pins[element_id], set_dropped.get(element_id, ())) for element_id in ids]
        for ids, set_dropped in zip(evidence_sets, dropped, strict=True)
    ]


def _less(pinned: Pinned, dropped: Sequence[str]) -> Pinned:
    if not dropped:
        return pinned
    return replace(pinned, context=[id_ for id_ in pinned.context if id_ not in dropped], dropped=tuple(dropped))


def _not_context(foreign: Sequence[tuple[int, str, str]]) -> tuple[str, Mapping[str, list[str]]]:
    messages = [
        _("Evidence set %(number)d: “%(context)s” is not in the context of “%(id)s”, so it cannot be dropped from it.")
        % {"number": number, "context": context_id[:200], "id": element_id[:200]}
        for number, element_id, context_id in foreign
    ]
    return messages[0], {"dropped_context": messages}


def _pins(corpus: int, element_ids: Mapping[str, None]) -> dict[str, Pinned]:
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
    rows = {row.title: row for row in pages.only("title", "revision", "content_hash")}
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
    return pins


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
