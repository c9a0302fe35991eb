"""Create a large simulated project with planted defects."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.dashboard.status import is_large
from annotation.demo.accounts import set_up_people
from annotation.demo.large.setup import LEAST_ANNOTATORS, LEAST_CLAIMS, SLUG, AlreadyThere, set_up_large
from annotation.results.job import request_refresh


class Command(BaseCommand):
    help = "Create a large simulated project with planted defects, to try the quality pages. Takes about a minute."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--annotators", type=int, default=60, help="one third write, the others verify")
        parser.add_argument("--claims", type=int, default=10_000)
        parser.add_argument("--seed", type=int, default=1, help="random seed; the same options make the same project")
        parser.add_argument("--project", default=SLUG, metavar="SLUG", help=f"short name (default: {SLUG})")
        parser.add_argument("--qa", type=int, metavar="N", help="approximate number of repetitions (default: a tenth)")
        parser.add_argument("--calibration", type=int, default=10, metavar="N", help="gold items per phase")
        parser.add_argument(
            "--adjudications", type=int, default=150, metavar="N", help="maximum number of adjudications"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["annotators"] < LEAST_ANNOTATORS or options["claims"] < LEAST_CLAIMS:
            raise CommandError(f"Use at least {LEAST_ANNOTATORS} annotators and {LEAST_CLAIMS} claims.")
        try:
            project, planted = set_up_large(
                annotators=options["annotators"],
                claims=options["claims"],
                seed=options["seed"],
                slug=options["project"],
                qa=options["qa"],
                calibration=options["calibration"],
                adjudications=options["adjudications"],
                tell=self.stdout.write,
            )
        except AlreadyThere:
            self.stdout.write(f"The project {options['project']} already exists: nothing was changed.")
            return
        if is_large(project):
            request_refresh(project)  # so that the quality pages of a fresh process answer at once
        passwords = set_up_people(project)
        self.stdout.write(f"Project {project.slug}: {project.name}. Planted defects:")
        for line in planted.lines():
            self.stdout.write(f"  {line}")
        self.stdout.write("Log in as mina, its manager" + (f": {passwords['mina']}" if passwords["mina"] else "."))
