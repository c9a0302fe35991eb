"""Build a page of numbered elements from rendered HTML: the entry point of this reader."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from corpus.building.emphasis import formatted_text
from corpus.building.flow import ListLines, Paragraph, grouped
from corpus.building.lists import Line
from corpus.building.page_builder import BuiltPage, PageBuilder
from corpus.html.document import BadHtml, article_of, category_addresses
from corpus.html.parser_state import Block, EventNode, HtmlParserState, IndentedNote, TableNode
from corpus.html.tables import read_tables
from corpus.html.text import render
from corpus.page.element_id import normalise_title
from corpus.rules import PAPER, Rules, kept
from corpus.site import ENGLISH, Site
from corpus.syntax.parser_state import INDENT, Hatnote, Heading
from corpus.wikitext.categories import categories_of_addresses

__all__ = ["BadHtml", "build_page_from_html"]

Flow = Block | Paragraph | ListLines


def build_page_from_html(title: str, html: str, site: Site = ENGLISH, rules: Rules = PAPER) -> BuiltPage:
    """The page of this title, by `rules` (`corpus.rules`).

    Raises BadTitle, and BadHtml for HTML nested so deeply that no wiki made it.
    """
    rendering = HtmlParserState(normalise_title(title), site, by_content=rules.tables == "by-content")
    builder = PageBuilder(rendering.title, site.language, rendering.dropped, tables=rendering.tables)
    try:
        article = article_of(html)
        builder.categories = categories_of_addresses(category_addresses(article), site)
        text = render(article, rendering)
        for block in kept(_flow(text, rendering), rendering.dropped, rules):
            if isinstance(block, TableNode | EventNode):
                is_infobox = isinstance(block, TableNode) and block.kind == "infobox"
                for number, table in enumerate(read_tables(block, rendering)):
                    builder.add_table(table, boxed=is_infobox and number > 0)
            else:
                builder.add(block)
    except RecursionError:
        raise BadHtml("its elements are nested hundreds deep. Render the page again: its HTML is not closed.") from None
    return builder.built(Counter())


def _flow(text: str, rendering: HtmlParserState) -> Iterator[Flow]:
    """The blocks of the text; an indented note is a hatnote above its first words, a list of one line below."""
    above = True
    for block in grouped(text.split("\n"), rendering):
        if isinstance(block, IndentedNote):
            line = Line(INDENT, *formatted_text(block.text))
            yield Hatnote(block.text) if above and line.text else ListLines((line,))
        else:
            above = above and not isinstance(block, Heading | Paragraph | ListLines)
            yield block
