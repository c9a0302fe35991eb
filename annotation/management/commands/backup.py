"""Back up the whole site: `python manage.py backup OUT`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from annotation.backup.recording import record_backup
from annotation.backup.write import write_backup
from annotation.management.commands._backup import Shown, add_key, key_of, saying_what_to_do


class Command(BaseCommand):
    help = (
        "Write a backup of the database, releases, uploads and settings into a new folder, while people work. "
        "Run it again if it was interrupted."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("out", type=Path, metavar="OUT", help="a new folder")
        add_key(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        began = time.monotonic()
        with saying_what_to_do():
            key = key_of(options)
            manifest = write_backup(options["out"], key, Shown(self))
        record_backup(manifest, options["out"])
        seconds = time.monotonic() - began
        lines = f"{manifest.rows:,} rows of {len(manifest.tables)} tables, {len(manifest.files):,} files"
        self.stdout.write(f"{options['out']}: {lines}, {manifest.heads['logs']:,} logs, in {seconds:.0f} s.")
        for path in manifest.missing_files:
            self.stdout.write(f"{path} was deleted meanwhile and is not in it.")
        if not manifest.key:
            self.stdout.write("It is not encrypted and holds the secret key: keep it where only you can read it.")
