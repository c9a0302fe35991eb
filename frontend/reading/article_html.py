"""The body of an article as HTML, block by block, the far parts of a long one in frames of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from html import escape
from typing import Any, cast

from django.utils.translation import gettext as _

from corpus.page.elements import Page, Sentence, Table
from corpus.page.links import split_links
from frontend.reading.blocks import Block, Contents, Entry, Hatnote, Heading, Listing, Paragraph, blocks, boxed_tables
from frontend.reading.lazy_sections import Part, parts
from frontend.reading.rendering import Rendering, formulas_html, inline_html, local_attributes
from frontend.reading.table_html import table_html
from frontend.reading.untrusted_html import mark_html


def body_html(page: Page, rendering: Rendering) -> str:
    """Everything below the title."""
    rendering = replace(rendering, boxed=boxed_tables(page, rendering.layout))
    lead, later = parts(blocks(page, rendering.layout))
    pieces = [_block(block, rendering) for block in lead]
    return "\n".join([*pieces, *(_part(part, rendering) for part in later)])


def _part(part: Part, rendering: Rendering) -> str:
    """A part that the browser need not lay out before somebody comes near it; its class says about how high it is."""
    inside = "\n".join(_block(block, rendering) for block in part.blocks)
    return f'<div class="part part-{part.size}">{inside}</div>'


def _block(block: Block, rendering: Rendering) -> str:
    return _WRITERS[type(block)](block, rendering)


def _paragraph(paragraph: Paragraph, rendering: Rendering) -> str:
    return f"<p>{' '.join(_sentence(sentence, rendering) for sentence in paragraph.sentences)}</p>"


def _hatnote(hatnote: Hatnote, rendering: Rendering) -> str:
    return f'<p class="hatnote" role="note">{_sentence(hatnote.sentence, rendering)}</p>'


def _sentence(sentence: Sentence, rendering: Rendering) -> str:
    text = inline_html(sentence.text, rendering, sentence.id) + mark_html(rendering, sentence.id)
    return f"<span {local_attributes(rendering, sentence.id)}>{text}</span>"


def _heading(heading: Heading, rendering: Rendering) -> str:
    section = heading.section
    tag = f"h{min(max(section.level, 2), 6)}"
    attributes = local_attributes(rendering, section.id, citable=False)
    return f'<{tag} id="{_anchor(heading)}" {attributes}>{inline_html(section.value, rendering, section.id)}</{tag}>'


def _contents(contents: Contents, rendering: Rendering) -> str:
    lines = "".join(
        f'<li class="contents-{heading.number.count(".") + 1}"><a href="#{_anchor(heading)}">'
        f'<span class="contents-number">{heading.number}</span> '
        f"{''.join(formulas_html(text) for text, _target in split_links(heading.section.value))}</a></li>"
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
    attributes = local_attributes(rendering, entry.item.id)
    below = _entries(entry.kind or "unordered_list", entry.below, rendering) if entry.below else ""
    text = inline_html(entry.item.value, rendering, entry.item.id) + mark_html(rendering, entry.item.id)
    return f"<li><span {attributes}>{text}</span>{below}</li>"


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
        Table: table_html,
    },
)
