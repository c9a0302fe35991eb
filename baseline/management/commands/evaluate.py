"""Score a file of FEVEROUS predictions: the paper's Tables 3 and 4."""

from __future__ import annotations

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from baseline.scoring.arguments import CannotScore, add_arguments, evaluated


class Command(BaseCommand):
    help = "Print FEVEROUS score, label accuracy, recall of pages, sentences, tables and cells, and F1 of verdicts."
    requires_system_checks = ()  # a file is read, nothing else

    def add_arguments(self, parser: CommandParser) -> None:
        add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self.stdout.write(evaluated(argparse.Namespace(**options)), ending="")
        except CannotScore as error:
            raise CommandError(str(error)) from error
