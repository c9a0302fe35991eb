"""Text of a page's bytes, whatever charset it says it has."""

from __future__ import annotations

import codecs
import re

from charset_normalizer import from_bytes

_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_META = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([\w.:-]{2,30})", re.IGNORECASE)
_LOOKED_AT = 4_096  # bytes in which HTML says its charset; browsers look at 1,024
_GUESSED_FROM = 200_000
FEW = 0.05  # share of letters beyond ASCII in languages that are written in Latin letters
MOST_BROKEN = 0.02  # share of characters that may be unreadable in a page that is kept


class Undecodable(ValueError):
    """The bytes are no text in any charset; the message says what was tried."""


def text_of(body: bytes, declared: str = "") -> tuple[str, bool]:
    """The text of HTML, and whether it is in the charset that it says. Raises Undecodable.

    A byte order mark goes first, then UTF-8, which other text is not by chance, then the header, then the HTML.
    """
    for mark, charset in _BOMS:
        if body.startswith(mark):
            return body.decode(charset, "replace"), True
    named = [name for name in (_known(declared), _in_html(body)) if name]
    for charset in ("utf-8", *named):
        try:
            return body.decode(charset), not named or charset in named or body.isascii()
        except UnicodeDecodeError:
            continue
    text = body.decode(_guessed(body), "replace")
    if text.count("\ufffd") > MOST_BROKEN * len(text) or "\0" in text[:_LOOKED_AT]:
        raise Undecodable(f"it is no text in UTF-8{''.join(f', {name}' for name in named)} or any charset we know")
    return text, False


def _guessed(body: bytes) -> str:
    """As browsers do, cp1252 where letters beyond ASCII are few; where they are many they tell their charset."""
    if sum(byte > 127 for byte in body[:_GUESSED_FROM]) < FEW * min(len(body), _GUESSED_FROM):
        return "cp1252"
    best = from_bytes(body[:_GUESSED_FROM]).best()
    return best.encoding if best is not None else "cp1252"


def _in_html(body: bytes) -> str:
    found = _META.search(body[:_LOOKED_AT])
    return _known(found[1].decode("ascii", "replace")) if found else ""


def _known(charset: str) -> str:
    """Python's name of a charset; "" for one that it does not have. Latin-1 means cp1252 on the web."""
    try:
        name = codecs.lookup(charset.strip().strip("\"'")).name if charset.strip() else ""
    except LookupError:
        return ""
    return "cp1252" if name in ("iso8859-1", "ascii") else name
