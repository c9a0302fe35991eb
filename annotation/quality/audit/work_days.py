"""Work of each person on each day: what amounts, times, forecasts and pay of any period are added up from.

Days are in UTC. Work counts once, on the day of its first submission. Its time is that of the first sitting, from
assignment to submission; time spent on later changes belongs to the day on which the change was submitted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from math import fsum
from statistics import fmean, median

from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast

from annotation.projects.models import Project
from annotation.quality.audit.durations import Timed
from annotation.quality.audit.production import Produced
from annotation.vocabulary.operation_names import OperationName
from annotation.vocabulary.tasks import Phase
from annotation.work.models import Assignment, AssignmentState, Operation
from annotation.work.period import Period


@dataclass(frozen=True, slots=True)
class WorkDay:
    """What one person did of one kind of work, in one phase, on one day ("2026-11-26").

    `done`: submitted and not set aside; `seconds`: active seconds of each of these that was timed. `set_aside`,
    `set_aside_seconds`: the same of what was set aside since. `change_seconds`: active seconds of changes of work
    that was submitted. `ended`: all that they had and ended, of which `skipped`.
    """

    day: str
    person: int
    phase: int
    done: int
    seconds: tuple[float, ...]
    set_aside: int
    set_aside_seconds: tuple[float, ...]
    change_seconds: float
    skipped: int
    ended: int

    @property
    def date(self) -> date:
        """The day."""
        return date.fromisoformat(self.day)


@dataclass(slots=True)
class _Sum:
    done: int = 0
    seconds: list[float] = field(default_factory=list)
    set_aside: int = 0
    set_aside_seconds: list[float] = field(default_factory=list)
    change_seconds: list[float] = field(default_factory=list)
    skipped: int = 0
    ended: int = 0


def work_days(project: Project, kind: str) -> list[WorkDay]:
    """Every day on which somebody ended or changed work of this kind, by day, person and phase. Guided examples, which
    count nowhere, are left out. Two queries."""
    ended = Assignment.objects.filter(project=project, kind=kind, ended_at__isnull=False).exclude(
        task__phase=Phase.GUIDED
    )
    first, later = _sittings(ended.filter(state=AssignmentState.SUBMITTED))
    sums: defaultdict[tuple[str, int, int], _Sum] = defaultdict(_Sum)
    columns = ("pk", "person", "task__phase", "state", "ended_at", "set_aside")
    for pk, person, phase, state, at, set_aside in ended.order_by().values_list(*columns).iterator(chunk_size=5000):
        mine = sums[_day(at), person, phase]
        mine.ended += 1
        mine.skipped += state == AssignmentState.SKIPPED
        if state == AssignmentState.SUBMITTED:
            taken = first.get(pk)
            mine.done += set_aside is None
            mine.set_aside += set_aside is not None
            if taken is not None:
                (mine.seconds if set_aside is None else mine.set_aside_seconds).append(taken)
        for day, seconds in later.get(pk, ()):
            sums[day, person, phase].change_seconds.append(seconds)
    return [_made(*key, sums[key]) for key in sorted(sums)]


def _sittings(work: QuerySet[Assignment]) -> tuple[dict[int, float], dict[int, list[tuple[str, float]]]]:
    """Assignment -> active seconds of the first sitting; assignment -> day and active seconds of each later one. All
    seconds where nobody measured active ones."""
    finishes = Operation.objects.filter(assignment__in=work.order_by(), name=OperationName.FINISH.value).order_by()
    # As texts: to make decimals of them takes longer than to fetch them.
    texts = (Cast(column, TextField()) for column in ("active_seconds", "seconds"))
    first: dict[int, float] = {}
    later: defaultdict[int, list[tuple[str, float]]] = defaultdict(list)
    rows = finishes.values_list("assignment", "sitting", "received_at", *texts)
    for assignment, sitting, at, active, seconds in rows.iterator(chunk_size=5000):
        taken = float(seconds if active is None else active)
        if sitting == 1:
            first[assignment] = taken
        else:
            later[assignment].append((_day(at), taken))
    return first, later


def _day(moment: datetime) -> str:
    return moment.astimezone(UTC).date().isoformat()


def _made(day: str, person: int, phase: int, found: _Sum) -> WorkDay:
    return WorkDay(
        day=day,
        person=person,
        phase=phase,
        done=found.done,
        seconds=tuple(sorted(found.seconds)),
        set_aside=found.set_aside,
        set_aside_seconds=tuple(sorted(found.set_aside_seconds)),
        change_seconds=fsum(found.change_seconds),
        skipped=found.skipped,
        ended=found.ended,
    )


def days_in(days: Iterable[WorkDay], period: Period, phases: Iterable[int] = (Phase.PRODUCTION,)) -> Iterator[WorkDay]:
    """Select the days of a period, of production alone unless other phases are named."""
    wanted = frozenset(map(int, phases))
    return (one for one in days if one.phase in wanted and (not period or one.date in period))


def produced_in(days: Iterable[WorkDay], period: Period) -> list[Produced]:
    """Everybody's production in a period, most done first; as `production`, which counts reports besides."""
    mine: defaultdict[int, list[WorkDay]] = defaultdict(list)
    for one in days_in(days, period):
        mine[one.person].append(one)
    found = [_produced(person, work) for person, work in mine.items() if any(one.ended for one in work)]
    return sorted(found, key=lambda one: (-one.done, one.person))


def _produced(person: int, work: list[WorkDay]) -> Produced:
    seconds = [each for one in work for each in one.seconds]
    return Produced(
        person=person,
        done=sum(one.done for one in work),
        seconds=fsum(seconds) if seconds else None,
        mean=fmean(seconds) if seconds else None,
        median=median(seconds) if seconds else None,
        skipped=sum(one.skipped for one in work),
        ended=sum(one.ended for one in work),
        reports=0,
    )


def times_in(days: Iterable[WorkDay], period: Period) -> list[Timed]:
    """The durations of production in a period, numbered from 0: days do not know the assignments."""
    timed = ((one.person, seconds) for one in days_in(days, period) for seconds in one.seconds)
    return [Timed(person, number, seconds) for number, (person, seconds) in enumerate(timed)]
