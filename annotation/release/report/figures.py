"""Figures 3 to 6 of the FEVEROUS paper, drawn from these rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from annotation.figures.columns import Panel, columns
from annotation.figures.heat_map import Square, heat_map
from annotation.quality.audit.positions import INTRODUCTION
from annotation.release.report.claims import CLAIM_TYPES, HIGHLIGHTS
from annotation.release.report.counting import Counts
from annotation.release.report.document import Drawn
from annotation.vocabulary.label_set import LabelSet

LENGTH_STEP, LONGEST = 5, 70
FIRST_SENTENCES, FIRST_ROWS, FIRST_SECTIONS, FIRST_PIECES = 30, 30, 20, 15


def lengths_by_highlight(whole: Counts) -> Drawn:
    """Figure 3a."""
    return _lengths("figure-3a", "Figure 3a: length of claims by highlight", whole.tokens_by_highlight, HIGHLIGHTS)


def lengths_by_type(whole: Counts) -> Drawn:
    """Figure 3b."""
    return _lengths("figure-3b", "Figure 3b: length of claims by type", whole.tokens_by_type, CLAIM_TYPES)


def _lengths(name: str, title: str, found: Mapping[str, Counter[int]], names: Mapping[str, str]) -> Drawn:
    longest = max((length for lengths in found.values() for length in lengths), default=0)
    edges = range(0, min(longest + 1, LONGEST), LENGTH_STEP)
    steps = [f"{low}–{low + LENGTH_STEP - 1}" for low in edges] + ([f"{LONGEST}+"] if longest >= LONGEST else [])
    panels = []
    for group, words in names.items():
        if group in found:
            binned: Counter[int] = Counter()
            for length, count in found[group].items():
                binned[min(length // LENGTH_STEP, len(steps) - 1)] += count
            panels.append(Panel(words, [(step, binned[at]) for at, step in enumerate(steps)]))
    definition = (
        "The share of each group's released claims that have so many tokens (words, numbers and punctuation marks)."
    )
    return Drawn(columns(name, title, definition, panels, steps="tokens", heads=("group", "tokens", "share")))


def pieces_of_a_set(whole: Counts) -> Drawn:
    """Figure 5a."""
    shown = _up_to(whole.pieces, FIRST_PIECES)[1:]  # no set is empty
    title = "Figure 5a: pieces of evidence in an evidence set"
    definition = "The share of evidence sets that hold so many elements; context is not counted."
    figure = columns(
        "figure-5a",
        title,
        definition,
        [Panel("", shown)],
        steps="elements in the set",
        heads=("group", "elements", "share"),
    )
    return Drawn(figure)


def positions(whole: Counts) -> tuple[Drawn, Drawn, Drawn]:
    """Figures 4a, 4b and 5b."""
    sections = whole.places.sections
    inside = Counter({int(name): count for name, count in sections.items() if name != INTRODUCTION})
    return (
        _positions(
            ("figure-4a", "Figure 4a: sentence of the page that evidence is"),
            "Where on its page a sentence of evidence stands: 0 is the page's first sentence.",
            _up_to(whole.places.sentences, FIRST_SENTENCES),
            "sentence of the page",
        ),
        _positions(
            ("figure-4b", "Figure 4b: row of the table that evidence is in"),
            "In which row of its table a cell of evidence stands, header cells too: 0 is the table's first row.",
            _up_to(whole.places.rows, FIRST_ROWS),
            "row of the table",
        ),
        _positions(
            ("figure-5b", "Figure 5b: section that evidence is in"),
            "In which section of its page evidence stands, the nearest heading above it: “intro” is before the first "
            "heading (-1 in the paper), 0 under the first.",
            [("intro", sections[INTRODUCTION]), *_up_to(inside, FIRST_SECTIONS)],
            "section of the page",
        ),
    )


def challenges_met(whole: Counts, challenges: LabelSet) -> Drawn:
    """Figure 6: of the claims whose writer expected a challenge, the share for which each was met."""
    names = challenges.values
    squares = {}
    for row, expected in enumerate(names):
        of = sum(whole.met[expected, met] for met in names)
        for column, met in enumerate(names):
            count = whole.met[expected, met]
            why = "" if of else "No writer of a released claim expected it."
            squares[row, column] = Square(count / of if of else None, count, None, why)
    definition = (
        "Rows: the challenge that the claim's writer expected. Columns: the one that its verifier met. The numbers of "
        "a row add up to 1; count is released claims. Claims of which one of the two is not known are left out."
    )
    title = "Figure 6: challenges expected and met"
    figure = heat_map("figure-6", title, definition, [str(one.short_name or one.name) for one in challenges], squares)
    return Drawn(figure, heads=("expected", "met", "share", "count"))


def _positions(named: tuple[str, str], definition: str, shown: list[tuple[str, int]], steps: str) -> Drawn:
    name, title = named
    full = f"{definition} Each element once a claim; the share is of all that are counted here."
    return Drawn(columns(name, title, full, [Panel("", shown)], steps=steps, heads=("group", "place", "share")))


def _up_to(counts: Mapping[int, int], first: int) -> list[tuple[str, int]]:
    """The numbers from 0 to the largest, at most `first` of them, and the rest as one."""
    last = min(max(counts, default=0), first - 1)
    rest = sum(count for number, count in counts.items() if number > last)
    return [(str(n), counts.get(n, 0)) for n in range(last + 1)] + ([(f"{first}+", rest)] if rest else [])
