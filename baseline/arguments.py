"""Command line shared by all stages: claims, source of pages, configuration, and output as JSON lines."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from baseline.candidates import Found
from baseline.config import BadConfig, Config, load_config
from baseline.entity_tfidf.index import NoIntroductions
from baseline.models import NoModel
from baseline.pages.names import NoSpacy
from baseline.pipeline import Pipeline
from baseline.source import PagesInMemory, Source
from corpus.encoding_errors import undecodable_line
from corpus.page.page_json import BadPageJson, page_from_json


def parser_for(stage: str, about: str) -> argparse.ArgumentParser:
    """`python -m baseline.<stage> CLAIM... [--corpus SLUG | --pages FILE] [--config FILE]`."""
    parser = argparse.ArgumentParser(prog=f"python -m baseline{stage}", description=about)
    parser.add_argument(
        "claims", nargs="*", metavar="CLAIM", help="the claims; without any, one a line from standard input"
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--corpus", metavar="SLUG", help="a corpus of the database (default: the only one)")
    where.add_argument("--pages", type=Path, metavar="FILE", help="page JSON, a page a line, and no database")
    parser.add_argument("--config", type=Path, metavar="FILE", help="settings over those of baseline.toml")
    return parser


def pipeline_of(options: argparse.Namespace, changed: Callable[[Config], Config] = lambda config: config) -> Pipeline:
    """Build the configured pipeline, its settings `changed`, or end the command with an error message."""
    try:
        config = changed(load_config(options.config))
        return Pipeline(source_of(options), config)
    except (BadConfig, NoIntroductions, NoModel, NoSpacy) as error:
        sys.exit(str(error))


def claims_of(options: argparse.Namespace) -> Iterator[str]:
    """Yield the claims of the command line, or of standard input."""
    yield from options.claims or (line.rstrip("\n") for line in sys.stdin)


def run_stage(stage: str, about: str, candidates_of: Callable[[Found], Iterable[Any]]) -> None:
    """Print the candidates of one stage for each claim of the command line, best first."""
    options = parser_for(stage, about).parse_args()
    pipeline = pipeline_of(options)
    for claim in claims_of(options):
        found = pipeline.find(claim)
        show(candidates_of(found), (note for note in found.notes if not note.startswith("No verdict")))


def show(candidates: Iterable[Any], notes: Iterable[str] = ()) -> None:
    """Print candidates as JSON lines on standard output, notes on standard error."""
    for candidate in candidates:
        print(json.dumps(asdict(candidate), ensure_ascii=False))
    for note in notes:
        print(note, file=sys.stderr)


def source_of(options: argparse.Namespace) -> Source:
    """Open the corpus or the file of pages, or end the command with an error message."""
    if options.pages is not None:
        return read_pages(options.pages)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from baseline.database_source import StoredPages
    from corpus.store import CorpusNotChosen, choose_corpus
    from search.backend import IndexMissing

    try:
        return StoredPages(choose_corpus(options.corpus))
    except CorpusNotChosen as error:
        if not error.slugs:
            sys.exit("There is no corpus yet. Bring one in: python manage.py import_corpus SOURCE")
        sys.exit(f"Choose a corpus: --corpus {error.slugs[0]} (there are: {', '.join(error.slugs)}).")
    except IndexMissing as error:
        sys.exit(str(error))


def read_pages(path: Path) -> PagesInMemory:
    """Read a file of page JSON. A bad line ends the command, and is named."""
    pages = []
    try:
        with path.open(encoding="utf-8-sig") as lines:
            for number, line in enumerate(lines, start=1):
                try:
                    row = json.loads(line)
                    if not isinstance(row, dict):
                        raise BadPageJson("not an object; write a page a line, as export_corpus does")
                    pages.append(page_from_json(row))
                except (BadPageJson, ValueError, RecursionError) as error:
                    sys.exit(f"{path}: line {number}: {error}")
    except OSError as error:
        sys.exit(f"{path} cannot be read: {error.strerror}.")
    except UnicodeDecodeError as error:
        sys.exit(f"{path}: line {undecodable_line(path)}: not UTF-8 ({error.reason}). Save it as UTF-8, unpacked.")
    return PagesInMemory(pages)
