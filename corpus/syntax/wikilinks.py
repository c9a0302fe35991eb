"""Convert wikitext links to their stored form `[[Target_title|anchor]]` (contract (a), "Text conventions").

Targets have underscores for white space and are not percent-encoded; the fragment stays. A target
that cannot be stored safely leaves its anchor as plain text.
"""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import unquote

from corpus.page.formulas import HIDDEN, has_hidden_bracket
from corpus.page.links import linked_title, plain_text
from corpus.site import Prefix, Site
from corpus.syntax.emphasis import without_emphasis
from corpus.syntax.parser_state import (
    BREAK,
    EMPHASIS,
    FLAG_END,
    FLAG_START,
    GAP,
    HOLE,
    LESS,
    LINK_END,
    LINK_START,
    MORE,
    PRIVATE,
)

_FORBIDDEN = re.compile(r"[\[\]{}<>|\x00-\x1f\ufffd]")
_NOT_SHOWN = re.compile(f"(?![{LESS}{MORE}{HIDDEN}{EMPHASIS}]){PRIVATE.pattern}")
_ODD = re.compile(rf"{PRIVATE.pattern}|[\[\]|]")
_FLAG = re.compile(f"{FLAG_START}[^{FLAG_END}]*{FLAG_END}")
_ENCODED = re.compile(r"%[0-9A-Fa-f]{2}")
_INNER_LINK = re.compile(f"{LINK_START}(?:[^|{LINK_END}]*\\|)?([^{LINK_END}]*){LINK_END}")
_FILE = re.compile(r"\.(?:jpe?g|png|svg|gif|tiff?|webp|og[agv]|webm)\s*$", re.IGNORECASE)  # [[Bild:Ada.jpg|mini]]
_PIPE_TRICK = re.compile(r"\s*\([^()]*\)$|,.*$")
_BRACKETED_END = re.compile(r"\s+\([^()]*\)$")


def stored_link(target: str, anchor: str | None, *, page: str, site: Site) -> str:
    """The stored form of `[[target|anchor]]` on the page titled `page`; "" for files and the like."""
    name = target.strip()
    forced = name.startswith(":")
    name = name.removeprefix(":").strip()
    prefix, colon, rest = name.partition(":")
    where = site.prefix(prefix) if colon else Prefix.ARTICLE
    if (where is Prefix.HIDDEN or (colon and _FILE.search(rest))) and not forced:
        return ""
    if where is not Prefix.ARTICLE:
        return _shown(anchor) if anchor and anchor.strip() else rest.strip()
    text = _shown(name if anchor is None else anchor)
    if anchor is not None and not without_emphasis(text).strip(HOLE):
        text = _PIPE_TRICK.sub("", name)  # the pipe trick: [[Aa (river)|]] shows "Aa"
    return link_markup(name, text, page=page)


def shows_nothing(link: str, site: Site) -> bool:
    """Return whether a link's wikitext is a category or a language link, which leave nothing where they stand."""
    prefix, colon, _ = link.partition(":")
    return bool(colon) and site.prefix(prefix) is Prefix.HIDDEN and not site.is_file(prefix)


def link_markup(target: str, text: str, *, page: str) -> str:
    """`[[Target|text]]`, `[[Target]]` when both are the same, or just the text for an impossible target or a text that
    cannot stand in a link: a formula with brackets, "b|c" of `[[A|b|c]]`.

    The brackets are LINK_START and LINK_END until `corpus.building.cleanup` writes the final text.
    """
    stored = stored_target(target, page)
    if stored is None or not text or "|" in text or has_hidden_bracket(text):
        return text
    inside = stored if stored == without_emphasis(text) else f"{stored}|{text}"
    return f"{LINK_START}{inside}{LINK_END}"


def without_brackets(title: str) -> str:
    """The title without what tells it apart: "Aa" for "Aa (river)"."""
    return _BRACKETED_END.sub("", title)


def stored_target(target: str, page: str) -> str | None:
    """`Model_theory#Definition` for "model theory#Definition"; None when it names no page."""
    name = PRIVATE.sub("", target)
    if "%" in name:
        while _ENCODED.search(name):
            name = unquote(name)
    if "#" not in name:
        return _stored_title(name)
    title, _, fragment = name.partition("#")
    stored = _stored_title(title) if title.strip() else page.replace(" ", "_")
    fragment = "_".join(fragment.split())
    if stored is None or _FORBIDDEN.search(fragment):
        return None
    return f"{stored}#{fragment}" if fragment else stored


def _stored_title(title: str) -> str | None:
    name = linked_title(title)
    return None if name is None or _FORBIDDEN.search(name) or name.startswith(("/", "../")) else name.replace(" ", "_")


def _shown(anchor: str) -> str:
    """The anchor on one line, without brackets or links of its own."""
    text = anchor
    if _ODD.search(text):
        text = _INNER_LINK.sub(r"\1", plain_text(_FLAG.sub("", text))).replace(BREAK, " ").replace(GAP, "")
        hole = HOLE if HOLE in text else ""
        text = _NOT_SHOWN.sub("", text).replace("[", "").replace("]", "") + hole
    return unicodedata.normalize("NFD", " ".join(text.split()))
