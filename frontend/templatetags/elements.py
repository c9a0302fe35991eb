"""Pages of the corpus in templates: the words are made HTML by `frontend.reading`, which escapes them once."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping

from django import template
from django.utils.safestring import SafeString, mark_safe

from corpus.models import Corpus
from corpus.page.element_id import title_id
from corpus.page.elements import Page
from frontend.reading.article_html import body_html
from frontend.reading.hedging import hedges
from frontend.reading.rendering import Rendering, element_attributes, formulas_html, text_html
from frontend.reading.search_help import search_help
from frontend.reading.untrusted_html import page_note_html
from search.examples import Example
from search.hits import Fragment

register = template.Library()


@register.simple_tag
def article_title(page: Page, rendering: Rendering) -> SafeString:
    """The page's name as its first heading."""
    attributes = element_attributes(rendering, title_id(page.title), citable=False)
    return mark_safe(f"<h1 {attributes}>{text_html(page.title)}</h1>")  # noqa: S308 - escaped in text_html


@register.simple_tag
def article_body(page: Page, rendering: Rendering) -> SafeString:
    """Everything below the title."""
    return mark_safe(body_html(page, rendering))  # noqa: S308 - escaped in text_html


@register.simple_tag
def untrusted_note(rendering: Rendering) -> SafeString:
    """What on the page cannot be evidence, and why; nothing where all can."""
    return mark_safe(page_note_html(rendering))  # noqa: S308 - escaped there


@register.simple_tag
def context_script(data: str) -> SafeString:
    """A data block of JSON. Its text can neither end the script nor open a comment."""
    safe = data.replace("&", "\\u0026").replace("<", "\\u003C").replace(">", "\\u003E")
    return mark_safe(f'<script type="application/json" class="context-data">{safe}</script>')  # noqa: S308


@register.simple_tag
def search_examples(corpus: Corpus) -> tuple[Example, ...]:
    """What can be typed into the search, with examples of this corpus."""
    return search_help(corpus)


@register.filter
def shown(text: str) -> str:
    """Corpus text for a template that escapes it itself. Some fonts place NFD's combining marks badly."""
    return unicodedata.normalize("NFC", text)


@register.filter
def with_formulas(text: str) -> SafeString:
    """Corpus text, escaped, with its formulas drawn."""
    return mark_safe(formulas_html(text))  # noqa: S308 - escaped in formulas_html


@register.filter
def snippet(fragments: Iterable[Fragment]) -> SafeString:
    """The snippet of a search hit, what was searched for marked."""
    pieces = ((text_html(fragment.text), fragment.matched) for fragment in fragments)
    html = "".join(f"<mark>{text}</mark>" if matched else text for text, matched in pieces)
    return mark_safe(html)  # noqa: S308 - escaped in text_html


@register.filter
def word_of(words: Mapping[str, str], element_id: str) -> str:
    """The element's text, or its id where the corpus no longer has it."""
    return words.get(element_id) or element_id


@register.filter
def trail(words: list[str]) -> str:
    """Outermost › innermost. Not Django's `join`: its result counts as escaped, and `shown` after it would not."""
    return shown(" › ".join(words))


@register.simple_tag
def hedge_words() -> dict[str, list[str]]:
    """Hedges by language, for the script that marks them on evidence cards."""
    return hedges()
