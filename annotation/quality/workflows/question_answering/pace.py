"""Time of each phase: of the work, of loading the article, tasks that never loaded, and work that is too fast.

What AVeriTeC's platform calls time-out and speed trap (30 s and 24 s), by the limits of the project's fields file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median

from annotation.projects.models import Project
from annotation.quality.agreement.result import Reason, Result, Undefined
from annotation.quality.audit.dataset import AuditDataset
from annotation.quality.audit.rates import Rate, rates
from annotation.quality.workflows.question_answering.verdicts import mean
from annotation.vocabulary.tasks import Phase
from annotation.work.models import Assignment, AssignmentState, Operation
from annotation.work.registry import workflows_of
from annotation.workflows.question_answering.fields.project import fields_of
from annotation.workflows.question_answering.phases import PHASES, WITH_ARTICLE

LOADED = "article-loaded"  # operation of the workspace; its value is how many milliseconds it took
LONGEST_LOAD = 3_600_000  # milliseconds: more is a clock that jumped


@dataclass(frozen=True, slots=True)
class PhaseTime:
    """One phase. Seconds: `median_seconds` of finished work, `median_load` of articles; None where nothing was timed.

    `traps`: work that took less than `speed_trap` seconds; `timeouts`: work that was skipped before its article had
    loaded within `timeout` seconds, of all that was finished or skipped; each overall and by person.
    """

    phase: str
    done: int
    median_seconds: float | None
    median_load: float | None
    loads: int
    speed_trap: int
    timeout: int
    traps: Result
    timeouts: Result
    traps_by_person: list[Rate]
    timeouts_by_person: list[Rate]


def phase_times(rows: AuditDataset) -> list[PhaseTime]:
    """The times of the phases that are on. Intervals draw pieces of work."""
    on = workflows_of(rows.project)
    return [_phase_time(rows, phase) for phase in PHASES if phase in on]


def _phase_time(rows: AuditDataset, phase: str) -> PhaseTime:
    limits, work = fields_of(rows.project).limits, rows.times(phase)
    loads = _loads(rows.project, phase)
    fast = Counter(one.person for one in work if one.seconds < limits.speed_trap_seconds)
    done = Counter(one.person for one in work)
    never, ended = Counter[int](), Counter[int]()
    if phase in WITH_ARTICLE:
        never, ended = _never_loaded(rows.project, phase, loads, 1_000 * limits.timeout_seconds)
    times = [value / 1_000 for value in loads.values()]
    return PhaseTime(
        phase=str(phase),
        done=len(work),
        median_seconds=median(one.seconds for one in work) if work else None,
        median_load=median(times) if times else None,
        loads=len(times),
        speed_trap=limits.speed_trap_seconds,
        timeout=limits.timeout_seconds,
        traps=_share(fast, done),
        timeouts=_share(never, ended),
        traps_by_person=rates({person: (fast[person], number) for person, number in done.items()}),
        timeouts_by_person=rates({person: (never[person], number) for person, number in ended.items()}),
    )


def _loads(project: Project, phase: str) -> dict[int, int]:
    """Assignment -> milliseconds until its article had loaded for the first time."""
    rows = Operation.objects.filter(
        assignment__project=project, assignment__kind=phase, assignment__task__phase=Phase.PRODUCTION, name=LOADED
    )
    found: dict[int, int] = {}
    for assignment, value in rows.order_by("assignment", "sequence").values_list("assignment", "value"):
        if value.isdecimal() and int(value) <= LONGEST_LOAD:
            found.setdefault(assignment, int(value))
    return found


def _never_loaded(
    project: Project, phase: str, loads: Mapping[int, int], limit: int
) -> tuple[Counter[int], Counter[int]]:
    """Person -> skipped tasks whose article had not loaded in time, and -> all that were finished or skipped."""
    states = (AssignmentState.SUBMITTED, AssignmentState.SKIPPED)
    work = Assignment.objects.filter(project=project, kind=phase, task__phase=Phase.PRODUCTION, state__in=states)
    never, ended = Counter[int](), Counter[int]()
    for pk, person, state in work.order_by().values_list("pk", "person", "state").iterator(chunk_size=5_000):
        ended[person] += 1
        never[person] += state == AssignmentState.SKIPPED and loads.get(pk, limit + 1) > limit
    return never, ended


def _share(events: Counter[int], trials: Counter[int]) -> Result:
    whole, of = events.total(), trials.total()
    return mean([1.0] * whole + [0.0] * (of - whole)) if of else Undefined(Reason.NO_VALUES)
