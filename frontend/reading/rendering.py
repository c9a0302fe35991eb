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

from corpus.fever.readable import readable_pieces
from corpus.page.element_id import full_id
from corpus.page.elements import UNKNOWN_LAYOUT, Layout
from corpus.page.formatting import Runs, Style
from corpus.page.formulas import split_formulas
from corpus.page.links import split_links
from corpus.page.trust import untrusted_reason
from frontend.reading.formula_html import formula_html


@dataclass(frozen=True, slots=True)
class Rendering:
    """What the HTML of a page depends on besides the page itself.

    `linked` holds the titles that lead to a page; a link to any other title is plain text. `evidence` and
    `context` are full ids to be marked by the server, for pages that are only looked at. `layers` lays the evidence of
    several people over the page: id -> the letters of those who chose it, such as "AC". `citable`: the full ids
    that may be evidence; None: all that are not headings. `boxed`: local ids of tables that stand in the box of an
    infobox.
    """

    page_title: str
    page_address: str
    linked: Set[str]
    layout: Layout = UNKNOWN_LAYOUT
    evidence: Set[str] = field(default_factory=frozenset)
    context: Set[str] = field(default_factory=frozenset)
    layers: Mapping[str, str] = field(default_factory=dict)
    citable: Set[str] | None = None
    boxed: Set[str] = field(default_factory=frozenset)


def local_attributes(rendering: Rendering, local: str, *, citable: bool = True) -> str:
    """The attributes of an element of the page, by its local id. What is untrusted cannot be chosen."""
    is_untrusted = untrusted_reason(rendering.layout.untrusted, local) is not None
    return element_attributes(
        rendering, full_id(rendering.page_title, local), citable=citable and not is_untrusted, untrusted=is_untrusted
    )


def element_attributes(rendering: Rendering, element_id: str, *, citable: bool = True, untrusted: bool = False) -> str:
    """Its id, that it can be chosen, and how it is marked."""
    may_be_evidence = citable and (rendering.citable is None or element_id in rendering.citable)
    styles = ["citable"] if may_be_evidence else ["untrusted"] if untrusted else []
    if element_id in rendering.evidence:
        styles.append("is-evidence")
    elif element_id in rendering.context:
        styles.append("is-context")
    letters = rendering.layers.get(element_id, "")
    by = f' data-by="{escape(" ".join(letters))}"' if letters else ""
    styles += ["is-laid", *(f"by-{letter.lower()}" for letter in letters)] if letters else []
    style = f'class="{" ".join(styles)}" ' if styles else ""
    return f'{style}data-element-id="{escape(element_id)}"{by}'


def inline_html(text: str, rendering: Rendering, local: str) -> str:
    """The text of the element of this local id, with its links, formulas and emphasis; most cells have none.

    Tokenised text is shown as people read it; it has no emphasis.
    """
    runs = rendering.layout.formatting.runs.get(local, ())
    if rendering.layout.fever:
        found = readable_pieces(split_links(text))
    elif "[[" in text:
        found = split_links(text)
    else:
        return emphasised_html(text, 0, runs)
    pieces, place = [], 0
    for shown, target in found:
        pieces.append(_linked(emphasised_html(shown, place, runs), target, rendering))
        place += len(shown)
    return "".join(pieces)


def _linked(html: str, target: str | None, rendering: Rendering) -> str:
    if target is None or target not in rendering.linked:
        return html
    address = f"{rendering.page_address}?{urlencode({'title': target})}"
    return f'<a href="{escape(address)}" data-title="{escape(target)}">{html}</a>'


def emphasised_html(text: str, place: int, runs: Runs) -> str:
    """A piece of an element's plain text that begins at `place` of it, with its formulas, bold and italic words."""
    parts, done, end = [], place, place + len(text)
    for run in runs:
        start, stop = max(run.start, place), min(run.end, end)
        if start < stop:
            parts.append(formulas_html(text[done - place : start - place]))
            parts.append(_styled(formulas_html(text[start - place : stop - place]), run.style))
            done = stop
    return "".join([*parts, formulas_html(text[done - place :])])


def _styled(html: str, style: int) -> str:
    html = f"<i>{html}</i>" if style & Style.ITALIC else html
    return f"<b>{html}</b>" if style & Style.BOLD else html


def formulas_html(text: str) -> str:
    """Text whose formulas are drawn."""
    if "\\(" not in text:
        return text_html(text)
    return "".join(formula_html(piece) if is_tex else text_html(piece) for piece, is_tex in split_formulas(text))


def text_html(text: str) -> str:
    """Text that means nothing but itself."""
    return escape(unicodedata.normalize("NFC", text))
