"""Paragraphs of real articles, taken from wikitext by the plainest rules there are.

The real gold of the splitter knows its paragraphs by their hash. So this must not change when the reader learns to
render another template: it takes only lines with no mark-up but links, bold and references.
"""

from __future__ import annotations

import hashlib
import html
import re
import unicodedata
from collections.abc import Iterator

_DROPPED = re.compile(r"<!--.*?-->|<ref[^<>]*/>|<ref[^<>]*>.*?</ref>", re.DOTALL)
_LINK = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]")
_BOLD = re.compile(r"'{2,5}")
_LEFT_OVER = re.compile(r"[{}<>|]|\[\[|\]\]|\[http|__")
_NO_PARAGRAPH = tuple("*#:;|!{=< ")


def raw_paragraphs(wikitext: str) -> Iterator[str]:
    """The plain lines of an article, in NFD as every stored text; links reduced to their anchors."""
    for line in _DROPPED.sub("", wikitext).split("\n"):
        if not line or line.startswith(_NO_PARAGRAPH):
            continue
        text = html.unescape(_BOLD.sub("", _LINK.sub(r"\1", line)))
        if not _LEFT_OVER.search(text):
            yield unicodedata.normalize("NFD", " ".join(text.split()))


def paragraph_hash(text: str) -> str:
    """What stands for a paragraph in the gold file: 16 hexadecimal digits, over its words only."""
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:16]


_HTML_PARAGRAPH = re.compile(r"<p(?: [^<>]*)?>(.*?)</p>", re.DOTALL)
_HTML_DROPPED = re.compile(r"<sup\b.*?</sup>|<style\b.*?</style>|<[^<>]*>", re.DOTALL)


def html_paragraphs(page: str) -> Iterator[str]:
    """The paragraphs of a rendered page, without tags, references and superscripts, in NFD."""
    for match in _HTML_PARAGRAPH.finditer(page):
        if text := " ".join(html.unescape(_HTML_DROPPED.sub("", match[1])).split()):
            yield unicodedata.normalize("NFD", text)
