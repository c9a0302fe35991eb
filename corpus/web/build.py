"""A web page as a page of a corpus: headings are sections, and every passage is a sentence element.

Its title is the one that it has, with its domain and eight digits that stand for its address, so that two pages of one
name have ids of their own: "Fuel prices rise (example.com 3fa9c1d2)".
"""

from __future__ import annotations

import unicodedata
import zlib
from collections import Counter
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from corpus.page.element_id import ElementKind, local_id, normalise_title
from corpus.page.elements import Element, Layout, Page, Section, Sentence
from corpus.web.addresses import SCHEMES, canonical, domain, is_web_address, page_key, unarchived
from corpus.web.dates import BadDate, first_day, moment_of, plain_date
from corpus.web.decoding import Undecodable, text_of
from corpus.web.extraction import NotExtracted, extract
from corpus.web.passages import passages
from corpus.web.record import MAX_BODY, Extracted, WebFacts, WebRecord

LONGEST_IN_TITLE = 200
CUT = "Leave the page out, or save it without what is repeated in it."
ADDRESS = f"Give the address that the page was at, with {' or '.join(f'{scheme}://' for scheme in SCHEMES)}."
SAVE_AGAIN = "Save the page as UTF-8 and import it again, as a corpus of its own."
_COUNTRIES = {"uk": "GB"}  # top-level domains of countries that differ from their ISO code
_NOT_COUNTRIES = frozenset("io ai tv me co cc ws fm to ly gg eu su".split())  # sold to everybody, or no country


class UnreadablePage(ValueError):
    """No page can be made of the record; the message says why, `remedy` what to do."""

    def __init__(self, problem: str, remedy: str) -> None:
        super().__init__(problem)
        self.remedy = remedy


@dataclass(frozen=True, slots=True)
class BuiltWebPage:
    """The page with its layout and facts; `dropped` counts what was left out, `problems` are to be named."""

    page: Page
    layout: Layout
    facts: WebFacts
    dropped: Counter[str]
    problems: tuple[tuple[str, str], ...]  # what is wrong, and the remedy


def build_web_page(record: WebRecord) -> BuiltWebPage | None:
    """The page of a record; None for one without text. Raises UnreadablePage."""
    if not is_web_address(record.url):
        raise UnreadablePage(f"{record.url[:80]!r} is no address of a web page", ADDRESS)
    if len(record.body) > MAX_BODY:
        raise UnreadablePage(f"it is larger than {MAX_BODY:,} bytes", CUT)
    dropped: Counter[str] = Counter()
    html = _html_of(record, dropped)
    retrieved = moment_of(record.retrieved)
    found = _extracted(record, html)
    dropped.update(found.dropped)
    published, problems = _published(record, found)
    key = page_key(record.url, record.collection)
    name = _tidy(record.title) or found.title or record.url.partition("//")[2]
    title = _title(name, record.url, key)
    elements, paragraphs = _elements(found)
    if not paragraphs:
        return None
    facts = WebFacts(
        url=record.url.strip(),
        address=canonical(unarchived(record.url)),
        key=key,
        domain=domain(unarchived(record.url)),
        country=record.country.strip().upper()[:2] or _country(record.url),
        name=name,
        published=published,
        publisher=_tidy(record.publisher) or found.publisher,
        retrieved=retrieved,
        language=found.language,
        collection=record.collection,
        html=zlib.compress(html.encode("utf-8", "replace"), 6) if html else b"",
    )
    return BuiltWebPage(Page(title, tuple(elements)), Layout(tuple(paragraphs)), facts, dropped, problems)


def _html_of(record: WebRecord, dropped: Counter[str]) -> str:
    if not record.body:
        return ""
    try:
        html, as_declared = text_of(record.body, record.charset)
    except Undecodable as error:
        raise UnreadablePage(str(error), SAVE_AGAIN) from error
    dropped["page in another charset than it says"] += not as_declared
    return html


def _extracted(record: WebRecord, html: str) -> Extracted:
    if not html:
        return Extracted(record.title, tuple((0, text) for each in record.sentences if (text := _tidy(each))))
    try:
        return extract(html, record.url)
    except NotExtracted as error:
        raise UnreadablePage(str(error), CUT) from error
    except RecursionError:
        raise UnreadablePage("its tags are nested too deeply", CUT) from None


def _published(record: WebRecord, found: Extracted) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The date of the source, else that of the page; one that cannot be is named and left out."""
    problems = []
    for written in (record.published, found.published):
        try:
            plain = plain_date(written)
        except BadDate as error:
            problem, _, remedy = str(error).partition(". ")
            problems.append((problem, remedy))
            continue
        if plain and first_day(plain) <= date.today():  # type: ignore[operator]  # a date that is given has a first day
            return plain, tuple(problems)
    return "", tuple(problems)


def _elements(found: Extracted) -> tuple[list[Element], list[str]]:
    """Sections and passages, and the ids of the passages. The first heading is left out where it repeats the title."""
    elements: list[Element] = []
    ids: list[str] = []
    sections = 0
    blocks = list(found.blocks)
    if blocks and blocks[0][0] and blocks[0][1].casefold() == found.title.casefold():
        del blocks[0]
    for is_heading, group in groupby(blocks, key=lambda block: block[0] > 0):
        if is_heading:
            for level, words in group:
                elements.append(Section(local_id(ElementKind.SECTION, sections), _nfd(words), level))
                sections += 1
            continue
        for passage in passages((text for _, text in group), found.language):
            ids.append(local_id(ElementKind.SENTENCE, len(ids)))
            elements.append(Sentence(ids[-1], _nfd(passage)))
    return elements, ids


def _title(name: str, url: str, key: str) -> str:
    short = name[:LONGEST_IN_TITLE].replace("#", "\uff03")  # titles end at "#"
    return normalise_title(f"{short} ({domain(unarchived(url))[:100]} {key[:8]})")


def _country(url: str) -> str:
    """ISO code of the country whose top-level domain the address is under; "" for others."""
    last = domain(unarchived(url)).rpartition(".")[2]
    code = _COUNTRIES.get(last, last.upper())
    return code if len(last) == 2 and last.isalpha() and last not in _NOT_COUNTRIES else ""


def _tidy(text: str) -> str:
    return " ".join(text.replace("\0", "").split()).replace("[[", "[ [").replace("]]", "] ]")


def _nfd(text: str) -> str:
    return unicodedata.normalize("NFD", text)
