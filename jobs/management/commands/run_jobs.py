"""Run the jobs of the job table."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from jobs.runner import run_next
from jobs.worker import Worker


class Command(BaseCommand):
    help = "Run background jobs. `make run` starts this; with REDIS_URL set, Celery workers run them instead."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="run the waiting jobs, then exit")
        parser.add_argument("--parent", type=int, metavar="PID", help="exit when this, the parent process, has exited")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["once"]:
            while (job := run_next()) is not None:
                self.stdout.write(f"{job}{': ' + job.error if job.error else ''}")
            return
        # The parent says who it is: it may have exited before this process could ask.
        Worker(options["parent"]).work()
