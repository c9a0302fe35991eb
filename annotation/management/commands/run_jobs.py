"""Do the jobs of the job table: drawing highlights, making search indexes."""

from __future__ import annotations

import os
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from jobs.runner import run_next
from jobs.worker import Worker


class Command(BaseCommand):
    help = "Do long jobs that were asked for on the website. `make run` runs this; with REDIS_URL Celery does them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="do what waits now, and end")
        parser.add_argument("--with-parent", action="store_true", help="end when the process that started this ends")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["once"]:
            while (job := run_next()) is not None:
                self.stdout.write(f"{job}{': ' + job.error if job.error else ''}")
            return
        Worker(os.getppid() if options["with_parent"] else None).work()
