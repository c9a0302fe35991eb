"""What the commands that search sources of citations share: their options, and the search that they name."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from baseline.citations.query import SearchQuery
from baseline.citations.retrieval import Hosts, Search, open_search
from baseline.models import NoModel
from corpus.models import Corpus, CorpusKind
from search.backend import IndexMissing


def add_search_arguments(parser: ArgumentParser) -> None:
    """Where sources are looked for, and with which weights."""
    parser.add_argument("--sources", metavar="SLUG", nargs="+", required=True, help="web corpora of the database")
    parser.add_argument("--dense", metavar="FOLDER", default="", help="a bi-encoder: see index_vectors")
    parser.add_argument("--expansion", metavar="FOLDER", default="", help="a model that writes titles of sources")
    parser.add_argument("--only", metavar="HOST", nargs="+", default=[], help="take pages of these hosts alone")
    parser.add_argument("--never", metavar="HOST", nargs="+", default=[], help="take no pages of these hosts")


def opened_search(options: dict[str, Any], query: SearchQuery = SearchQuery.CONTEXT) -> Search:
    """The search that the options name. Raises CommandError."""
    found = {one.slug: one for one in Corpus.objects.filter(slug__in=options["sources"], kind=CorpusKind.WEB)}
    if unknown := [slug for slug in options["sources"] if slug not in found]:
        known = Corpus.objects.filter(kind=CorpusKind.WEB).values_list("slug", flat=True)
        raise CommandError(f"No web corpus is called {unknown[0]!r}. There are: {', '.join(known) or 'none'}.")
    try:
        return open_search(
            [found[slug] for slug in options["sources"]],
            query=query,
            wanted=Hosts(only=frozenset(options["only"]), never=frozenset(options["never"])),
            dense=options["dense"],
            expander=options["expansion"],
        )
    except (NoModel, IndexMissing) as error:
        raise CommandError(str(error)) from error
