"""Template names by function, in lower case; `corpus.templates.render` and its neighbours render them."""

from __future__ import annotations

from corpus.word_lists import names, pairs

_FILE = "template_names.txt"


def _with_spaces(heading: str) -> tuple[str, ...]:
    return tuple(name.replace("_", " ") for name in names(_FILE, heading))


WRAPPERS = names(_FILE, "text is the first argument")
LAST_ARGUMENT = names(_FILE, "text is the last argument")
LISTS = names(_FILE, "every argument is an item")
OVERRIDABLE = names(_FILE, "fixed text unless there is an argument")  # {{yes|Since 1999}}
SILENT = names(_FILE, "no text of the article")  # references, banners, navigation, layout, media
COMPUTED = names(_FILE, "words that only the wiki can give: they change with the day, or are computed")
OF_SOURCES = names(_FILE, "text, but none of the article's own: sources and links to other sites")
INFOBOXES = names(_FILE, "infobox")
INFOBOXES_ELSEWHERE = names(_FILE, "infobox on other wikis")  # common words: only with several named arguments

CONSTANTS = pairs("template_constants.tsv") | {"crlf": "\n"}  # one fixed text each
SILENT_PREFIXES = _with_spaces("no text of the article: beginnings, _ is a space")
OF_SOURCES_PREFIXES = _with_spaces("text, but none of the article's own: beginnings, _ is a space")
SILENT_SUFFIXES = _with_spaces("no text of the article: endings, _ is a space")
INFOBOX_PREFIXES = ("infobox", "chembox ", "taxobox ", "drugbox ", "infoskreine", "inligtingskas", "ficha de ")
NOT_INFOBOXES = ("infobox mapframe", "infobox end", "infobox bottom", "infobox image")
