"""Bold and italic mark-up as marks (`BOLD`, `ITALIC` and their ends) in rendered text.

Tags become marks while text is rendered. Runs of apostrophes, which MediaWiki pairs line by line, stay until
`marked_quotes` or `without_quotes`: what stands between them may be looked at by templates.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from corpus.syntax.parser_state import BLOCK_START, BOLD, BOLD_END, EMPHASIS, ITALIC, ITALIC_END, MARKERS, UNSEEN

TAGS = {
    **dict.fromkeys(("b", "strong"), (BOLD, BOLD_END)),
    **dict.fromkeys(("i", "em", "cite", "var", "dfn"), (ITALIC, ITALIC_END)),
}
HAS_EMPHASIS = re.compile(f"[{EMPHASIS}]")
_BEFORE_WORDS = f" \t{MARKERS}"
_QUOTES = re.compile("(''+)")
_EDGES = re.compile(rf"([\s{BOLD}{ITALIC}]*)(.*?)([\s{BOLD_END}{ITALIC_END}]*)", re.DOTALL)
_BOLD, _ITALIC = 3, 2  # apostrophes; five are both


def without_emphasis(text: str) -> str:
    """Rendered text without its marks."""
    return HAS_EMPHASIS.sub("", text)


def emphasised(text: str, tag: str) -> str:
    """What a tag such as `<b>` makes of its text: each line is marked between its list markers and its end."""
    if tag not in TAGS:
        return text
    return "\n".join(_emphasised_line(line, *TAGS[tag]) for line in text.split("\n"))


def _emphasised_line(line: str, opening: str, closing: str) -> str:
    """White space at the ends stays outside; a block is a line of its own and has no marks."""
    start = len(line) - len(line.lstrip(_BEFORE_WORDS))
    end = len(line.rstrip())
    return (
        line
        if start >= end or BLOCK_START in line
        else f"{line[:start]}{opening}{line[start:end]}{closing}{line[end:]}"
    )


def with_emphasis_outside(text: str) -> tuple[str, str, str]:
    """The marks that the text begins with, the rest, the marks that it ends with."""
    found = _EDGES.fullmatch(text)
    if found is None or not HAS_EMPHASIS.search(text):
        return "", text, ""
    opening, closing = ("".join(mark for mark in edge if mark in EMPHASIS) for edge in found.group(1, 3))
    return opening, found[2], closing


def marked_quotes(text: str) -> str:
    """Rendered wikitext with marks instead of two, three and five apostrophes, as MediaWiki pairs them on each line.

    Of longer runs, and of three where nothing else balances a line, some apostrophes are text: "l'''amour''".
    """
    return "\n".join(_line(line) if "''" in line else line for line in text.split("\n"))


def without_quotes(text: str) -> str:
    """Rendered text without its marks and without the apostrophes that are mark-up."""
    return without_emphasis(marked_quotes(text) if "''" in text else text)


def balanced_quotes(text: str) -> str:
    """A link's anchor, which pairs its apostrophes alone, with marks where it would not beside others."""
    if "''" not in text:
        return text
    marked = marked_quotes(text)
    runs = [_length(quotes) for quotes in _QUOTES.findall(text)]
    is_paired = not any(sum(n != other for n in runs) % 2 for other in (_BOLD, _ITALIC))
    return text if is_paired and UNSEEN not in marked else marked


def _line(line: str) -> str:
    pieces = _QUOTES.split(line)
    lengths = [_length(quotes) for quotes in pieces[1::2]]
    written = [len(quotes) - length for quotes, length in zip(pieces[1::2], lengths, strict=True)]
    if sum(n != _ITALIC for n in lengths) % 2 and sum(n != _BOLD for n in lengths) % 2:
        number = _apostrophe(lengths, [text + "'" * n for text, n in zip(pieces[::2], written, strict=False)])
        if number is not None:
            lengths[number], written[number] = _ITALIC, written[number] + 1
    parts = pieces[:1]
    bold = italic = False
    for number, length, text in zip(written, lengths, pieces[2::2], strict=True):
        parts.append(UNSEEN.join("'" * number))
        if length != _BOLD:
            italic = not italic
            parts.append(ITALIC if italic else ITALIC_END)
        if length != _ITALIC:
            bold = not bold
            parts.append(BOLD if bold else BOLD_END)
        parts.append(text)
    parts += [ITALIC_END] * italic + [BOLD_END] * bold
    return "".join(parts)


def _length(quotes: str) -> int:
    """2, 3 or 5 of a run: of four the first is text, of more than five all but the last five."""
    return 3 if len(quotes) == 4 else min(len(quotes), 5)


def _apostrophe(lengths: Sequence[int], before: Sequence[str]) -> int | None:
    """Number of the bold run that is an apostrophe and italics: behind a single letter, else a word, else a space."""
    words: int | None = None
    space: int | None = None
    for number, length in enumerate(lengths):
        if length != _BOLD:
            continue
        text = before[number]
        if text.endswith(" "):
            space = number if space is None else space
        elif text[-2:-1] == " " and text[-1].isascii():  # MediaWiki looks at bytes
            return number
        elif words is None:
            words = number
    return space if words is None else words
