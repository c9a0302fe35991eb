"""Find evidence to suggest for a project's claims, and say how much of known evidence it holds."""

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
from corpus.element_id import parse

SECONDS_BETWEEN_LINES = 2.0


class Command(BaseCommand):
    help = "Find evidence to suggest for every claim that lacks it. The site does so by itself; this waits for it."

    def add_arguments(self, parser: CommandParser) -> None:
        add_project(parser)
        parser.add_argument("--again", action="store_true", help="also where it failed, and where nobody saw it yet")
        parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes (default 1)")
        parser.add_argument("--recall", action="store_true", help="say how much of known evidence the suggestions hold")

    def handle(self, *args: Any, **options: Any) -> None:
        project = project_of(options["project"])
        if not 1 <= options["workers"] <= 64:
            raise CommandError("--workers takes a whole number from 1 to 64.")
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
                self.stdout.write(f"{done:,} of {len(wanted):,} claims, {done / (said - began):.1f} a second")
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
            self.stdout.write("No recall: no claim of this project has evidence yet.")
            return
        self.stdout.write(f"Recall of what is shown, over {len(gold):,} claims ({where}):")
        for words, value in _lines(recall(gold, suggested_elements(project, version), lambda one: parse(one).page)):
            self.stdout.write(f"  {words:<58} {value}")


def _lines(found: Recall) -> list[tuple[str, str]]:
    return [
        ("all pages of an evidence set", f"{found.pages:.1%}"),
        ("a whole evidence set (evidence recall)", f"{found.whole:.1%}"),
        ("elements of an evidence set, mean", f"{found.elements:.1%}"),
        ("suggestions a claim", f"{found.shown:.1f}"),
        ("of these in some evidence set", f"{found.useful:.1%}"),
    ]
