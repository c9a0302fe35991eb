"""A small wiki for the stages: two clubs, a league with a table, a city whose name others share, a list."""

from __future__ import annotations

from baseline.source import PagesInMemory
from corpus.page.elements import Cell, Item, List, Page, Section, Sentence, Table


def table(rows: list[list[str]], name: str = "table_0", caption: str | None = None) -> Table:
    """Cells of one square each; row 0 is the header."""
    number = name.rpartition("_")[2]
    return Table(
        name,
        "general",
        tuple(
            tuple(
                Cell(f"{'cell' if r else 'header_cell'}_{number}_{r}_{c}", text, not r, 1, 1)
                for c, text in enumerate(row)
            )
            for r, row in enumerate(rows)
        ),
        caption,
    )


SEASONS = [
    ["Season", "Champion", "Goals"],
    ["2001", "Quay Rovers", "31"],
    ["2002", "Anchor Town", "28"],
    ["2003", "Quay Rovers", "44"],
]

LEAGUE = Page(
    "Harbour League",
    (
        Sentence("sentence_0", "The Harbour League was founded by [[Anna_Berg|Anna Berg]] in 1901."),
        Section("section_0", "Seasons", 2),
        table(SEASONS, caption="Champions"),
        Section("section_1", "Grounds", 2),
        List(
            "list_0",
            "unordered_list",
            (Item("item_0_0", "Lighthouse Park, opened 1911", 0, None), Item("item_0_1", "Mole Stadium", 0, None)),
        ),
    ),
)
BERG = Page(
    "Anna Berg",
    (
        Sentence("sentence_0", "Anna Berg was a shipowner from Elmstad."),
        Sentence("sentence_1", "She gave the town its first lighthouse."),
    ),
)
ELMSTAD = Page("Elmstad (town)", (Sentence("sentence_0", "Elmstad is a town by the sea with 3,200 inhabitants."),))
LENGTH = Page("Length", (Sentence("sentence_0", "Length is a measure of distance, as the length of a ship."),))
WIKI = (LEAGUE, BERG, ELMSTAD, LENGTH)


def small_wiki() -> PagesInMemory:
    """The pages, and a redirect to one."""
    return PagesInMemory(WIKI, {"A. Berg": "Anna Berg"})
