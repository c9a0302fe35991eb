"""python manage.py predict_wafer FILE OUT --sources SLUG... [--dense FOLDER] [--verifier FOLDER]"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from baseline.citations.query import SearchQuery
from baseline.citations.retrieval import EACH, READ
from baseline.citations.verify import lexical_verifier, open_verifier
from baseline.citations.wafer.predicting import MOST, Predictor, predict
from baseline.dense.stored import index_fingerprint
from baseline.management.commands._sources import add_search_arguments, opened_search
from baseline.management.commands._wafer import Problems, existing
from baseline.models import NoModel
from search.backend import IndexMissing

LEXICAL = "lexical"
QUERIES = {one.name.lower().replace("_", "-"): one for one in SearchQuery}
DEFAULT_QUERY = SearchQuery.CONTEXT.name.lower()
EVERY = 100  # rows between reports


class Command(BaseCommand):
    """Write the prediction file of Attest's own search. Again: it goes on."""

    help = (
        "Predict the sources of the rows of a WAFER file: pages of web corpora, best first, for evaluate_wafer. Can be "
        "interrupted; run again, it goes on."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="rows to predict; their answers are not read")
        parser.add_argument("out", type=Path, help="where the predictions go")
        add_search_arguments(parser)
        parser.add_argument(
            "--query", choices=[*QUERIES], default=DEFAULT_QUERY, help=f"what is searched (default: {DEFAULT_QUERY})"
        )
        parser.add_argument(
            "--verifier",
            metavar="FOLDER",
            default="",
            help=f"a cross-encoder, or {LEXICAL!r}, that puts the first pages in order (default: none does)",
        )
        parser.add_argument(
            "--read", type=int, default=READ, metavar="N", help=f"pages that --verifier reads (default: {READ})"
        )
        parser.add_argument(
            "--most",
            type=int,
            default=MOST,
            metavar="N",
            help=f"pages of a row (default: {MOST}); {EACH} are found by words and {EACH} more by --dense",
        )
        parser.add_argument("--texts", action="store_true", help="with the texts of the passages")

    def handle(self, *args: Any, **options: Any) -> None:
        if min(options["read"], options["most"]) < 1:
            raise CommandError("--read and --most: want numbers from 1 on.")
        search = opened_search(options, QUERIES[options["query"]])
        for note in search.notes:
            self.stderr.write(note)
        if not search.indexed:
            raise CommandError("There is nothing to search.")
        problems = Problems(self.stderr)
        try:
            verifier = self._verifier(options["verifier"])
            used = [
                {one.slug: index_fingerprint(one) for one in search.indexed},
                search.dense.encoder.fingerprint if search.dense else "",
                verifier.name if verifier else "",
                *(options[name] for name in ("expansion", "only", "never", "query", "read", "most", "texts")),
            ]
            predictor = Predictor(search=search, verifier=verifier, read=options["read"], most=options["most"],
                                  texts=options["texts"])  # fmt: skip
            count = predict(
                existing(options["file"]), options["out"], predictor, json.dumps(used), problems, self._show
            )
        except (NoModel, IndexMissing) as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{options['out']} cannot be written: {error}.") from error
        problems.finish()
        self.stdout.write(f"{options['out']}: {count:,} rows")

    def _verifier(self, name: str) -> Any:
        if not name:
            return None
        return lexical_verifier() if name == LEXICAL else open_verifier(name)

    def _show(self, done: int) -> None:
        if not done % EVERY:
            self.stderr.write(f"{done:,} rows")
