"""python manage.py index_vectors --weights FOLDER|lsa [--corpus SLUG] [--graph] [--force]"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from baseline.config import BadConfig, load_config
from baseline.dense.encoder import open_encoder
from baseline.dense.lsa import NAME as LSA
from baseline.dense.stored import index_vectors
from baseline.dense.stored_lsa import index_lsa
from baseline.models import NoModel
from corpus.store import CorpusNotChosen, choose_corpus
from search.backend import IndexMissing
from search.indexing.build import BuildInProgress


class Command(BaseCommand):
    """Encode title and introduction of every page for the dense retriever and HybRank. Again: it goes on."""

    help = "Make the vectors of a corpus for the dense retriever of baseline.toml. Can be interrupted."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--corpus", metavar="SLUG", help="a corpus of the database (default: the only one)")
        parser.add_argument(
            "--weights",
            metavar="FOLDER",
            help='the encoder, or "lsa" to fit one to the corpus (default: dense.weights of ATTEST_BASELINE)',
        )
        parser.add_argument("--graph", action="store_true", help="a graph for approximate search too; needs faiss")
        parser.add_argument("--force", action="store_true", help="make them even if that is done")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            config = load_config(Path(settings.ATTEST_BASELINE) if settings.ATTEST_BASELINE else None)
            weights = options["weights"] or config.dense.weights
            if not weights:
                raise CommandError("Name the encoder: --weights FOLDER, or --weights lsa.")
            corpus = choose_corpus(options["corpus"])
            if weights == LSA:
                encoder = index_lsa(corpus, force=options["force"]).encoder
            else:
                encoder = open_encoder(weights, config.dense.length)
            built = index_vectors(corpus, encoder, self._show, force=options["force"], graph=options["graph"])
        except CorpusNotChosen as error:
            raise CommandError(
                f"Choose a corpus with --corpus. There are: {', '.join(error.slugs) or 'none'}."
            ) from error
        except (BadConfig, BuildInProgress, IndexMissing, NoModel) as error:
            raise CommandError(str(error)) from error
        how = f"made in {built.seconds:.1f} s" if built.seconds else "up to date"
        self.stdout.write(f"{corpus.slug}: {built.pages:,} vectors of {encoder.dimensions} dimensions, {how}")

    def _show(self, done: int, total: int) -> None:
        self.stderr.write(f"{done:,} of {total:,} pages")
