"""Build a page of numbered elements from wikitext: the entry point of this reader."""

from __future__ import annotations

from corpus.building.page_builder import BuiltPage, PageBuilder
from corpus.page.element_id import normalise_title
from corpus.rules import PAPER, Rules
from corpus.site import ENGLISH, Site
from corpus.syntax.parser_state import InfoboxBlock, ParserState, TableBlock
from corpus.syntax.template_tree import Definitions
from corpus.wikitext.blocks import Flow, blocks, parse
from corpus.wikitext.categories import categories_in
from corpus.wikitext.infobox import read_infobox
from corpus.wikitext.tables import read_table

__all__ = ["PARSER_VERSION", "BuiltPage", "build_page"]

# Raised whenever the same article may give other elements, on which ids depend, or another layout.
PARSER_VERSION = "14"


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
    state = ParserState(normalise_title(title), site, definitions=definitions)
    markup = parse(wikitext)
    builder = PageBuilder(state.title, site.language, state.dropped, categories=categories_in(markup.text, site))
    for block in blocks(markup, state, rules):
        _add(block, builder, state)
    return builder.built(state.templates)


def _add(block: Flow, builder: PageBuilder, state: ParserState) -> None:
    match block:
        case TableBlock(table):
            builder.add_table(read_table(table, state))
        case InfoboxBlock(template):
            written = read_infobox(template, state)
            if written is None:
                state.dropped["infobox without facts"] += 1
            else:
                builder.add_table(written)
        case _:
            builder.add(block)
