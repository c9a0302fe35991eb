"""Sentences of a page that can be drawn. Pure and deterministic."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from corpus.fever.readable import as_read
from corpus.page.element_id import full_id
from corpus.page.elements import UNKNOWN_LAYOUT, Layout, Page, Section, Sentence
from corpus.page.links import split_links


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence as it reads, with those beside it ("": none). `number`: its place on the page, from 0."""

    page_title: str
    element_id: str
    text: str
    before: str
    after: str
    number: int
    has_links: bool


def candidates(
    page: Page, *, whole_page: bool, layout: Layout = UNKNOWN_LAYOUT, skipped: Counter[str] | None = None
) -> list[Candidate]:
    """List the sentences with words of the introduction, or of the whole page, in page order.

    Hatnotes are none of them and stand beside none. What introduces a list ("It may mean:") is not drawn, nor are
    untrusted ones, which are counted by reason in `skipped`.
    """
    running = _running_text(page, layout, whole_page=whole_page)
    texts = [as_read(sentence.text, is_tokenised=bool(layout.fever)) for sentence in running]
    found = []
    for number, (sentence, text) in enumerate(zip(running, texts, strict=True)):
        reason = layout.untrusted.get(sentence.id)
        if reason is not None and skipped is not None:
            skipped[str(reason)] += 1
        if reason is None and any(map(str.isalpha, text)) and not text.endswith(":"):
            before, after = texts[number - 1] if number else "", "".join(texts[number + 1 : number + 2])
            links = any(title for _, title in split_links(sentence.text))
            found.append(
                Candidate(page.title, full_id(page.title, sentence.id), text, before, after, number, has_links=links)
            )
    return found


def _running_text(page: Page, layout: Layout, *, whole_page: bool) -> list[Sentence]:
    found = []
    for element in page.elements:
        if isinstance(element, Section) and not whole_page:
            break
        if isinstance(element, Sentence) and element.id not in layout.hatnotes:
            found.append(element)
    return found
