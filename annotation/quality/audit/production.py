"""Work of each person: amount, time, skips and reports."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from math import fsum
from statistics import fmean, median

from annotation.projects.models import Project
from annotation.quality.audit.queries import skips, submitted, times
from annotation.work.registry import get_workflow


@dataclass(frozen=True, slots=True)
class Produced:
    """One person's work of one kind. Times are active seconds; None where nothing was timed.

    `reports`: of a verifier, the claims they reported; of a writer, the claims of theirs that somebody reported.
    `ended`: all that they were given and have ended, of which `skipped`.
    """

    person: int
    done: int
    seconds: float | None
    mean: float | None
    median: float | None
    skipped: int
    ended: int
    reports: int


def production(project: Project, kind: str) -> list[Produced]:
    """Everybody who was given this kind of work, most done first. Calibration and attention checks are not counted."""
    work: defaultdict[int, list[float]] = defaultdict(list)
    all_work = submitted(project, kind)
    for one in times(all_work):
        work[one.person].append(one.seconds)
    done = Counter(all_work.values_list("person", flat=True))
    skipped, reports = skips(project, kind), get_workflow(kind).reports_by_person(project)
    found = []
    for person in {*done, *skipped, *reports}:
        seconds, (skipped_tasks, ended) = work[person], skipped.get(person, (0, 0))
        found.append(
            Produced(
                person=person,
                done=done[person],
                seconds=fsum(seconds) if seconds else None,
                mean=fmean(seconds) if seconds else None,
                median=median(seconds) if seconds else None,
                skipped=skipped_tasks,
                ended=ended,
                reports=reports.get(person, 0),
            )
        )
    return sorted(found, key=lambda one: (-one.done, one.person))
