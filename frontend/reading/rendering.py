"""Corpus text as HTML: escaped once, in `text_html`, and shown in NFC.

Strings are built by hand: a table of 10,000 cells is one call, not 10,000 template renderings.
`data-element-id` carries the full id as the corpus gave it (NFD); nothing outside reads meaning into it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from html import escape
from urllib.parse import urlencode

from corpus.element_id import full_id
from corpus.elements import UNKNOWN_LAYOUT, Layout
from corpus.links import split_links


@dataclass(frozen=True, slots=True)
class Rendering:
    """What the HTML of a page depends on besides the page itself.

    `linked` holds the titles that lead to a page; a link to any other title is plain text. `evidence` and
    `context` are full ids to be marked by the server, for pages that are only looked at. `layers` lays the evidence of
    several people over the page: id -> the letters of those who chose it, such as "AC".
    """

    page_title: str
    page_address: str
    linked: Set[str]
    layout: Layout = UNKNOWN_LAYOUT
    evidence: Set[str] = field(default_factory=frozenset)
    context: Set[str] = field(default_factory=frozenset)
    layers: Mapping[str, str] = field(default_factory=dict)


def local_attributes(rendering: Rendering, local: str, *, citable: bool = True) -> str:
    """The attributes of an element of the page, by its local id."""
    return element_attributes(rendering, full_id(rendering.page_title, local), citable=citable)


def element_attributes(rendering: Rendering, element_id: str, *, citable: bool = True) -> str:
    """Its id, that it can be chosen, and how it is marked."""
    styles = ["citable"] if citable else []
    if element_id in rendering.evidence:
        styles.append("is-evidence")
    elif element_id in rendering.context:
        styles.append("is-context")
    letters = rendering.layers.get(element_id, "")
    by = f' data-by="{escape(" ".join(letters))}"' if letters else ""
    styles += ["is-laid", *(f"by-{letter.lower()}" for letter in letters)] if letters else []
    style = f'class="{" ".join(styles)}" ' if styles else ""
    return f'{style}data-element-id="{escape(element_id)}"{by}'


def inline_html(text: str, rendering: Rendering) -> str:
    """Running text with its links; most cells have none."""
    if "[[" not in text:
        return text_html(text)
    return "".join(_piece(shown_text, target, rendering) for shown_text, target in split_links(text))


def _piece(text: str, target: str | None, rendering: Rendering) -> str:
    if target is None or target not in rendering.linked:
        return text_html(text)
    address = f"{rendering.page_address}?{urlencode({'title': target})}"
    return f'<a href="{escape(address)}" data-title="{escape(target)}">{text_html(text)}</a>'


def text_html(text: str) -> str:
    """Text that means nothing but itself."""
    return escape(unicodedata.normalize("NFC", text))
