"""The words before and behind a place of wikitext, as far as they can be told without reading the page."""

from __future__ import annotations

import re
import unicodedata
from html import unescape

from corpus.citations.source_values import EXTERNAL, LINK, QUOTES, TAG
from corpus.citations.words import MOST_WORDS, WORD, Before, words_in

_WINDOWS = (260, 1_000)  # characters before a mark
_AFTER = 160
_NEAR = 120  # characters between two marks whose words are counted
_STYLE = re.compile(r"</?(?:sup|sub|b|i|u|small|big|span|abbr|em|strong|s|q)\b[^<>]*>", re.IGNORECASE)
_TEMPLATE = re.compile(r"\{\{([^{}]*)\}\}")
_SWITCH = re.compile(r"__[A-Z]+__")
_ROW = re.compile(r"\n[ \t]*(?:\|[-}][^\n]*|\{\|[^\n]*)")
_EDGE = re.compile(r"\n[ \t]*[|!]\+?|\|\||!!(?=[^\n]*\n)|(?<=[^|])\|(?=[^|\n]*=)")
_ATTRIBUTES = re.compile("\x02[^|\n\x02\\[\\]=]{0,60}=[^|\n\x02\\[\\]]{0,200}\\|")
_ARGUMENT = re.compile("\x02\\s*\\w[\\w .-]{0,40}=")
_NAMED = re.compile(r"\n[ \t]*\|[ \t]*([\w -]{1,40}?)[ \t]*=")
_OF_NUMBERS = frozenset("convert cvt val formatnum nts number".split())
_LONG_NUMBER = 12  # digits
_GAP = re.compile(r"\W*\Z")
_LONGEST_GAP = 120  # characters
_NESTED = 3


def before_mark(text: str, at: int, floor: int, last: int) -> Before:
    """What stands before a place, not before `floor`, and the words behind it. `last`: the place of the mark before."""
    for size in _WINDOWS:
        start = max(at - size, floor)
        shown = _shown(text[start:at])
        words = WORD.findall(shown)
        if len(words) > MOST_WORDS or start == floor:
            break
    words = words[-MOST_WORDS:]
    sure, plain, own = len(words), 0, len(words)
    if "\x01" in shown:
        sure = min(len(WORD.findall(shown, shown.rfind("\x04") + 1)), len(words))
        plain = max(len(words) - len(WORD.findall(shown, shown.rfind("\x01"))), 0)
    if "\x02" in shown:
        own = min(len(WORD.findall(shown, shown.rfind("\x02"))), len(words))
    gap = _GAP.search(shown, max(len(shown) - _LONGEST_GAP, 0))
    tail = gap[0] if gap else ""
    return Before(
        words=words,
        sure=sure,
        own=own,
        plain=plain,
        since=_since(text, last, at) if floor <= last < at <= last + _NEAR else 0,
        tail=tail.replace("\x01", "").replace("\x04", "").strip(),
        cells=tail.count("\x02"),
        after=lambda: words_in(_shown(text[at : at + _AFTER]))[:5],
    )


def _since(text: str, last: int, at: int) -> int:
    """The number of words between two marks, 0 where templates may write others."""
    between = WORD.findall(_shown(text[last:at])) if "{{" not in text[last:at] else ()
    return len(between) if len(between) <= MOST_WORDS else 0


def argument_at(text: str, at: int) -> str:
    """The name of the template's argument in whose value a place is, as far as it is near; "" for none."""
    names = _NAMED.findall(text, max(at - _WINDOWS[0], 0), at)
    return names[-1].strip() if names else ""


def _shown(text: str) -> str:
    """The words of a piece of wikitext, \x01 and \x04 around those of calls, \x02 where a cell or argument begins."""
    if "<" in text:
        text = TAG.sub(" ", _STYLE.sub("", text))
    if "{{" in text:
        for _ in range(_NESTED):
            text = _TEMPLATE.sub(_words_of_call, text)
            if "{{" not in text or "}}" not in text:
                break
    if "[" in text:
        text = LINK.sub("", text)
        if "//" in text:
            text = EXTERNAL.sub(lambda link: link[1] or "", text)
    if "|" in text or "\n!" in text:
        text = _ARGUMENT.sub("\x02", _ATTRIBUTES.sub("\x02", _EDGE.sub("\x02", _ROW.sub("\n", text))))
    if "''" in text:
        text = QUOTES.sub("", text)
    if "&" in text:
        text = unescape(text)
    if "__" in text:
        text = _SWITCH.sub("", text)
    return text if text.isascii() else unicodedata.normalize("NFKD", text)


def _words_of_call(call: re.Match[str]) -> str:
    """The last argument without a name, which most templates within a sentence show."""
    name, bar, rest = call[1].partition("|")
    if not bar:
        return "\x01\x04"
    if name.strip().lower() in _OF_NUMBERS:
        number = rest.partition("|")[0].strip()
        return f"\x01{int(number):,}\x04" if number.isdecimal() and len(number) < _LONG_NUMBER else f"\x01{number}\x04"
    for argument in reversed(rest.split("|")):
        key, equals, value = argument.partition("=")
        if not equals:
            return f"\x01{argument}\x04"
        if key.strip() in ("text", "1", "2"):
            return f"\x01{value}\x04"
    return "\x01\x04"
