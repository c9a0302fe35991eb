"""Tokenised text of FEVER's pages as people read it: Penn Treebank tokens undone.

The stored text keeps its tokens, since evidence, hashes and exported rows are of it. Only what is shown is readable.
The rules are those of CoreNLP's tokenizer, backwards. What it merged stays merged: "--" may have been either dash.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from unicodedata import normalize

from corpus.page.links import plain_text

# Each branch takes the white space that the tokenizer added along with the token.
_TOKEN = re.compile(
    r"""
      (?P<open>-L[RSC]B-|``|(?:(?<=\s)|^)`(?=\s))\s?          # brackets and quotes that open
    | \s?(?P<close>-R[RSC]B-|''|(?<=\s)'(?=\s|$))             # and that close, possessives of plurals among them
    | (?<=\d)\s--\s(?=\d)(?P<range>)                          # 1985 -- 86
    | (?P<dash>--)
    | \s(?=(?:[,.;:!?%]|\.\.\.)(?:\s|$))(?P<mark>)            # before punctuation
    | \s(?=(?:'(?:s|S|m|M|d|D|re|RE|ve|VE|ll|LL)|n't|N'T)(?:\s|$))(?P<clitic>)
    | (?P<currency>(?:(?<=\s)|^)(?:US|A|C|NZ|HK)?[$£€¥])\s(?=\d)
    | \\(?P<escaped>[/*])
    """,
    re.VERBOSE,
)
_WORDS = {
    "-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}",
    "``": "“", "''": "”", "`": "‘", "'": "'",
}  # fmt: skip


def readable(text: str) -> str:
    """The plain text of a tokenised sentence as people read it: "( film )" for "-LRB- film -RRB-", without the gaps."""
    return _TOKEN.sub(_shown, text)


def as_read(text: str, *, is_tokenised: bool) -> str:
    """A stored sentence as people read it: in NFC, without links. `is_tokenised`: of a page of FEVER."""
    plain = plain_text(text)
    return " ".join(normalize("NFC", readable(plain) if is_tokenised else plain).split())


def readable_pieces(pieces: Iterable[tuple[str, str | None]]) -> list[tuple[str, str | None]]:
    """The same for the pieces of `corpus.page.links.split_links`: joined, they read as `readable` of the whole."""
    cut = [*pieces]
    whole = "".join(text for text, _target in cut)
    edits = [(match.start(), match.end(), _shown(match)) for match in _TOKEN.finditer(whole)]
    found: list[tuple[str, str | None]] = []
    at = next_edit = 0
    for text, target in cut:
        stop, parts = at + len(text), list[str]()
        place = at
        while next_edit < len(edits) and edits[next_edit][0] < stop:
            first, last, shown = edits[next_edit]
            parts += [whole[place:first], shown] if first >= at else []  # else the piece before has shown it
            place = max(place, min(last, stop))
            if last > stop:  # it also covers the beginning of the next piece
                break
            next_edit += 1
        parts.append(whole[place:stop])
        if joined := "".join(parts):
            found.append((joined, target))
        at = stop
    return found


def _shown(match: re.Match[str]) -> str:
    kind = match.lastgroup
    if kind in ("open", "close"):
        return _WORDS[match[kind]]
    if kind in ("range", "dash"):
        return "–"
    return match[kind] if kind in ("currency", "escaped") else ""
