"""Wikitext links in their stored form `[[Target_title|anchor]]` (contract (a), "Text conventions").

Targets have underscores for white space and are not percent-encoded; the fragment stays. A target
that cannot be stored safely leaves its anchor as plain text.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from corpus.element_id import BadTitle, normalise_title
from corpus.links import plain_text
from corpus.reading import BREAK, GAP, LINK_END, LINK_START, PRIVATE
from corpus.site import Prefix, Site

_FORBIDDEN = re.compile(r"[\[\]{}<>|\x00-\x1f\ufffd]")
_ENCODED = re.compile(r"%[0-9A-Fa-f]{2}")
_INNER_LINK = re.compile(f"{LINK_START}(?:[^|{LINK_END}]*\\|)?([^{LINK_END}]*){LINK_END}")
_PIPE_TRICK = re.compile(r"\s*\([^()]*\)$|,.*$")
_BRACKETED_END = re.compile(r"\s+\([^()]*\)$")


def stored_link(target: str, anchor: str | None, *, page: str, site: Site) -> str:
    """The stored form of `[[target|anchor]]` on the page titled `page`; "" for files and the like."""
    name = target.strip()
    forced = name.startswith(":")
    name = name.removeprefix(":").strip()
    prefix, colon, rest = name.partition(":")
    where = site.prefix(prefix) if colon else Prefix.ARTICLE
    if where is Prefix.HIDDEN and not forced:
        return ""
    if where is not Prefix.ARTICLE:
        return _shown(anchor) if anchor and anchor.strip() else rest.strip()
    text = _shown(anchor) if anchor is not None else _shown(name)
    if anchor is not None and not text:
        text = _PIPE_TRICK.sub("", name)  # the pipe trick: [[Aa (river)|]] shows "Aa"
    return link_markup(name, text, page=page)


def link_markup(target: str, text: str, *, page: str) -> str:
    """`[[Target|text]]`, `[[Target]]` when both are the same, or just the text for an impossible target.

    The brackets are LINK_START and LINK_END until `corpus.tidy` writes the final text.
    """
    stored = stored_target(target, page)
    if stored is None or not text:
        return text
    inside = stored if stored == text else f"{stored}|{text}"
    return f"{LINK_START}{inside}{LINK_END}"


def without_brackets(title: str) -> str:
    """The title without what tells it apart: "Aa" for "Aa (river)"."""
    return _BRACKETED_END.sub("", title)


def stored_target(target: str, page: str) -> str | None:
    """`Model_theory#Definition` for "model theory#Definition"; None when it names no page."""
    name = PRIVATE.sub("", target)
    while _ENCODED.search(name):
        name = unquote(name)
    title, hash_sign, fragment = name.partition("#")
    try:
        title = page if hash_sign and not title.strip() else normalise_title(title)
    except BadTitle:
        return None
    fragment = "_".join(fragment.split())
    if _FORBIDDEN.search(title + fragment) or title.startswith(("/", "../")):
        return None
    return "_".join(title.split()) + (f"#{fragment}" if hash_sign and fragment else "")


def _shown(anchor: str) -> str:
    """The anchor on one line, without brackets or links of its own."""
    text = _INNER_LINK.sub(r"\1", plain_text(anchor)).replace(BREAK, " ").replace(GAP, "")
    text = PRIVATE.sub("", text).rpartition("|")[2]
    return " ".join(text.replace("[", "").replace("]", "").split())
