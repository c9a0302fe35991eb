"""Context of cells against the source: the headers that a card shows and offers, and those of an independent reader.

    python -m benchmarks.corpus.context_cards [--shared ../shared/data] [--cards 300] [--seed 1] [--all]

Cells with words are sampled from the tables of the 400 rendered pages, half of them among those that span several rows
or columns or are offered headers. `benchmarks.corpus.source_grid` reads the same tables a second time. A card is right
when its words with its headers stand in the source table as often as in ours. Words are compared by letters and
figures; pictures by their names where a cell has no words. Every other card is listed with the kind of difference and
its reason (`benchmarks.corpus.context_reasons`); those without one are counted last.
"""

from __future__ import annotations

import argparse
import random
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.corpus.context_reasons import UNEXPLAINED, Difference, Words, reason_of
from benchmarks.corpus.source_grid import Cell as SourceCell
from benchmarks.corpus.source_grid import boxes_of, grid_of, headers_at, tables_of
from corpus.html.build import build_page_from_html
from corpus.html.ground_truth import pages_with_truth
from corpus.page.context import cell_contexts
from corpus.page.elements import Page, Table, tables
from corpus.page.links import plain_text
from corpus.page.offered_context import offered_headers
from corpus.rules import Rules

EXPECTED = "as the source"
NAMES = "as the source, with column names that it has as data cells (corpus.html.column_names)"


@dataclass(frozen=True, slots=True)
class Card:
    """The words of a cell and of its headers, as letters and figures."""

    text: str
    headers: frozenset[str]


@dataclass(frozen=True, slots=True)
class Place:
    """A card of ours: where it is, and whether its cell spans several squares or is offered headers."""

    title: str
    cell: str
    card: Card
    is_special: bool


def key(text: str) -> str:
    """Letters and figures of a text, whatever their case and accents."""
    folded = unicodedata.normalize("NFKD", text).casefold()
    return "".join(character for character in folded if character.isalnum())


def cards_of(table: Table, title: str) -> Iterator[Place]:
    """The cards of the data cells of a table of ours that have words."""
    automatic, offered = cell_contexts(table), offered_headers(table)
    cells = {cell.id: cell for row in table.rows for cell in row if not cell.is_header}
    for cell in cells.values():
        headers = [*automatic[cell.id][0], *automatic[cell.id][1], *offered.get(cell.id, [])]
        words = frozenset(filter(None, (key(plain_text(header.value)) for header in headers)))
        special = cell.row_span > 1 or cell.column_span > 1 or cell.id in offered
        if key(plain_text(cell.value)):
            yield Place(title, f"{title}_{cell.id}", Card(key(plain_text(cell.value)), words), special)


@dataclass(frozen=True, slots=True)
class Source:
    """A table of the source: its cards, the words of its header cells, and all of its cells."""

    cards: Counter[Card]
    headers: frozenset[str]
    cells: tuple[SourceCell, ...] = ()


@dataclass(frozen=True, slots=True)
class Compared:
    """A card of ours, the table of the source that it was looked for in, and how they compare."""

    place: Place
    source: Source
    said: str
    reason: str = ""


def sources_of(html: str) -> list[Source]:
    """The tables of a page."""
    found = []
    for grid in map(grid_of, tables_of(html)):
        headers = frozenset(_words(cell) for row in grid for cell in row if cell is not None and cell.is_header)
        cells = tuple(dict.fromkeys(cell for row in grid for cell in row if cell is not None))
        found.append(Source(Counter(_card(*each) for each in headers_at(grid)), headers, cells))
    return found


def _card(cell: SourceCell, rows: Iterable[SourceCell], columns: Iterable[SourceCell]) -> Card:
    return Card(_words(cell), frozenset(filter(None, map(_words, (*rows, *columns)))))


def _words(cell: SourceCell) -> str:
    return key(cell.text) or key(cell.pictures)


def nearest(ours: Counter[Card], sources: Sequence[Source]) -> Source:
    """The table of the source that is most like ours by the words of its cells, and of several such by its cards."""
    texts = Counter(card.text for card in ours.elements())

    def shared(source: Source) -> tuple[float, int]:
        words = Counter(card.text for card in source.cards.elements())
        return (words & texts).total() / max(1, words.total() + texts.total()), (source.cards & ours).total()

    return max(sources, key=shared, default=Source(Counter(), frozenset()))


def outcome(card: Card, ours: Counter[Card], source: Source) -> str:
    """Whether the source has the card as often, or how its cards of the same words differ."""
    if source.cards[card] == ours[card]:
        return EXPECTED
    same = [other for other in source.cards if other.text == card.text]
    if card in same:
        return "right, but not as often"
    if not same:
        return "no such words"
    best = min(same, key=lambda other: len(other.headers ^ card.headers))
    if not card.headers - best.headers:
        return "fewer headers"
    if card.headers - best.headers - source.headers and not best.headers - card.headers:
        return NAMES
    return "more headers" if not best.headers - card.headers else "other headers"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, default=Path("../shared/data"))
    parser.add_argument("--cards", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--all", action="store_true", help="every card of every page, counted")
    arguments = parser.parse_args()
    found: list[Compared] = []
    for about, html, _truth in pages_with_truth(arguments.shared / "html"):
        page = build_page_from_html(about.title, html, about.site, Rules(keep_flagged=True)).page
        if page is not None:
            found += compared(page, sources_of(html), [key(words) for words in boxes_of(html)])
    if not arguments.all:
        found = sampled(found, arguments.cards, random.Random(arguments.seed))
    for each in found:
        if each.said not in (EXPECTED, NAMES) and not arguments.all:
            print(f"{each.said} | {each.place.cell} | {each.place.card.text[:40]} | {sorted(each.place.card.headers)}")
            for card in [card for card in each.source.cards if card.text == each.place.card.text][:3]:
                print(f"    source: {sorted(card.headers)}")
    for said, count in Counter(each.said for each in found).most_common():
        print(f"{count:7,} {said}")
    reasons = Counter(each.reason for each in found if each.reason)
    for reason, count in reasons.most_common():
        print(f"{count:7,} differ by: {reason}")
    for each in found if arguments.all else ():
        if each.reason == UNEXPLAINED:
            print(f"{each.said} | {each.place.cell} | {each.place.card.text[:40]} | {sorted(each.place.card.headers)}")
    print(f"unexplained: {reasons[UNEXPLAINED]}")


def compared(page: Page, sources: Sequence[Source], boxes: Sequence[str]) -> Iterator[Compared]:
    """Every card of a page with its outcome."""
    in_box = False
    cells = [_all_words(cell) for source in sources for cell in source.cells]
    whole_tables = ["".join(key(cell.text) for cell in source.cells) for source in sources]
    for table in tables(page):
        in_box = table.kind == "infobox" or (in_box and max(map(len, table.rows)) == 1)
        places = list(cards_of(table, page.title))
        ours = Counter(place.card for place in places)
        source = nearest(ours, sources)
        for place in places:
            said = outcome(place.card, ours, source)
            if said in (EXPECTED, NAMES):
                yield Compared(place, source, said)
                continue
            same = [other.headers for other in source.cards if other.text == place.card.text]
            card = place.card
            difference = Difference(
                said=said,
                text=card.text,
                headers=card.headers,
                best=min(same, key=lambda other: len(other ^ card.headers), default=frozenset[str]()),
                table=table,
                in_box=in_box,
                is_elsewhere=any(card in other.cards for other in sources if other is not source),
                is_as_frequent=_occurrences(ours, card.text) == _occurrences(source.cards, card.text),
                source_headers=source.headers,
                own=[_all_words(cell) for cell in source.cells],
                cells=cells,
                boxes=boxes,
                tables=whole_tables,
            )
            yield Compared(place, source, said, reason_of(difference))


def _occurrences(cards: Counter[Card], text: str) -> int:
    return sum(count for card, count in cards.items() if card.text == text)


def _all_words(cell: SourceCell) -> Words:
    return key(cell.text), key(cell.pictures), key(cell.whole)


def sampled(found: Sequence[Compared], cards: int, dice: random.Random) -> list[Compared]:
    """So many of the cards, half of them special ones if there are as many."""
    special = [each for each in found if each.place.is_special]
    plain = [each for each in found if not each.place.is_special]
    half = min(cards // 2, len(special))
    return [*dice.sample(special, half), *dice.sample(plain, min(cards - half, len(plain)))]


if __name__ == "__main__":
    main()
