"""Sentences of the introductions of many pages at once, without reading the pages whole."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Value
from django.db.models.functions import StrIndex, Substr

from corpus.models import Corpus, StoredPage
from corpus.page.elements import Page, Section, Sentence
from corpus.page.trust import untrusted_reason
from corpus.store import get_page, marks_of

READ = 12_000  # characters read of a page, from its first sentence; a longer introduction has its page read whole
_KEY = re.compile(r',?\s*"((?:sentence|section|table|list)_\d+)":\s*')
_FIRST, _HEADING = '"sentence_', '"section_'
_END = "}"


@dataclass(frozen=True, slots=True)
class Introduction:
    """Sentences before the first heading, hatnotes and empty ones left out, in page order.

    `sentences`: text in stored form, with its links. `untrusted`: local ids of those that cannot be evidence.
    `is_tokenised`: of a page of FEVER, whose text `corpus.fever.readable` shows.
    """

    title: str
    sentences: tuple[Sentence, ...]
    untrusted: frozenset[str]
    is_tokenised: bool = False


def introduction_of(page: Page, hatnotes: Iterable[str] = ()) -> tuple[Sentence, ...]:
    """The sentences of a page's introduction. `hatnotes`: local ids, as `StoredPage.hatnotes` has them."""
    skipped, found = set(hatnotes), []
    for element in page.elements:
        if isinstance(element, Section):
            break
        if isinstance(element, Sentence) and element.id not in skipped and element.text:
            found.append(element)
    return tuple(found)


def introductions(corpus: Corpus, titles: Iterable[str]) -> dict[str, Introduction]:
    """Title -> introduction of those pages of exactly these titles that the corpus has. One query, as a rule."""
    # The list of names stands before the first sentence and has its name too, without a colon.
    key = Value(_FIRST)
    rows = StoredPage.objects.filter(corpus=corpus, title__in=list(titles)).order_by()
    order_end = StrIndex("data", Value("], "))
    after_order = rows.annotate(rest=Substr("data", order_end), at=StrIndex("rest", key))
    after_order = after_order.annotate(heading=StrIndex("rest", Value(_HEADING)))
    columns = ("title", "hatnotes", "untrusted", "formatting", "at", "heading")
    text_from_first = Substr("rest", StrIndex("rest", key), READ)
    found = {}
    for title, hatnotes, untrusted, formatting, at, heading, text in after_order.values_list(*columns, text_from_first):
        is_before = 0 < heading < at  # a heading, or a quotation in a table that looks like one
        sentences = None if is_before else _sentences(text, hatnotes) if at else ()
        if sentences is None:
            sentences = introduction_of(get_page(corpus, title), hatnotes)
        marks = marks_of(untrusted)
        cannot = frozenset(one.id for one in sentences if untrusted_reason(marks, one.id) is not None)
        found[title] = Introduction(title, sentences, cannot, "fever" in formatting)
    return found


def _sentences(text: str, hatnotes: Iterable[str]) -> tuple[Sentence, ...] | None:
    """Read the sentences of a piece of page JSON text that begins at the first; None where it ends before them."""
    decoder, place, skipped = json.JSONDecoder(), 0, set(hatnotes)
    found: list[Sentence] = []
    while match := _KEY.match(text, place):
        name = match[1]
        if name.startswith("section_"):
            return tuple(found)
        try:
            value, place = decoder.raw_decode(text, match.end())
        except ValueError:
            return None  # it was cut off
        if isinstance(value, str) and value and name not in skipped:
            found.append(Sentence(name, value))
    return tuple(found) if text[place : place + 1] == _END else None
