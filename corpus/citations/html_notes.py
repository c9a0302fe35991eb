"""What notes of rendered pages cite: citation spans, the COinS beside them, links."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import parse_qsl

from selectolax.lexbor import LexborNode

from corpus.citations.identifiers import best_link
from corpus.citations.record import Source, Tag
from corpus.citations.source_values import plain, web_address
from corpus.web.addresses import unarchived

_LONGEST = 2_000  # characters kept of a note
_TAGS = (
    (Tag.CITATION_NEEDED, ("citation needed", "citations needed", "source needed")),
    (Tag.FAILED_VERIFICATION, ("failed verification",)),
    (Tag.NOT_IN_CITATION, ("not in citation", "not in source", "not in reference")),
    (Tag.BETTER_SOURCE_NEEDED, ("better source",)),
    (Tag.UNRELIABLE_SOURCE, ("unreliable", "self-published", "user-generated", "reliable source")),
    (Tag.DEAD_LINK, ("dead link",)),
    (Tag.OTHER, ("verif", "full citation", "page needed", "quotation", "primary source", "third-party", "nonspecific")),
)
_RETRIEVED = re.compile(r"^.*?(?:retrieved|accessed)(?: on)?\s+|[.\s]+$", re.DOTALL | re.IGNORECASE)
_NO_LABEL = re.compile(r"\[\d+\]|(?:https?:)?//\S*")  # what MediaWiki shows of a link that has no words
_CITATIONS = "span.citation, cite"
_COINS_TITLES = ("rft.atitle", "rft.btitle", "rft.title", "rft.jtitle")


def tag_of(text: str) -> Tag | None:
    """The tag that a note in brackets is: "[not in citation given]"; None for others, "[who?]"."""
    said = " ".join(text.split()).lower()
    return next((tag for tag, words in _TAGS if any(word in said for word in words)), None)


class HtmlNotes:
    """The notes of one page, by the id of their list item."""

    def __init__(self, article: LexborNode) -> None:
        self._items = {node.attributes.get("id"): node for node in article.css("li[id^='cite_note']")}
        self._described = {node.attributes.get("id"): node for node in article.css("[id^='CITEREF']")}
        self._read: dict[str, tuple[tuple[Source, ...], tuple[Tag, ...]]] = {}

    def cited_by(self, note: str) -> tuple[tuple[Source, ...], tuple[Tag, ...]]:
        """The sources of a note, at least one, and the tags in it."""
        found = self._read.get(note)
        if found is None:
            item = self._items.get(note)
            found = self._read[note] = ((Source(),), ()) if item is None else self._found(item)
        return found

    def _found(self, item: LexborNode) -> tuple[tuple[Source, ...], tuple[Tag, ...]]:
        tags = dict.fromkeys(tag_of(node.text()) for node in item.css("sup.Inline-Template"))
        note = item.css_first(".reference-text") or item
        described = [node for node in note.css(_CITATIONS) if not _is_inside_citation(node)]
        sources = [self._short(note) or source_of(note)] if not described else [*map(source_of, described)]
        return tuple(sources), tuple(tag for tag in tags if tag is not None)

    def _short(self, note: LexborNode) -> Source | None:
        """The source that a short note leads to, with the words of the note."""
        link = note.css_first("a[href*='#CITEREF']")
        target = (link.attributes.get("href") or "").partition("#")[2] if link is not None else ""
        node = self._described.get(target)
        if node is None:
            return None
        full = source_of(node)
        text = _text(note)
        return Source(full.url, full.archive_url, full.accessed, full.title, full.template, text, full.fields)


def source_of(node: LexborNode) -> Source:
    """The source that a citation, or the text of a note, describes."""
    classes = (node.attributes.get("class") or "").split()
    template = ""
    if "citation" in classes or node.tag == "cite":
        kinds = [each for each in classes if each not in ("citation", "cs1", "cs2", "wikicite")]
        template = f"cite {kinds[0]}" if kinds else "citation"
    links = [(web_address(link.attributes.get("href") or ""), link.text()) for link in node.css("a.external")]
    fields = _coins(node) if template else {}
    url, archive = _addresses([link for link in links if link[0]], fields, template)
    accessed = node.css_first(".reference-accessdate")
    label = links[0][1].strip('"“” ') if links else ""
    if _NO_LABEL.fullmatch(label):
        label = ""
    return Source(
        url=url,
        archive_url=archive,
        accessed=_RETRIEVED.sub("", _text(accessed)) if accessed is not None else "",
        title=next((plain(fields[name]) for name in _COINS_TITLES if fields.get(name)), label),
        template=template,
        text=_text(node),
        fields=fields,
    )


def _addresses(links: list[tuple[str, str]], fields: dict[str, str], template: str) -> tuple[str, str]:
    """The address of the source and of its archived copy; that of the source is the best link, or "the original"."""
    url = next((value for value in (fields.get("rft_id", ""),) if value.startswith("http")), "")
    archive = next((href for href, text in links if text == "Archived" or unarchived(href) != href), "")
    original = next((href for href, text in links if text == "the original"), "")
    others = [href for href, _ in links if href != archive]
    first = (best_link(others) if template else others[0]) if others else ""
    return url or original or first or archive, archive


def _coins(node: LexborNode) -> dict[str, str]:
    """The ContextObject that stands in or right behind a citation."""
    inside = node.css_first("span.Z3988")
    behind = node.next
    while inside is None and behind is not None and behind.tag in ("-text", "link", "style"):
        behind = behind.next
    found = inside if inside is not None else behind
    if found is None or "Z3988" not in (found.attributes.get("class") or ""):
        return {}
    pairs = parse_qsl((found.attributes.get("title") or "")[: 2 * _LONGEST])
    return {name: unescape(value) for name, value in pairs if name.startswith("rft") and not name.endswith("val_fmt")}


def _is_inside_citation(node: LexborNode) -> bool:
    parent = node.parent
    return parent is not None and (parent.tag == "cite" or "citation" in (parent.attributes.get("class") or "").split())


def _text(node: LexborNode) -> str:
    return " ".join(node.text()[: 2 * _LONGEST].split())[:_LONGEST]
