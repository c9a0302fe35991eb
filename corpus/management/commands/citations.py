"""python manage.py citations [--corpus SLUG] [--json] [--export FILE.jsonl] [--addresses FILE.txt]"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from corpus.citation_addresses import write_addresses
from corpus.citation_export import counts_of, state_name, write_citations
from corpus.cldr import language_name
from corpus.management.commands._choosing import select_corpus
from corpus.models import Corpus

MOST_TEMPLATES = 15
NONE = (
    "Corpus {slug} has no citations. Pages that were ready in their source have none, nor has a corpus imported before "
    "citations were kept: import it again, if no project uses it, with --replace, else under another name:\n"
    "python manage.py import_corpus SOURCE --corpus {slug}-2"
)


class Command(BaseCommand):
    requires_system_checks = ()
    help = "Count the citations of a corpus by state, tag and cite template, or write them to a file, one a line."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--corpus", metavar="SLUG", help="which corpus (default: the only one there is)")
        parser.add_argument("--json", action="store_true", help="print the counts as JSON")
        parser.add_argument("--export", type=Path, metavar="FILE.jsonl", help="write the citations to this file")
        parser.add_argument(
            "--addresses", type=Path, metavar="FILE.txt", help="write the addresses of sources that are not imported"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        corpus = select_corpus(options["corpus"], "citations")
        self._write_file(options["export"], ".jsonl", corpus, write_citations, "citations")
        self._write_file(options["addresses"], ".txt", corpus, write_addresses, "addresses of sources")
        counts = counts_of(corpus)
        if options["json"]:
            self.stdout.write(json.dumps(counts, ensure_ascii=False))
        elif not counts["citations"]:
            self.stdout.write(NONE.format(slug=corpus.slug))
        else:
            self._write(counts)

    def _write_file(
        self, out: Path | None, ending: str, corpus: Corpus, write: Callable[[Path, Corpus], int], what: str
    ) -> None:
        if out is None:
            return
        if out.suffix != ending:
            raise CommandError(f"{out}: the name must end in {ending}.")
        try:
            count = write(out, corpus)
        except OSError as error:
            raise CommandError(f"{out} cannot be written: {error}. What stood there before is kept.") from error
        self.stderr.write(f"{count:,} {what} of corpus {corpus.slug} in {out}.")

    def _write(self, counts: dict[str, Any]) -> None:
        self.stdout.write(f"{counts['citations']:,} citations on {counts['pages']:,} pages of {counts['corpus']}.")
        self._list("State of the source", ((state_name(state), count) for state, count in counts["states"].items()))
        languages = ((language_name(code) or code, count) for code, count in counts["languages"].items())
        self._list("Sources in another language than the claim", languages)
        self._list("Tags", counts["tags"].items())
        templates = [(name or "(none)", count) for name, count in counts["templates"].items()]
        self._list("Cite templates", templates[:MOST_TEMPLATES])
        self._list("Pages with most citations", counts["pages_with_most"])

    def _list(self, heading: str, rows: Iterable[tuple[str, int]]) -> None:
        lines = [f"  {count:>9,}  {name}" for name, count in rows]
        if lines:
            self.stdout.write("\n".join([f"{heading}:", *lines]))
