"""Read the categories of an article; they are searchable and never cited."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import unquote

from corpus.page.element_id import BadTitle, normalise_title
from corpus.site import Site

# "[[Category:Name|sort key]]"; with a colon before it, it is an ordinary link to the category's page.
_LINK = re.compile(r"\[\[\s*([^\[\]|:\n]{1,80}):([^\[\]|\n]{1,300})(?:\|[^\[\]\n]*)?\]\]")
_NOWIKI = re.compile(
    r"<nowiki>(?:(?!</?nowiki>).)*</nowiki>", re.DOTALL | re.IGNORECASE
)  # linear, also when never closed


def categories_in(wikitext: str, site: Site) -> tuple[str, ...]:
    """The categories that visible wikitext puts the article in, each once, in its order.

    Those that only a template gives are not seen.
    """
    text = _NOWIKI.sub("", wikitext) if "<nowiki" in wikitext else wikitext
    names = (match[2] for match in _LINK.finditer(text) if site.is_category(match[1]))
    return _named(names)


def categories_of_addresses(addresses: Iterable[str], site: Site) -> tuple[str, ...]:
    """The same, from the addresses of category pages: "./Category:Name#key", "/wiki/Category:Name"."""
    paths = (unquote(address.partition("#")[0]).rpartition("/")[2] for address in addresses)
    pairs = (path.partition(":") for path in paths)
    return _named(name for prefix, colon, name in pairs if colon and site.is_category(prefix))


def _named(names: Iterable[str]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for name in names:
        try:
            found[normalise_title(name)] = None
        except BadTitle:
            continue
    return tuple(found)
