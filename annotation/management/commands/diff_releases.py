"""Compare two releases: claims added, removed and changed, and agreement before and after."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.release.differences import Differences, Field, differences
from annotation.release.summary import ReleaseError

VALUES = (Field.VERDICT, Field.CHALLENGE, Field.SPLIT)


class Command(BaseCommand):
    help = "Compare two folders of releases: claims added, removed and changed, and agreement before and after."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("before", type=Path, metavar="A", help="folder of the earlier release")
        parser.add_argument("after", type=Path, metavar="B", help="folder of the later one")
        parser.add_argument("--json", action="store_true", help="everything, as one JSON object")
        parser.add_argument("--show", type=int, default=10, metavar="N", help="claims shown of each kind (default: 10)")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            found = differences(options["before"], options["after"])
        except (ReleaseError, OSError) as error:
            raise CommandError(str(error)) from error
        if options["json"]:
            self.stdout.write(json.dumps(found.to_json(), ensure_ascii=False, indent=2))
        else:
            self._tell(found, options["show"])

    def _tell(self, found: Differences, most: int) -> None:
        for name, count in found.counts().items():
            self.stdout.write(f"{name:10} {count:8,}")
        for name, pair in found.agreement.items():
            before, after = ("-" if one["value"] is None else f"{one['value']:.4f}" for one in pair)
            self.stdout.write(f"agreement, {name}: {before} -> {after}")
        for number, one in sorted(found.added.items())[:most]:
            self.stdout.write(f"+ {number} ({one.split}, {one.label}) {one.claim}")
        for number, (one, reason) in sorted(found.removed.items())[:most]:
            self.stdout.write(f"- {number} ({one.split}, {one.label}) {one.claim}{f': {reason}' if reason else ''}")
        for change in found.changed[:most]:
            changes = [
                f"{name}: {pair[0] or '-'} -> {pair[1] or '-'}"
                for name, pair in change.fields.items()
                if name in VALUES
            ]
            if Field.CLAIM in change.fields:
                changes.append(f"claim: {change.fields[Field.CLAIM][0]}")
            if Field.EVIDENCE in change.fields:
                less, more = change.fields[Field.EVIDENCE]
                changes.append(
                    f"evidence: {len(less)} fewer, {len(more)} more" if less or more else "evidence: other sets"
                )
            self.stdout.write(f"~ {change.id} {change.claim} ({'; '.join(changes)})")
