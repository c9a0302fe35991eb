"""Retrieve suggested evidence for a project's claims, and evaluate its recall."""

from __future__ import annotations

from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.demo.dataset import BadDemo, demo_evidence
from annotation.demo.setup import SLUG
from annotation.management.commands._arguments import add_project, project_of
from annotation.projects.models import Project
from annotation.suggestions.evaluation import Recall, recall
from annotation.suggestions.gold_evidence import known_evidence, suggested_elements
from annotation.suggestions.models import RunState, SuggestionRun
from annotation.suggestions.parallel import answers
from annotation.suggestions.runner import NoSuggester, lacking, open_suggester, store
from corpus.page.element_id import parse

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
        self.stdout.write(f"Recall of the shown suggestions, over {len(gold):,} claims ({where}):")
        for words, value in _lines(recall(gold, suggested_elements(project, version), lambda one: parse(one).page)):
            self.stdout.write(f"  {words:<58} {value}")


def _lines(found: Recall) -> list[tuple[str, str]]:
    return [
        ("all pages of an evidence set", f"{found.pages:.1%}"),
        ("a whole evidence set (evidence recall)", f"{found.whole:.1%}"),
        ("elements of an evidence set, mean", f"{found.elements:.1%}"),
        ("suggestions per claim", f"{found.shown:.1f}"),
        ("share of these in an evidence set", f"{found.useful:.1%}"),
    ]
