"""Verify a backup: `python manage.py verify_backup IN`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from annotation.audit_log.acts import Act
from annotation.backup.check import open_backup, restore_on_trial, verify_contents, verify_objects
from annotation.backup.recording import record_backup
from annotation.backup.schema import known_nodes
from annotation.management.commands._backup import Shown, add_key, key_of, saying_what_to_do


class Command(BaseCommand):
    help = "Verify a backup: hashes of all files, counts of rows, heads of the operation logs, versions."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, metavar="IN", help="the folder that `backup` has written")
        parser.add_argument(
            "--trial", action="store_true", help="restore it into a temporary SQLite database and verify the logs there"
        )
        add_key(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        folder, shown = options["folder"], Shown(self)
        with saying_what_to_do():
            secret = key_of(options)
            manifest, identity = open_backup(folder, secret)
            known_nodes(manifest.migrations)
            objects = verify_objects(folder, manifest, shown)
            rows = verify_contents(folder, manifest, identity, shown)
            said = restore_on_trial(folder, secret) if options["trial"] else ""
        if said:
            record_backup(manifest, folder, Act.BACKUP_VERIFIED)
        self.stdout.write(f"{folder}, made {manifest.created_at} from {manifest.database}, is whole:")
        self.stdout.write(f"{objects:,} files, {rows:,} rows, {manifest.heads['logs']:,} logs.")
        if said:
            self.stdout.write(f"Trial restore: {said.strip()}")
