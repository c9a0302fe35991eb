"""Templates that write tables, rows and cells, by name, and those known to write tables that are not rendered."""

from __future__ import annotations

from corpus.templates.tables import awards, cells, elections, episodes, music, population, sport
from corpus.templates.tables.arguments import Expansion
from corpus.word_lists import names

WHOLE: dict[str, Expansion] = episodes.WHOLE | music.WHOLE | population.WHOLE | sport.WHOLE
OPENERS: dict[str, Expansion] = awards.OPENERS | elections.OPENERS | music.OPENERS | sport.OPENERS
ROWS: dict[str, Expansion] = elections.ROWS | episodes.ROWS | music.ROWS | population.ROWS | sport.ROWS
# The end of a table, whoever began it.
CLOSERS: frozenset[str] = elections.CLOSERS | music.CLOSERS | sport.CLOSERS | {
    "end", "table end", "end table", "s-end", "end box", "succession box end", "!)", "col-end",
}  # fmt: skip
# They begin a table that is left out as navigation or layout, so that the end which follows is theirs.
LEFT_OPEN = frozenset(("s-start", "start box", "succession box start", "col-begin", "col-start", "col begin"))
IN_CELLS: dict[str, Expansion] = cells.ANYWHERE | ROWS
ATTRIBUTES = cells.ATTRIBUTES
# Unknown words, but no cells.
WORDS_ONLY = names("template_names.txt", "words that are not known here, and never cells")
# Known to write tables, charts or trees, and left out: counted by name.
NOT_RENDERED = names("template_names.txt", "table that is not rendered")
