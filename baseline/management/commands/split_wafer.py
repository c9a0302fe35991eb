"""python manage.py split_wafer FILE FOLDER [--dev N] [--test N] [--fail-dev N] [--fail-test N] [--featured S]"""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from baseline.citations.wafer.splits import Sizes, Table, split
from baseline.management.commands._wafer import Problems, existing

DEFAULT = Sizes()


def size(text: str) -> float:
    """A share of the rows (0 to 1) or a number of rows."""
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found < float("inf"):
        raise ArgumentTypeError(f"{text!r} is no share from 0 to 1 and no number of rows")
    return found


class Command(BaseCommand):
    """Split a WAFER file by article."""

    requires_system_checks = ()
    help = "Split a WAFER file by article into train, dev, test, fail-dev and fail-test, and print their table."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("folder", type=Path, help="where train.jsonl and the others go")
        for name in ("dev", "test", "fail-dev", "fail-test"):
            default = getattr(DEFAULT, name.replace("-", "_"))
            what = f"rows of {name}: a share from 0 to 1, or a number (default: {default})"
            parser.add_argument(f"--{name}", type=size, default=default, metavar="N", help=what)
        parser.add_argument(
            "--featured",
            type=size,
            metavar="SHARE",
            help="share of dev and test that is of featured articles; train then has none, as in the paper",
        )
        parser.add_argument("--seed", type=int, default=0)

    def handle(self, *args: Any, **options: Any) -> None:
        if options["featured"] is not None and options["featured"] > 1:
            raise CommandError("--featured is a share from 0 to 1.")
        names = ("dev", "test", "fail_dev", "fail_test", "featured", "seed")
        problems = Problems(self.stderr)
        try:
            options["folder"].mkdir(parents=True, exist_ok=True)
            sizes = Sizes(**{name: options[name] for name in names})
            table = split(existing(options["file"]), options["folder"], sizes, problems)
        except OSError as error:
            raise CommandError(f"{options['folder']} cannot be written: {error}.") from error
        problems.finish()
        self._print(table)

    def _print(self, table: Table) -> None:
        self.stdout.write(f"{'split':<10}{'rows':>12}{'articles':>12}{'featured':>12}")
        for name, counts in table.splits.items():
            share = f"{counts.featured / counts.rows:.1%}" if counts.rows else "-"
            self.stdout.write(f"{name:<10}{counts.rows:>12,}{counts.articles:>12,}{share:>12}")
        if table.left_out:
            self.stdout.write(f"{table.left_out:,} rows are in no split (docs/wafer.md says which).")
