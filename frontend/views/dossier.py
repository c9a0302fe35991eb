"""A person's page: what they did in each kind of work, week by week, beside all others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.dashboard.reports import report
from annotation.projects.models import Project
from annotation.quality.audit.durations import Pace
from annotation.quality.audit.personal_weeks import WeeklyWork, weekly_work
from annotation.quality.calibration.candidates import Candidate, candidates
from annotation.quality.calibration.results import results_of
from annotation.vocabulary.tasks import CALIBRATING, Phase
from annotation.work.models import Assignment
from annotation.work.registry import workflows_of
from annotation.work.workflow import AnyWorkflow
from frontend.page_sections import Rows, sections_of, shown_sections
from frontend.templatetags.words import STATUSES, duration, percent
from frontend.views.measures import Measure, median_of, rate_measure
from frontend.views.quality.access import QualityAccess

WEEKS = 12


@dataclass(frozen=True, slots=True)
class Week:
    """One week of work. `most`: that of the week with the most; `href`: its rows, None where no page lists them."""

    work: WeeklyWork
    most: int
    href: str | None


@dataclass(frozen=True, slots=True)
class PersonalWork:
    """One kind of a person's work. `weeks`: the latest WEEKS, latest first, of `all_weeks`. `more`: what its workflow
    shows besides."""

    kind: str
    name: str
    measures: list[Measure]
    weeks: list[Week]
    all_weeks: int
    more: list[tuple[str, Mapping[str, Any]]]


def dossier(access: QualityAccess, person: User) -> list[PersonalWork]:
    """Every kind of work that the person had."""
    mine = Assignment.objects.filter(project=access.project, person=person).order_by()
    had = set(mine.values_list("kind", flat=True).distinct())
    return [
        _work(access, person, slug, workflow)
        for slug, workflow in reversed(workflows_of(access.project).items())
        if slug in had
    ]


def _work(access: QualityAccess, person: User, kind: str, workflow: AnyWorkflow) -> PersonalWork:
    weeks = weekly_work(person, access.project, kind, (Phase.PRODUCTION,), with_set_aside=False)
    more = shown_sections([kind], "person", access, person)
    measures = [measure for _template, section in more for measure in section.get("measures", ())]
    measures += [*_pace(access, person, kind), *_skips(access, person, kind), *_calibration(access, person, workflow)]
    most = max((week.done for week in weeks), default=0)
    shown = [Week(week, most, _rows(access.project, kind, person, week)) for week in weeks[:WEEKS]]
    return PersonalWork(kind, str(workflow.activity), measures, shown, len(weeks), more)


def _rows(project: Project, kind: str, person: User, week: WeeklyWork) -> str | None:
    return sections_of(kind).rows(project, Rows(person=person.pk, days=week.days))


def _pace(access: QualityAccess, person: User, kind: str) -> list[Measure]:
    paces: list[Pace] = report(access.project, f"paces {kind}")
    mine = next((pace for pace in paces if pace.person == person.pk), None)
    if mine is None:
        return []
    address = sections_of(kind).rows(access.project, Rows(person=person.pk, fastest=True))
    address = address or f"{reverse('quality-time', args=[access.project.slug])}?kind={kind}"
    usual = median_of(pace.median for pace in paces)
    words = _("Median active time of a task; others: median person.")
    found = [Measure(_("Time per task"), duration(mine.median), duration(usual), address, words, n=mine.done)]
    limit = sections_of(kind).rows(access.project, Rows(person=person.pk, under=f"{mine.limit:.3f}", fastest=True))
    fast = _("Tasks done in less than a fifth of the median of all: %(limit)s.") % {"limit": duration(mine.limit)}
    total = sum(pace.done for pace in paces) - mine.done
    others = (sum(len(pace.numbers) for pace in paces) - len(mine.numbers)) / total if total else None
    share = percent(len(mine.numbers) / mine.done)
    return [*found, Measure(_("Too fast"), share, percent(others), limit or address, fast, n=mine.done)]


def _skips(access: QualityAccess, person: User, kind: str) -> list[Measure]:
    address = f"{reverse('quality-skipped', args=[access.project.slug])}?kind={kind}&person={person.pk}"
    words = _("Tasks skipped, of all that the person was given and has ended.")
    return rate_measure(_("Skipped"), report(access.project, f"skips {kind}"), person.pk, address, words)


def _calibration(access: QualityAccess, person: User, workflow: AnyWorkflow) -> list[Measure]:
    """Answers to gold by phase, hidden gold among them, and where the candidate is."""
    if workflow.calibrated_by is None:
        return []
    project, kind = access.project, workflow.slug
    here = next(iter(candidates(project, kind, person.pk)), None)
    address = "" if here is None else reverse("quality-candidate", args=[project.slug, kind, person.pk])
    phases = [*CALIBRATING, Phase.SILENT]
    results = results_of(project, kind, phases, person).get(person.pk, [])
    found = [_status(here, address, with_scores=not results)] if here is not None and project.calibration else []
    for phase in phases:
        right = [one.score.verdict_right for one in results if one.item.task.phase == phase]
        if right:
            value = _("%(right)s of %(of)s") % {"right": sum(right), "of": len(right)}
            words = _("Answers to gold items whose verdict is right.")
            found.append(Measure(f"{_('Gold')}: {phase.label}", value, "", address, words, n=len(right)))
    return found


def _status(here: Candidate, address: str, *, with_scores: bool) -> Measure:
    """Where the candidate is; with the accuracy of each phase that was graded, where gold does not give it."""
    scores = [(phase.score or {}).get("accuracy") for phase in here.phases] if with_scores else []
    words = _("Status of the calibration; accuracy of each phase that a manager has graded.")
    shown = " · ".join([str(STATUSES[here.status]), *(percent(score) for score in scores if score is not None)])
    return Measure(_("Calibration"), shown, "", address, words)
