"""python manage.py check_citations --sources SLUG... [--corpus SLUG] [--verifier FOLDER] [--again]"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from baseline.citations.check_corpus import BUCKETS, SUGGEST_FROM, Counted, Settings, check, forget
from baseline.citations.retrieval import Hosts, open_search
from baseline.citations.verify import lexical_verifier, open_verifier
from baseline.models import NoModel
from corpus.cldr import language_name
from corpus.models import CitationState, Corpus, CorpusKind
from corpus.store import CorpusNotChosen, choose_corpus
from search.backend import IndexMissing


class Command(BaseCommand):
    """Verify the citations of a corpus against web corpora, and look for better sources. Again: it goes on."""

    help = (
        "Check the citations of a corpus: find the cited pages in web corpora, verify each citation, and suggest "
        "better sources for those likely to fail. Can be interrupted; run again, it goes on."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--corpus", metavar="SLUG", help="a corpus of the database (default: the only one)")
        parser.add_argument("--sources", metavar="SLUG", nargs="+", required=True, help="web corpora of the database")
        parser.add_argument("--verifier", metavar="FOLDER", default="", help="a cross-encoder (default: no weights)")
        parser.add_argument("--dense", metavar="FOLDER", default="", help="a bi-encoder: see index_vectors")
        parser.add_argument("--expansion", metavar="FOLDER", default="", help="a model that writes titles of sources")
        parser.add_argument("--only", metavar="HOST", nargs="+", default=[], help="suggest pages of these hosts alone")
        parser.add_argument("--never", metavar="HOST", nargs="+", default=[], help="suggest no pages of these hosts")
        parser.add_argument(
            "--suggest-from",
            type=float,
            default=SUGGEST_FROM,
            metavar="P",
            help=f"look for better sources from this probability of failing (default: {SUGGEST_FROM})",
        )
        parser.add_argument(
            "--most",
            type=int,
            default=5,
            metavar="N",
            help="better sources of a citation; 0 looks for none (default: 5)",
        )
        parser.add_argument("--again", action="store_true", help="check anew what was checked")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            corpus = choose_corpus(options["corpus"])
            search = open_search(
                _sources(options["sources"]),
                wanted=Hosts(only=frozenset(options["only"]), never=frozenset(options["never"])),
                dense=options["dense"],
                expander=options["expansion"],
            )
            verifier = open_verifier(options["verifier"]) if options["verifier"] else lexical_verifier()
            if options["again"]:
                forget(corpus)
            settings = Settings(suggest_from=options["suggest_from"], most=options["most"])
            found = check(corpus, search, verifier, self._show, settings)
        except CorpusNotChosen as error:
            raise CommandError(
                f"Choose a corpus with --corpus. There are: {', '.join(error.slugs) or 'none'}."
            ) from error
        except (IndexMissing, NoModel) as error:
            raise CommandError(str(error)) from error
        self.stdout.write("\n".join([f"{corpus.slug}, checked with {verifier.name}", *_lines(found)]))

    def _show(self, done: int, total: int) -> None:
        if done == total or not done % 500:
            self.stderr.write(f"{done:,} of {total:,} citations")


def _sources(slugs: list[str]) -> list[Corpus]:
    found = {one.slug: one for one in Corpus.objects.filter(slug__in=slugs, kind=CorpusKind.WEB)}
    if unknown := [slug for slug in slugs if slug not in found]:
        known = Corpus.objects.filter(kind=CorpusKind.WEB).values_list("slug", flat=True)
        raise CommandError(f"No web corpus is called {unknown[0]!r}. There are: {', '.join(known) or 'none'}.")
    return [found[slug] for slug in slugs]


def _lines(found: Counted) -> Iterator[str]:
    yield from found.notes
    yield f"{found.checked:,} citations checked now"
    yield from (f"{found.states[state]:>9,}  {state}" for state in CitationState.values if state in found.states)
    yield "probability that verification fails:"
    yield from (
        f"{count:>9,}  {at / BUCKETS:.1f} to {(at + 1) / BUCKETS:.1f}" for at, count in enumerate(found.buckets)
    )
    yield from (
        f"{count:>9,}  source in {language_name(code) or code}: only numbers and names are compared without a model"
        for code, count in found.languages.items()
    )
    yield f"{found.suggested:,} citations with better sources"
