"""Save what is known of web pages beside their text; of several copies of one address the first is kept."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from urllib.parse import urlsplit

from corpus.characters import storable
from corpus.importing.outcomes import Excluded, Failed, Imported, Outcome
from corpus.models import Corpus, CorpusKind, StoredPage, WebPage, WebPageLeftOut, WebSnapshot
from corpus.web.addresses import canonical, is_web_address, page_key, unarchived
from corpus.web.dates import first_day
from corpus.web.record import WebFacts

SAME_ADDRESS = "another copy of an address"


def first_of_each_address(corpus: Corpus, outcomes: list[Outcome]) -> list[Outcome]:
    """The outcomes, with an exclusion for a web page whose address (in its collection) came before."""
    keys = [each.web.key for each in outcomes if isinstance(each, Imported) and each.web]
    if not keys:
        return outcomes
    seen = set(WebPage.objects.filter(corpus=corpus, key__in=keys).values_list("key", flat=True))
    found: list[Outcome] = []
    for each in outcomes:
        if isinstance(each, Imported) and each.web:
            if each.web.key in seen:
                found.append(Excluded(each.title, SAME_ADDRESS))
                continue
            seen.add(each.web.key)
        found.append(each)
    return found


def save_web_pages(corpus: Corpus, outcomes: Sequence[Outcome]) -> None:
    """Store the facts and snapshots of the web pages among these outcomes, whose pages are stored."""
    _save_left_out(corpus, outcomes)
    facts = {each.title: each.web for each in outcomes if isinstance(each, Imported) and each.web}
    if not facts:
        return
    pages = dict(StoredPage.objects.filter(corpus=corpus, title__in=facts).values_list("title", "pk"))
    WebPage.objects.bulk_create([_web_page(corpus, pages[title], each) for title, each in facts.items()])
    WebSnapshot.objects.bulk_create(
        [WebSnapshot(page_id=pages[title], html=each.html) for title, each in facts.items() if each.html]
    )


def _save_left_out(corpus: Corpus, outcomes: Sequence[Outcome]) -> None:
    """Remember the addresses without a page, so that a citation of one is not said to lack an import."""
    if corpus.kind != CorpusKind.WEB:
        return
    rows = [
        WebPageLeftOut(corpus=corpus, key=page_key(each.title), reason=each.reason[:200], target=_target(each))
        for each in outcomes
        if isinstance(each, Excluded | Failed) and each.reason != SAME_ADDRESS and is_web_address(each.title)
    ]
    WebPageLeftOut.objects.bulk_create(rows, ignore_conflicts=True)


def _target(moved: Excluded | Failed) -> str:
    """The key of the address that one redirects to; "" for a front page: there sites lead from pages that are gone."""
    if isinstance(moved, Failed) or not moved.moved_to:
        return ""
    is_gone = _is_front_page(moved.moved_to) and not _is_front_page(moved.title)
    return "" if is_gone else page_key(moved.moved_to)


def _is_front_page(url: str) -> bool:
    parts = urlsplit(canonical(unarchived(url)))
    return not parts.path and not parts.query


def moment(timestamp: str | None) -> datetime | None:
    """An ISO time with its zone; anything else is no time."""
    try:
        found = datetime.fromisoformat(timestamp) if timestamp else None
    except ValueError:
        return None
    return found if found is not None and found.tzinfo is not None else None


def _web_page(corpus: Corpus, page: int, facts: WebFacts) -> WebPage:
    return WebPage(
        page_id=page,
        corpus=corpus,
        key=facts.key,
        url=storable(facts.url),
        address=storable(facts.address),
        domain=storable(facts.domain)[:255],
        country=storable(facts.country),
        name=storable(facts.name),
        published=facts.published,
        earliest=first_day(facts.published),
        publisher=storable(facts.publisher),
        retrieved_at=moment(facts.retrieved),
        language=facts.language[:8],
        collection=storable(facts.collection),
    )
