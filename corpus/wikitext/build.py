"""Build a page of numbered elements from wikitext: the entry point of this reader."""

from __future__ import annotations

from corpus.building.page_builder import BuiltPage, PageBuilder
from corpus.element_id import normalise_title
from corpus.rules import PAPER, Rules
from corpus.site import ENGLISH, Site
from corpus.syntax.parser_state import InfoboxSource, ParserState, TableSource
from corpus.syntax.template_tree import Definitions
from corpus.wikitext.blocks import Flow, blocks, parse
from corpus.wikitext.categories import categories_in
from corpus.wikitext.infobox import read_infobox
from corpus.wikitext.tables import read_table

__all__ = ["PARSER_VERSION", "BuiltPage", "build_page"]

# Raised whenever the same article may give other elements: ids depend on it.
PARSER_VERSION = "8"


def build_page(
    title: str,
    wikitext: str,
    site: Site = ENGLISH,
    rules: Rules = PAPER,
    definitions: Definitions | None = None,
) -> BuiltPage:
    """The page of this title, by `rules` (`corpus.rules`).

    Its infoboxes are read by the wiki's own templates where `definitions` has them. Raises BadTitle; never fails on the
    wikitext itself.
    """
    reading = ParserState(normalise_title(title), site, definitions=definitions)
    source = parse(wikitext)
    builder = PageBuilder(reading.title, site.language, reading.dropped, categories=categories_in(source.text, site))
    for block in blocks(source, reading, rules):
        _add(block, builder, reading)
    return builder.built(reading.templates)


def _add(block: Flow, builder: PageBuilder, reading: ParserState) -> None:
    match block:
        case TableSource(table):
            builder.add_table(read_table(table, reading))
        case InfoboxSource(template):
            written = read_infobox(template, reading)
            if written is None:
                reading.dropped["infobox without facts"] += 1
            else:
                builder.add_table(written)
        case _:
            builder.add(block)
