"""Create the demo project, or show its accounts and passwords again."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from annotation.demo.dataset import BadDemo
from annotation.demo.setup import set_up_demo
from search.indexing.build import BuildInProgress


class Command(BaseCommand):
    help = "Create the demo project with its accounts and claims, and print names and passwords. Safe to run again."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.ATTEST_DEMO:
            raise CommandError("No demo here: its accounts have passwords that were printed. ATTEST_DEMO=1 allows it.")
        try:
            set_up_demo(self.stdout)
        except BadDemo as error:
            raise CommandError(f"The demo's claims do not match its pages:\n{error}") from error
        except BuildInProgress as error:
            raise CommandError(f"{error} Wait until it has finished, then run this again.") from error
