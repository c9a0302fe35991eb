"""Arguments of import_corpus: sources, live wikis, and the default name of the corpus."""

from __future__ import annotations

from argparse import ArgumentTypeError
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.utils.text import slugify

from corpus.importing.batches import Source
from corpus.rules import PAPER, TableRule
from corpus.sources import SourceError

if TYPE_CHECKING:
    from corpus.sources.live import LiveRequest

_LIVE = ("titles", "titles_from", "category", "depth", "rendered", "wiki")
# What a source's name ends in besides its own words.
_SUFFIXES = frozenset(
    (".xml", ".bz2", ".gz", ".xz", ".jsonl", ".ndjson", ".db", ".sqlite", ".json", ".tar", ".html", ".warc", ".wacz")
)


def add_arguments(parser: CommandParser) -> None:
    """The words of import_corpus."""
    parser.add_argument("sources", nargs="*", type=Path, metavar="SOURCE", help="files and folders, of any known kind")
    parser.add_argument("--corpus", metavar="SLUG", help="short name (default: from the first source's name)")
    parser.add_argument("--name", help="name as people read it (default: the short name)")
    parser.add_argument("--limit", type=_positive, metavar="N", help="stop after N pages and redirects")
    parser.add_argument("--workers", type=_positive, default=1, metavar="N", help="processes that parse (default 1)")
    parser.add_argument(
        "--page-limit",
        type=_seconds,
        default=10.0,
        metavar="SECONDS",
        help="processor time after which a page is given up (default 10)",
    )
    parser.add_argument("--keep-flagged", action="store_true", help="keep pages and sections flagged as having issues")
    parser.add_argument(
        "--without-templates",
        action="store_true",
        help="read infoboxes by rules alone, not by the dump's own templates",
    )
    parser.add_argument(
        "--tables",
        choices=get_args(TableRule),
        default=PAPER.tables,
        help="of rendered pages: tables without a data class are judged by their content, or dropped (by-class)",
    )
    parser.add_argument("--replace", action="store_true", help="delete the corpus of this name, if no project uses it")
    live = parser.add_argument_group("from a live wiki")
    live.add_argument("--titles", nargs="+", metavar="TITLE", help="articles to fetch")
    live.add_argument("--titles-from", type=Path, metavar="FILE", help="a file of titles, one a line")
    live.add_argument("--category", metavar="NAME", help="fetch the articles of a category")
    live.add_argument("--depth", type=int, metavar="N", help="and of N levels of its subcategories (default 0)")
    live.add_argument("--rendered", action="store_true", help="fetch articles as HTML, templates expanded")
    live.add_argument("--wiki", metavar="URL", help="the wiki's address (default: the English Wikipedia's)")


def sources_of(options: dict[str, Any]) -> list[Source]:
    """The sources that were named, files first. Raises CommandError."""
    paths = [Path(source) for source in options["sources"]]  # call_command hands over text
    for path in paths:
        if not path.exists():
            raise CommandError(f"{path}: no such file or folder.")
    live = _live_request(options)
    if live is None and not paths:
        raise CommandError("Name a file or folder, or articles of a wiki by --titles, --titles-from or --category.")
    return [*paths, *([live] if live else [])]


def default_slug(source: Source) -> str:
    """ "enwiki-latest" for enwiki-latest-pages-articles1.xml-p1p30302.bz2 and for enwiki-latest.xml.bz2.

    A folder that is only called "wiki" goes by the one around it, articles of a wiki by its address.
    """
    if not isinstance(source, Path):
        return (urlsplit(source.wiki).hostname or "wiki").replace(".", "-")
    resolved = source.resolve()
    if resolved.is_dir():
        return resolved.parent.name if resolved.name == "wiki" else resolved.name
    name = Path(resolved.name)
    while name.suffix in _SUFFIXES:
        name = name.with_suffix("")
    return name.name.partition("-pages-")[0] or name.name


def slug_of(options: dict[str, Any], sources: list[Source]) -> str:
    """The short name that was given or is at hand. Raises CommandError."""
    slug = slugify(options["corpus"] or default_slug(sources[0]))[:100]
    if not slug:
        raise CommandError("The short name of the corpus needs a letter or digit: give one with --corpus.")
    return slug


def _live_request(options: dict[str, Any]) -> LiveRequest | None:
    if not any(options[name] for name in _LIVE):
        return None
    from corpus.sources.live import WIKIPEDIA, LiveRequest, titles_from  # brings an HTTP client along
    from corpus.sources.mediawiki_api import Manners

    titles: list[str] = list(options["titles"] or ())
    try:
        titles += titles_from(options["titles_from"]) if options["titles_from"] else ()
    except SourceError as error:
        raise CommandError(str(error)) from error
    if not titles and not options["category"]:
        if options["titles_from"]:
            raise CommandError(f"{options['titles_from']} holds no title.")
        raise CommandError("Say what to fetch from the wiki: --titles, --titles-from or --category.")
    return LiveRequest(
        wiki=options["wiki"] or WIKIPEDIA,
        titles=tuple(titles),
        category=options["category"],
        depth=options["depth"] or 0,
        rendered=options["rendered"],
        manners=Manners(contact=settings.ATTEST_CONTACT),
    )


def _positive(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise ArgumentTypeError("takes whole numbers from 1 on")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0.1 <= seconds <= 86_400:
        raise ArgumentTypeError("takes seconds from 0.1 on")
    return seconds
