"""Find the bold and italic ranges of clean text. A range that is not known for certain is none."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate

from corpus.building.cleanup import clean_cell, clean_text, marked_cell, marked_text
from corpus.page.formatting import Run, Runs, Style
from corpus.page.formulas import FORMULA
from corpus.page.links import LINK, plain_text
from corpus.syntax.emphasis import HAS_EMPHASIS, marked_quotes
from corpus.syntax.parser_state import BOLD, BOLD_END, EMPHASIS, HOLE, ITALIC

_MARK = re.compile(f"([{EMPHASIS}])")


def formatted_text(text: str) -> tuple[str, Runs]:
    """`clean_text` and the emphasised ranges of it, links and holes included."""
    cleaned = clean_text(text)
    return cleaned, runs_of(text, cleaned, marked_text)


def formatted_cell(text: str) -> tuple[str, Runs]:
    """`clean_cell` and the emphasised ranges of it, links and holes included."""
    cleaned = clean_cell(text)
    return cleaned, runs_of(text, cleaned, marked_cell)


def runs_of(text: str, cleaned: str, clean: Callable[[str], str]) -> Runs:
    """The ranges of `cleaned`, to which the rendered text was tidied.

    It is tidied once more with the marks in it (`clean`). Where that gives other words, as beside a gap, there is
    none.
    """
    if "''" not in text and not HAS_EMPHASIS.search(text):
        return ()
    without, runs = _taken_out(clean(marked_quotes(text)))
    return runs if without == cleaned else ()


def _taken_out(marked: str) -> tuple[str, Runs]:
    """Clean text without its marks, and the ranges between them. Spaces on both sides of a mark are one."""
    parts: list[str] = []
    runs: list[Run] = []
    bold = italic = place = 0
    for number, piece in enumerate(_MARK.split(marked)):
        if number % 2:
            step = 1 if piece in (BOLD, ITALIC) else -1
            if piece in (BOLD, BOLD_END):
                bold = max(0, bold + step)
            else:
                italic = max(0, italic + step)
            continue
        if piece.startswith(" ") and (not parts or parts[-1].endswith(" ")):
            piece = piece[1:]
        if piece:
            parts.append(piece)
            if bold or italic:
                runs.append(Run(place, place + len(piece), Style.BOLD * (bold > 0) + Style.ITALIC * (italic > 0)))
            place += len(piece)
    return "".join(parts).rstrip(" "), tuple(runs)


def without_bold(runs: Runs) -> Runs:
    """The ranges of a text that is bold anyway."""
    return tuple(Run(start, end, int(Style.ITALIC)) for start, end, style in runs if style & Style.ITALIC)


def shifted(runs: Iterable[Run], offset: int, end: int) -> Runs:
    """The ranges moved by `offset`, as far as they lie between 0 and `end`."""
    moved = (Run(max(start + offset, 0), min(stop + offset, end), style) for start, stop, style in runs)
    return tuple(run for run in moved if run.start < run.end)


def plain_runs(text: str, runs: Runs) -> Runs:
    """The ranges of an element's plain text, of ranges of its clean text with links and holes."""
    if not runs:
        return ()
    whole, runs = _without_holes(text, runs)
    stored = whole.strip()
    return _plain(stored, shifted(runs, len(whole.lstrip()) - len(whole), len(stored)))


def sentence_runs(text: str, sentences: Sequence[str], runs: Runs) -> Iterator[Runs]:
    """The same for each of a paragraph's sentences."""
    whole, runs = _without_holes(text, runs)
    end = 0
    for sentence in sentences:
        start = whole.index(sentence, end)
        end = start + len(sentence)
        yield _plain(sentence, shifted(runs, -start, len(sentence)))


def _without_holes(text: str, runs: Runs) -> tuple[str, Runs]:
    if HOLE not in text:
        return text, runs
    holes = [place for place, character in enumerate(text) if character == HOLE]
    moved = (Run(start - bisect_right(holes, start), end - bisect_right(holes, end - 1), s) for start, end, s in runs)
    return text.replace(HOLE, ""), tuple(run for run in moved if run.start < run.end)


def _plain(text: str, runs: Runs) -> Runs:
    """Ranges of plain text; those of words that touch are one. None where a formula is cut."""
    if not runs:
        return ()
    moved = runs if "[[" not in text else _without_links(text, runs)
    if "\\(" in text and any(_cuts(run, found) for found in FORMULA.finditer(plain_text(text)) for run in moved):
        return ()
    merged: list[Run] = []
    for run in moved:
        if merged and merged[-1].end == run.start and merged[-1].style == run.style:
            run = Run(merged.pop().start, run.end, run.style)
        if run.start < run.end:
            merged.append(run)
    return tuple(merged)


def _cuts(run: Run, formula: re.Match[str]) -> bool:
    return any(formula.start() < place < formula.end() for place in run[:2])


def _without_links(text: str, runs: Runs) -> Runs:
    """A place among the brackets or in the target of a link is that of its first or last shown character."""
    places = [0]  # where stretches begin that are shown and hidden in turn
    for link in LINK.finditer(text):
        start, end = link.span(1 if link[2] is None else 2)
        places += (link.start(), start, end, link.end())
    kinds = [True, False] * len(places)
    lengths = [places[n + 1] - places[n] if kinds[n] else 0 for n in range(len(places) - 1)]
    shown = list(accumulate(lengths, initial=0))

    def at(place: int) -> int:
        n = bisect_right(places, place) - 1
        return shown[n] + (place - places[n] if kinds[n] else 0)

    return tuple(Run(at(start), at(end), style) for start, end, style in runs)
