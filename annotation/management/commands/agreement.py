"""Inter-annotator agreement of a project, by the functions of the quality page."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.accounts.models import User
from annotation.dashboard.agreement import agreement
from annotation.management.commands._arguments import add_project, project_of
from annotation.projects.models import Project
from annotation.quality.agreement.competence import competence
from annotation.quality.agreement.filters import EVERYTHING, Filters
from annotation.quality.agreement.output import report_json, report_text
from annotation.quality.agreement.queries import (
    ALL_GROUPINGS,
    AgreementReport,
    agreement_report,
    calibration_scores,
    items_of,
)
from annotation.vocabulary.labels import ClaimType


class Command(BaseCommand):
    help = "Agreement on verdicts, challenges and evidence: overall, by group and by annotator, with 95 % intervals."
    requires_system_checks = ()  # they load every page of the site, which takes a second, to print a few numbers

    def add_arguments(self, parser: CommandParser) -> None:
        add_project(parser)
        parser.add_argument("--json", action="store_true", help="everything as one JSON object")
        parser.add_argument(
            "--claims", type=int, default=20, metavar="N", help="maximum claim ids per value in the JSON"
        )
        parser.add_argument("--by", nargs="*", action="extend", choices=ALL_GROUPINGS, help="groupings (default: all)")
        parser.add_argument("--ways", type=int, metavar="N", help="only claims verified by this many people")
        parser.add_argument("--claim-type", choices=[one.value for one in ClaimType], help="only claims of this type")
        parser.add_argument("--fresh", action="store_true", help="recompute even if a current result is stored")
        parser.add_argument("--person", metavar="NAME", help="only claims that this person verified")

    def handle(self, *args: Any, **options: Any) -> None:
        project = project_of(options["project"])
        filters = Filters(
            ways=options["ways"], claim_type=options["claim_type"], person=_person(project, options["person"])
        )
        by = ALL_GROUPINGS if options["by"] is None else options["by"]
        report = _without_gc(partial(_report, project, filters, by, fresh=options["fresh"]))
        if options["json"]:
            found = {"project": project.slug} | report_json(report, max(0, options["claims"]))
            self.stdout.write(json.dumps(found, ensure_ascii=False))
        else:
            self.stdout.write(report_text(report))


def _without_gc(work: Callable[[], AgreementReport]) -> AgreementReport:
    """Call `work` without garbage collection, which takes a tenth of the time and frees nothing."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        return work()
    finally:
        if was_on:
            gc.enable()


def _report(project: Project, filters: Filters, by: Sequence[str], *, fresh: bool) -> AgreementReport:
    if not fresh:
        return agreement(project, filters, by, with_annotators=True, with_competence=True, fresh=True).report
    items, scores = items_of(project), calibration_scores(project)
    report = agreement_report(project, filters, by, scores=scores, with_annotators=True, items=items)
    return replace(report, competence=competence(items)) if filters == EVERYTHING else report


def _person(project: Project, name: str | None) -> int | None:
    if name is None:
        return None
    person = User.objects.filter(username=name, assignments__project=project).first()
    if person is None:
        raise CommandError(f"No person {name!r} has worked in {project.slug}. Use the name they log in with.")
    return person.pk
