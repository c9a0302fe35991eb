"""Sample highlights for claim writers and compare the sample with the settings."""

from __future__ import annotations

import json
import secrets
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.management.commands._arguments import SHOWN, add_project, project_of, reading
from annotation.work.capabilities import Sampled
from annotation.work.registry import samplable_workflow

LARGEST_SEED = 2**63 - 1


class Command(BaseCommand):
    """`slug`: of the workflow whose tasks are drawn; empty: the first one that draws any. `items` are what is drawn."""

    slug, items = "", "highlights"
    help = "Sample highlights (four sentences, or a table) from the project's corpus into the claim writers' queue."

    def add_arguments(self, parser: CommandParser) -> None:
        add_project(parser)
        parser.add_argument("--size", type=int, default=90, metavar="N", help=f"number of {self.items} (default: 90)")
        parser.add_argument("--seed", type=int, metavar="N", help="random seed (default: a new one)")
        parser.add_argument(
            "--titles-from", type=Path, metavar="FILE", help="sample only from these pages, one title per line"
        )
        parser.add_argument(
            "--exclude-titles-from",
            type=Path,
            metavar="FILE",
            help="sample from none of these pages, one title per line: those of another data set, say",
        )
        parser.add_argument(
            "--try", action="store_true", dest="only_try", help="show the report without saving anything"
        )
        parser.add_argument("--json", action="store_true", help="the report as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        project = project_of(options["project"])
        if options["size"] < 1:
            raise CommandError("--size: at least 1.")
        seed = secrets.randbits(32) if options["seed"] is None else options["seed"]
        if not 0 <= seed <= LARGEST_SEED:
            raise CommandError(f"--seed: from 0 to {LARGEST_SEED}.")
        titles = _titles(options["titles_from"]) if options["titles_from"] else None
        excluded = _titles(options["exclude_titles_from"]) if options["exclude_titles_from"] else []
        samplable = samplable_workflow(self.slug)
        if samplable is None:
            raise CommandError("No workflow of ATTEST_WORKFLOWS draws its tasks from a corpus.")
        try:
            sampled = samplable.sample(
                project=project,
                size=options["size"],
                seed=seed,
                titles=titles,
                excluded=excluded,
                only_try=options["only_try"],
            )
        except ValueError as error:  # BadSettings, of whatever workflow
            raise CommandError(
                f"The settings of {self.items} of project {project.slug} are invalid. {error}"
            ) from error
        self._print(sampled, seed, as_json=options["json"])

    def _print(self, sampled: Sampled, seed: int, *, as_json: bool) -> None:
        if as_json:
            row = sampled.to_json() | {"seed": seed, "kept": sampled.is_stored, "unknown": list(sampled.unknown)}
            self.stdout.write(json.dumps(row, ensure_ascii=False, indent=2))
            return
        for title in sampled.unknown[:SHOWN]:
            self.stderr.write(f"The corpus has no page {title!r}.")
        if len(sampled.unknown) > SHOWN:
            self.stderr.write(f"... and {len(sampled.unknown) - SHOWN} more.")
        if sampled.used:
            self.stderr.write(
                f"{len(sampled.used)} of the pages have given all of their {self.items} already and were left out."
            )
        self.stdout.write(sampled.as_text())
        self.stdout.write(f"Seed {seed}." if sampled.is_stored else f"Seed {seed}. Nothing was saved.")


def _titles(path: Path) -> list[str]:
    with reading(path):
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    titles = [line.strip() for line in lines if line.strip()]
    if not titles:
        raise CommandError(f"{path} names no page. Write one title per line.")
    return titles
