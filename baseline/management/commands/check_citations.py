"""python manage.py check_citations --sources SLUG... [--corpus SLUG] [--verifier FOLDER] [--again]"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from baseline.citations.better_source_needed import SUGGEST_FROM
from baseline.citations.check_corpus import BUCKETS, Counted, Settings, check, forget
from baseline.citations.verify import lexical_verifier, open_verifier
from baseline.management.commands._sources import add_search_arguments, opened_search
from baseline.models import NoModel
from corpus.cldr import language_name
from corpus.models import CitationState
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
        add_search_arguments(parser)
        parser.add_argument("--verifier", metavar="FOLDER", default="", help="a cross-encoder (default: no weights)")
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
            search = opened_search(options)
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
