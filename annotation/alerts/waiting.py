"""Alerts about what people wait for: counts by the database, on the spot. None is a test."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.db.models import F, Sum
from django.utils import timezone

from annotation.alerts.alert import Alert, Kind
from annotation.projects.announcement_models import Announcement, Question
from annotation.projects.announcements import readers
from annotation.projects.models import GuidelinesConfirmation, Membership, PageView, Project
from annotation.quality.adjudication.models import SecondState
from annotation.quality.adjudication.second import doubled
from annotation.quality.calibration.models import Calibration
from annotation.vocabulary.tasks import Phase
from annotation.work.guidelines import current_guidelines
from annotation.work.models import Assignment, Task, TaskReport
from annotation.work.queue import open_tasks
from annotation.work.registry import workflows_of
from annotation.work.workflow import AnyWorkflow
from annotation.workflows.models import FlagReview, Report
from jobs.enqueue import worker_is_alive
from jobs.models import UNFINISHED, Job

TIME_TO_READ = timedelta(days=1)


def waiting(project: Project) -> Iterator[Alert]:
    """What the project waits for now; the number of queries depends on its workflows and announcements alone."""
    if not worker_is_alive():
        jobs = Job.objects.filter(project=project, state__in=UNFINISHED).count()
        yield _count(Kind.WORKER, jobs)
    for kind, workflow in workflows_of(project).items():
        people = _people(project, workflow)
        if people:
            if workflow.prerequisite is None:  # a test is done once, by each
                yield from _queue(project, kind, len(people))
            yield from _guidelines(project, kind, people)
    yield from _announcements(project)
    for person in project.member_settings.filter(paused_at__isnull=False, paused_by_rule=True).order_by("user"):
        yield Alert(kind=Kind.PAUSED, n=1, value=1.0, concern=1.0, person=person.user_id)
    claims = Report.objects.filter(claim__project=project, decision="").values("claim").distinct()
    yield from _some(Kind.REPORTS, claims.count())
    unsettled = doubled(project).values()
    yield from _some(Kind.DIFFERENT_DECISIONS, sum(one.state == SecondState.DIFFERENT for one in unsettled))
    without = sum(one.state == SecondState.WAITING and one.asked is None for one in unsettled)
    yield from _some(Kind.NO_SECOND, without)
    if project.page_view == PageView.LINES:  # of articles nobody is told that a manager will look at it
        yield from _some(Kind.FLAGS, FlagReview.waiting(project).count())
    yield from _some(Kind.TASK_REPORTS, TaskReport.objects.filter(assignment__project=project, decision="").count())
    yield from _some(Kind.QUESTIONS, Question.objects.filter(project=project, answered_at=None).count())
    if project.calibration:
        undecided = Calibration.objects.filter(project=project, decision="", phase__gt=Phase.SECOND)
        yield from _some(Kind.CALIBRATION, undecided.count())


def _people(project: Project, workflow: AnyWorkflow) -> set[int]:
    """Members who may log in and do this work."""
    members = Membership.objects.filter(project=project, role__in=workflow.roles, user__is_active=True)
    return set(members.values_list("user", flat=True))


def _queue(project: Project, kind: str, people: int) -> Iterator[Alert]:
    """Fewer open places than people, once there was work. `n`: the places; `reference`: the people."""
    tasks = Task.objects.filter(project=project, kind=kind, phase=Phase.PRODUCTION)
    if tasks.exists():
        places = open_tasks(project, kind).filter(phase=Phase.PRODUCTION).order_by()
        first = places[:people].count()  # each has at least one: as many as there are people are enough
        if first < people:
            free = places.aggregate(free=Sum(F("required_annotations") - F("assigned_count"), default=0))["free"]
            if free < people:
                yield Alert(
                    kind=Kind.QUEUE, n=free, value=float(free), reference=float(people), concern=people, detail=kind
                )


def _guidelines(project: Project, kind: str, people: set[int]) -> Iterator[Alert]:
    """People who work and have not confirmed the current guidelines. `reference`: those who work."""
    guidelines = current_guidelines(project, kind)
    if not guidelines.text:
        return
    worked = Assignment.objects.filter(project=project, kind=kind, person__in=people).order_by()
    working = set(worked.values_list("person", flat=True).distinct())
    confirmed = GuidelinesConfirmation.objects.filter(project=project, kind=kind, version=guidelines.version)
    unread = working - set(confirmed.values_list("person", flat=True))
    if unread:
        n = len(unread)
        yield Alert(
            kind=Kind.GUIDELINES, n=n, value=float(n), reference=float(len(working)), concern=float(n), detail=kind
        )


def _announcements(project: Project) -> Iterator[Alert]:
    """Announcements that must be read, and have not been by everybody after TIME_TO_READ."""
    due = Announcement.objects.filter(
        project=project, must_read=True, withdrawn_at=None, created_at__lt=timezone.now() - TIME_TO_READ
    )
    for announcement in due:
        everybody = readers(announcement)
        unread = sum(reader.read_at is None for reader in everybody)
        if unread:
            yield Alert(
                kind=Kind.ANNOUNCEMENT,
                n=unread,
                value=float(unread),
                reference=float(len(everybody)),
                concern=float(unread),
                detail=str(announcement.pk),
                name=announcement.title,
            )


def _some(kind: Kind, count: int) -> Iterator[Alert]:
    if count:
        yield _count(kind, count)


def _count(kind: Kind, count: int) -> Alert:
    return Alert(kind=kind, n=count, value=float(count), concern=float(count))
