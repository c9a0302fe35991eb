"""Retrieve suggested evidence for a project's claims, and evaluate its recall."""

from __future__ import annotations

from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.demo.dataset import BadDemo, demo_evidence
from annotation.demo.setup import SLUG
from annotation.management.commands._arguments import add_project, project_of
from annotation.projects.models import Project
from annotation.suggestions.evaluation import Recall, page_recall, recall
from annotation.suggestions.gold_evidence import known_evidence, retrieved_pages, suggested_elements
from annotation.suggestions.models import RunState, SuggestionRun
from annotation.suggestions.parallel import answers
from annotation.suggestions.runner import NoSuggester, lacking, open_suggester, store

SECONDS_BETWEEN_LINES = 2.0


class Command(BaseCommand):
    help = "Retrieve suggestions for every claim without any. The site does this in the background; this command waits."

    def add_arguments(self, parser: CommandParser) -> None:
        add_project(parser)
        parser.add_argument(
            "--again", action="store_true", help="also for failed claims, and for suggestions nobody has seen yet"
        )
        parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes (default: 1)")
        parser.add_argument("--recall", action="store_true", help="report the recall of known evidence")

    def handle(self, *args: Any, **options: Any) -> None:
        project = project_of(options["project"])
        if not 1 <= options["workers"] <= 64:
            raise CommandError("--workers: from 1 to 64.")
        try:
            version = open_suggester(project.corpus).version
            if options["again"]:
                unseen = SuggestionRun.objects.filter(project=project, version=version, arms__isnull=True)
                unseen.delete()
            self._find(project, version, options["workers"])
        except NoSuggester as error:
            raise CommandError(str(error)) from error
        if options["recall"]:
            self._recall(project, version)

    def _find(self, project: Project, version: str, workers: int) -> None:
        """Each claim is stored by itself: stopped, the next call goes on from there."""
        wanted = list(lacking(project, version))
        states = dict.fromkeys(RunState, 0)
        began = said = perf_counter()
        for done, (claim, answer) in enumerate(answers(project, wanted, workers), start=1):
            store(project, claim, version, answer)
            states[answer.state] += 1
            if perf_counter() - said >= SECONDS_BETWEEN_LINES:
                said = perf_counter()
                self.stdout.write(f"{done:,} of {len(wanted):,} claims, {done / (said - began):.1f} per second")
        if not wanted:
            self.stdout.write(f"Every claim has suggestions of version {version}.")
            return
        self.stdout.write(
            f"{len(wanted):,} claims in {perf_counter() - began:.1f} s (version {version}): {states[RunState.READY]:,} "
            f"with suggestions, {states[RunState.NOTHING]:,} without any, {states[RunState.FAILED]:,} failed."
        )

    def _recall(self, project: Project, version: str) -> None:
        is_demo = project.slug == SLUG
        try:
            gold = demo_evidence(project) if is_demo else known_evidence(project)
        except BadDemo as error:
            raise CommandError(str(error)) from error
        where = "the demo’s gold" if is_demo else "current verifications"
        if not gold:
            self.stdout.write("Recall is undefined: no claim of this project has evidence yet.")
            return
        budget, shown = suggested_elements(project, version)
        self.stdout.write(f"Recall over {len(gold):,} claims ({where}), in the budget of predictions and as shown:")
        retrieved = page_recall(gold, retrieved_pages(project, version))
        self.stdout.write(f"  {'all pages of an evidence set were retrieved':<48} {retrieved:>14.1%}")
        for words, *values in _lines(recall(gold, budget), recall(gold, shown)):
            self.stdout.write(f"  {words:<48} {values[0]:>14} {values[1]:>14}")


def _lines(*recalls: Recall) -> list[tuple[str, ...]]:
    kinds = dict.fromkeys(kind for one in recalls for kind in one.kinds)
    return [
        ("all pages of a set have a suggestion", *(f"{one.pages:.1%}" for one in recalls)),
        ("a whole evidence set (evidence recall)", *(f"{one.whole:.1%}" for one in recalls)),
        ("elements of an evidence set, mean", *(f"{one.elements:.1%}" for one in recalls)),
        *((f"  {kind.value}", *("{} of {}".format(*one.kinds[kind]) for one in recalls)) for kind in kinds),
        ("suggestions per claim", *(f"{one.per_claim:.1f}" for one in recalls)),
        ("share of these in an evidence set", *(f"{one.precision:.1%}" for one in recalls)),
        ("share of cells, headers, captions and items", *(f"{one.cell_precision:.1%}" for one in recalls)),
    ]
