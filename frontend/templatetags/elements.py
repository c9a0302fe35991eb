"""The only place where corpus text becomes HTML: escaped once, here, and shown in NFC.

Strings are built by hand: a table of 10,000 cells is one tag call, not 10,000 template renderings.
`data-element-id` carries the full id as the corpus gave it (NFD); nothing outside reads meaning into it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, field
from functools import partial
from html import escape
from typing import Any, cast
from urllib.parse import urlencode

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from corpus.context import caption_id
from corpus.element_id import full_id, title_id
from corpus.elements import UNKNOWN_LAYOUT, Cell, Layout, Page, Sentence, Table
from corpus.grid import display_rows
from corpus.links import split_links
from frontend.reading.blocks import Block, Contents, Entry, Hatnote, Heading, Listing, Paragraph, blocks
from search.hits import Fragment

register = template.Library()


@dataclass(frozen=True, slots=True)
class Rendering:
    """What the HTML of a page depends on besides the page itself.

    `linked` holds the titles that lead to a page; a link to any other title is plain text. `evidence` and
    `context` are full ids to be marked by the server, for pages that are only looked at.
    """

    page_title: str
    page_address: str
    linked: Set[str]
    layout: Layout = UNKNOWN_LAYOUT
    evidence: Set[str] = field(default_factory=frozenset)
    context: Set[str] = field(default_factory=frozenset)


@register.simple_tag
def article_title(page: Page, rendering: Rendering) -> SafeString:
    """The page's name as its first heading."""
    attributes = _element(rendering, title_id(page.title), citable=False)
    return mark_safe(f"<h1 {attributes}>{_text(page.title)}</h1>")  # noqa: S308 - escaped in _text


@register.simple_tag
def article_body(page: Page, rendering: Rendering) -> SafeString:
    """Everything below the title."""
    return mark_safe("\n".join(_block(block, rendering) for block in blocks(page, rendering.layout)))  # noqa: S308 - escaped in _text


@register.simple_tag
def context_script(data: str) -> SafeString:
    """A data block of JSON. Its text can neither end the script nor open a comment."""
    safe = data.replace("&", "\\u0026").replace("<", "\\u003C").replace(">", "\\u003E")
    return mark_safe(f'<script type="application/json" class="context-data">{safe}</script>')  # noqa: S308


@register.filter
def shown(text: str) -> str:
    """Corpus text for a template that escapes it itself. Some fonts place NFD's combining marks badly."""
    return unicodedata.normalize("NFC", text)


@register.filter
def snippet(fragments: Iterable[Fragment]) -> SafeString:
    """The snippet of a search hit, what was searched for marked."""
    pieces = ((_text(fragment.text), fragment.matched) for fragment in fragments)
    html = "".join(f"<mark>{text}</mark>" if matched else text for text, matched in pieces)
    return mark_safe(html)  # noqa: S308 - escaped in _text


def _block(block: Block, rendering: Rendering) -> str:
    return _WRITERS[type(block)](block, rendering)


def _paragraph(paragraph: Paragraph, rendering: Rendering) -> str:
    return f"<p>{' '.join(_sentence(sentence, rendering) for sentence in paragraph.sentences)}</p>"


def _hatnote(hatnote: Hatnote, rendering: Rendering) -> str:
    return f'<p class="hatnote" role="note">{_sentence(hatnote.sentence, rendering)}</p>'


def _sentence(sentence: Sentence, rendering: Rendering) -> str:
    attributes = _element(rendering, full_id(rendering.page_title, sentence.id))
    return f"<span {attributes}>{_inline(sentence.text, rendering)}</span>"


def _heading(heading: Heading, rendering: Rendering) -> str:
    section = heading.section
    tag = f"h{min(max(section.level, 2), 6)}"
    attributes = _element(rendering, full_id(rendering.page_title, section.id), citable=False)
    return f'<{tag} id="{_anchor(heading)}" {attributes}>{_inline(section.value, rendering)}</{tag}>'


def _contents(contents: Contents, rendering: Rendering) -> str:
    lines = "".join(
        f'<li class="contents-{heading.number.count(".") + 1}"><a href="#{_anchor(heading)}">'
        f'<span class="contents-number">{heading.number}</span> '
        f"{''.join(_text(text) for text, _target in split_links(heading.section.value))}</a></li>"
        for heading in contents.headings
    )
    return f'<details class="contents" open><summary>{escape(_("Contents"))}</summary><ul>{lines}</ul></details>'


def _listing(listing: Listing, rendering: Rendering) -> str:
    return _entries(listing.kind, listing.entries, rendering)


def _entries(kind: str, entries: Iterable[Entry], rendering: Rendering) -> str:
    tag = "ol" if kind == "ordered_list" else "ul"
    style = ' class="described"' if kind == "description_list" else ""
    return f"<{tag}{style}>{''.join(_entry(entry, rendering) for entry in entries)}</{tag}>"


def _entry(entry: Entry, rendering: Rendering) -> str:
    attributes = _element(rendering, full_id(rendering.page_title, entry.item.id))
    below = _entries(entry.kind or "unordered_list", entry.below, rendering) if entry.below else ""
    return f"<li><span {attributes}>{_inline(entry.item.value, rendering)}</span>{below}</li>"


def _table(table: Table, rendering: Rendering) -> str:
    style = "infobox" if table.kind == "infobox" else "wikitable"
    rows = "".join(f"<tr>{''.join(map(partial(_cell, rendering=rendering), row))}</tr>" for row in display_rows(table))
    caption = _caption(table, rendering) if table.caption is not None else ""
    own = _element(rendering, full_id(rendering.page_title, table.id), citable=False)
    return f'<div class="{style}-frame"><table class="{style}" {own}>{caption}<tbody>{rows}</tbody></table></div>'


def _caption(table: Table, rendering: Rendering) -> str:
    attributes = _element(rendering, full_id(rendering.page_title, caption_id(table)))
    return f"<caption {attributes}>{_inline(table.caption or '', rendering)}</caption>"


def _cell(cell: Cell, rendering: Rendering) -> str:
    tag = "th" if cell.is_header else "td"
    rows = f' rowspan="{cell.row_span}"' if cell.row_span > 1 else ""
    columns = f' colspan="{cell.column_span}"' if cell.column_span > 1 else ""
    attributes = _element(rendering, full_id(rendering.page_title, cell.id))
    return f"<{tag}{rows}{columns} {attributes}>{_inline(cell.value, rendering)}</{tag}>"


def _element(rendering: Rendering, element_id: str, *, citable: bool = True) -> str:
    styles = ["citable"] if citable else []
    if element_id in rendering.evidence:
        styles.append("is-evidence")
    elif element_id in rendering.context:
        styles.append("is-context")
    style = f'class="{" ".join(styles)}" ' if styles else ""
    return f'{style}data-element-id="{escape(element_id)}"'


def _inline(text: str, rendering: Rendering) -> str:
    """Running text with its links; most cells have none."""
    if "[[" not in text:
        return _text(text)
    return "".join(_piece(shown_text, target, rendering) for shown_text, target in split_links(text))


def _piece(text: str, target: str | None, rendering: Rendering) -> str:
    if target is None or target not in rendering.linked:
        return _text(text)
    address = f"{rendering.page_address}?{urlencode({'title': target})}"
    return f'<a href="{escape(address)}" data-title="{escape(target)}">{_text(text)}</a>'


def _text(text: str) -> str:
    return escape(unicodedata.normalize("NFC", text))


def _anchor(heading: Heading) -> str:
    return f"heading-{heading.number.replace('.', '-')}"


_WRITERS = cast(
    Mapping[type[Any], Callable[[Any, Rendering], str]],
    {
        Paragraph: _paragraph,
        Hatnote: _hatnote,
        Heading: _heading,
        Contents: _contents,
        Listing: _listing,
        Table: _table,
    },
)
