"""Values of sources as wikitext writes them: plain words, and addresses of the web, nothing else that can be opened."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import unescape

_MARKUP = re.compile(r"[\[\]{}<>&']")
LINK = re.compile(r"\[\[(?:[^\[\]|]*\|)?|\]\]")  # all of a link but its anchor
EXTERNAL = re.compile(r"\[(?:https?:)?//[^\s\[\]]*(?:\s([^\[\]]*))?\]", re.IGNORECASE)
_TEMPLATE = re.compile(r"\{\{[^{}]*\}\}")
TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
QUOTES = re.compile(r"'{2,5}")
_ADDRESS = re.compile(r"(?:\bhttps?:|(?<=\[))//[^\s\[\]<>\"{}|]+", re.IGNORECASE)
LABELLED = re.compile(r"\[(?:https?:)?//[^\s\[\]]+\s+([^\[\]\n]+)\]", re.IGNORECASE)
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_HOST = re.compile(r"[^\s/.?#]+(?:\.[^\s/.?#]+)+(?:[/?#]|\Z)")
_CLOSING = ".,;:!'\"”’"


def plain(text: str) -> str:
    """The words of a short wikitext on one line."""
    if _MARKUP.search(text):
        if "[" in text:
            text = EXTERNAL.sub(lambda link: link[1] or "", LINK.sub("", text))
        for _ in range(3):
            if "{{" not in text:
                break
            text = _TEMPLATE.sub(_last_argument, text)
        text = unescape(QUOTES.sub("", TAG.sub("", text)))
    return " ".join(text.split())


def _last_argument(call: re.Match[str]) -> str:
    """The words that most templates within words have: {{lang|fr|mot}}."""
    _, bar, last = call[0][2:-2].rpartition("|")
    return last if bar and "=" not in last else ""


def best(fields: Mapping[str, str], names: Sequence[str]) -> str:
    """The first of these fields that says something."""
    for name in names:
        if value := fields.get(name):
            return value
    return ""


def web_address(written: str) -> str:
    """The address as written, without white space; "" for what is no address of http(s): javascript:, data:, words."""
    if not written:
        return ""
    text = written
    if "{{" in text or "[" in text:
        text = text.replace("{{!}}", "|").replace("{{=}}", "=")
        found = _ADDRESS.search(text)
        text = found[0] if found else ""
    text = "".join((unescape(text) if "&" in text else text).split())
    if text[:7].lower() == "http://" or text[:8].lower() == "https://":
        return text
    if text.startswith("//"):
        return text
    scheme = _SCHEME.match(text)
    if scheme and not text[scheme.end() : scheme.end() + 1].isdigit():
        return ""
    return text if _HOST.match(text) else ""


def first_address(content: str) -> tuple[str, str]:
    """The first address of a note, and the archived copy that follows it; "" for none."""
    url = archive = ""
    for found in _ADDRESS.finditer(content):
        address = found[0].rstrip(_CLOSING)
        address = web_address(address if "(" in address else address.rstrip(")"))
        if not url:
            url = address
        elif "archive" in address or "webcitation" in address:
            archive = address
            break
    return url, archive
