"""Restore a backup into an empty database: `python manage.py restore IN`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from annotation.backup.restore import restore_backup
from annotation.management.commands._backup import Shown, add_key, key_of, saying_what_to_do
from corpus.models import Corpus
from jobs.enqueue import enqueue, unfinished
from search.indexing.job import KIND as BUILD_INDEX


class Command(BaseCommand):
    help = (
        "Restore a backup into an empty database, SQLite or PostgreSQL (whichever it comes from), and the data folder; "
        "search indexes are enqueued."
    )
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, metavar="IN", help="the folder that `backup` has written")
        parser.add_argument("--no-index", action="store_true", help="do not enqueue the search indexes")
        add_key(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        began = time.monotonic()
        with saying_what_to_do():
            restored = restore_backup(options["folder"], key_of(options), Shown(self))
        seconds = time.monotonic() - began
        made = restored.manifest.created_at
        self.stdout.write(f"{restored.rows:,} rows and {restored.files:,} files of {made}, in {seconds:.0f} s.")
        if restored.key_differs:
            self.stdout.write(
                "SECRET_KEY is another one than in the backup: second factors cannot be read, and links for passwords "
                "are void. Set the SECRET_KEY of the old .env, if there is a copy."
            )
        if restored.env is not None:
            self.stdout.write(f"The variables of the backup are in {restored.env}: compare them with yours.")
        if not options["no_index"]:
            self._build_indexes()

    def _build_indexes(self) -> None:
        """Ask for the search index of each corpus, which no backup holds."""
        for corpus in Corpus.objects.order_by("slug"):
            arguments = {"corpus": corpus.pk}
            if unfinished(BUILD_INDEX, arguments=arguments) is None:
                enqueue(BUILD_INDEX, arguments=arguments)
        self.stdout.write("The search indexes are built by the next worker, or now by: python manage.py build_index")
