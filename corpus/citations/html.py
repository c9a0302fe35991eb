"""The citations of a rendered page, as the older parser and Parsoid write it, found again in the page built of it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from selectolax.lexbor import LexborNode

from corpus.citations.html_notes import HtmlNotes, tag_of
from corpus.citations.placing import Placed, Placing, citations_of, sections_of
from corpus.citations.record import Citation, Tag
from corpus.citations.words import MOST_WORDS, WORD, Before, PageWords, Place, words_in
from corpus.html.document import article_of, attributes
from corpus.html.excluded import exclusion_reason
from corpus.page.elements import Page

_MARK = "sup.reference, sup.mw-ref, span.mw-ref, sup.Inline-Template, sup.Template-Fact, span.citation-needed-content"
_SELECTED = f"h1, h2, h3, h4, h5, h6, {_MARK}"
_CELLS = frozenset({"td", "th"})
_BLOCKS = frozenset("p li dd dt div table tr caption ul ol dl br".split())
_NOTE = re.compile(r"#(cite_note-(?:(?P<name>.+)-)?[0-9]+)$")
_GROUP = re.compile(r"\[?\s*([^\W\d_][^\d\]]*?)\s+\S+\s*\]?")
_MOST_STEPS, _MOST_TEXT = 90, 160  # of the way back from a mark: nodes, characters


def citations_in_html(html: str, page: Page) -> tuple[Citation, ...]:
    """The citations of a page, in page order. Raises `corpus.html.document.BadHtml`."""
    article = article_of(html)
    nodes = {node.mem_id: node for node in article.css(_SELECTED)}.values()  # one that two selectors find comes twice
    if all(map(_is_heading, nodes)):
        return ()
    words, notes = PageWords(page), HtmlNotes(article)
    walk = _Walk(article)
    shown = [node for node in nodes if not walk.is_left_out(node.parent)]
    headings = [(0, ""), *(_level_and_words(node) for node in shown if _is_heading(node))]
    sections = iter(sections_of(words, headings))
    section, placing, found = next(sections), Placing(words), list[Placed]()
    last: tuple[LexborNode | None, Place | None] = (None, None)
    for node in shown:
        if _is_heading(node):
            section, last = next(sections), (None, None)
            continue
        if section is None:
            continue
        is_behind = last[0] is not None and _is_right_behind(node, last[0])
        place = last[1] if is_behind else placing.place(walk.before(node), section)
        last = node, place
        if place is not None:
            _add(found, node, place, notes, is_behind=is_behind)
    return citations_of(words, found)


def _add(found: list[Placed], node: LexborNode, place: Place, notes: HtmlNotes, *, is_behind: bool) -> None:
    """Add the citation of a mark, or the tag that it is to the one before."""
    link = node.css_first("a[href*='#cite_note']")
    target = _NOTE.search(link.attributes.get("href") or "") if link is not None else None
    if target is not None:
        sources, tags = notes.cited_by(target[1])
        group = _GROUP.fullmatch(node.text())
        name = (target["name"] or "").replace("_", " ")
        found.append(Placed(place, sources, group[1] if group else "", name, tags))
        return
    tag = Tag.CITATION_NEEDED if node.tag == "span" else tag_of(node.text())
    if tag is Tag.CITATION_NEEDED:
        found.append(Placed(place, (None,), "", "", (tag,)))
    elif tag is not None and is_behind and found and found[-1].place == place:
        last = found.pop()
        found.append(Placed(place, last.sources, last.group, last.name, tuple(dict.fromkeys((*last.tags, tag)))))


def _is_heading(node: LexborNode) -> bool:
    return (node.tag or "")[0] == "h"


def _level_and_words(node: LexborNode) -> tuple[int, str]:
    headline = node.css_first(".mw-headline") or node
    edit = node.css_first(".mw-editsection")
    text = headline.text()
    if headline is node and edit is not None:
        text = text.removesuffix(edit.text())
    return int((node.tag or "h1")[1]), " ".join(words_in(text))


def _is_right_behind(node: LexborNode, before: LexborNode) -> bool:
    """Return whether nothing but white space stands between two marks, which may be packed in a tag each."""
    previous = node.prev
    for _ in range(3):
        while previous is not None and previous.tag in ("-text", "style", "link") and _is_blank(previous):
            previous = previous.prev
        if previous is None or previous.mem_id == before.mem_id:
            return previous is not None
        previous = previous.last_child
    return False


def _is_blank(node: LexborNode) -> bool:
    return node.tag != "-text" or not (node.text_content or "").strip()


class _Walk:
    """Reads back from marks, no farther than a few words, so that every mark takes the same time."""

    def __init__(self, article: LexborNode) -> None:
        self._article = article.mem_id
        self._left_out: dict[int, bool] = {}

    def is_left_out(self, node: LexborNode | None) -> bool:
        """Return whether an element or one around it is no text of the article."""
        passed: list[int] = []
        found = False
        while node is not None and node.mem_id != self._article:
            known = self._left_out.get(node.mem_id)
            if known is not None:
                found = known
                break
            passed.append(node.mem_id)
            if _is_excluded(node):
                found = True
                break
            node = node.parent
        self._left_out.update(dict.fromkeys(passed, found))
        return found

    def before(self, node: LexborNode) -> Before:
        """What stands before a mark."""
        text = "".join([*self._back(node)][::-1])
        found = list(WORD.finditer(text))[-MOST_WORDS:]
        end = found[-1].end() if found else 0
        words = words_in(text)[-MOST_WORDS:]
        edge = text.rfind("\x02")
        own = sum(word.start() > edge for word in found)
        last = text.rfind("\x03")
        since = sum(word.start() > last for word in found) if last >= 0 else 0
        tail, cells = text[end:].replace("\x03", "").strip(), text.count("\x02", end)
        return Before(words, len(words), own, 0, since, tail, cells, lambda: _following(node.next))

    def _back(self, node: LexborNode) -> Iterator[str]:
        """Texts before a node, last first; \x02 where a cell begins, \x03 for a mark."""
        at: LexborNode | None = node
        length = 0
        for _ in range(_MOST_STEPS):
            if at is None or length > _MOST_TEXT:
                return
            if at.prev is None:
                at = at.parent
                if at is None or at.mem_id == self._article:
                    return
                if at.tag in _CELLS or at.tag in _BLOCKS:
                    yield "\x02" if at.tag in _CELLS else "\n"
                continue
            at = at.prev
            while at.tag != "-text" and at.last_child is not None and not _is_excluded(at):
                if at.tag in _BLOCKS:
                    yield "\n"
                at = at.last_child
            if at.tag == "-text":
                text = (at.text_content or "")[-_MOST_TEXT:]
                length += len(text)
                yield text
            elif at.tag in _CELLS:
                yield "\x02"
            elif at.tag == "sup":
                yield "\x03"
            elif at.tag in _BLOCKS:
                yield "\n"


def _following(node: LexborNode | None) -> list[str]:
    """The words right behind a mark."""
    return words_in((node.text_content or "")[:_MOST_TEXT])[:5] if node is not None and node.tag == "-text" else []


def _is_excluded(node: LexborNode) -> bool:
    tag = node.tag or ""
    if tag[:1] in ("-", ""):
        return False
    given = attributes(node)
    return exclusion_reason(tag, given, given.get("class", "").split()) is not None
