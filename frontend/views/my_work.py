"""Start page of an annotator: available, held and done work."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import F, Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from annotation.accounts.models import User
from annotation.claims.models import Claim
from annotation.claims.text_search import has_words
from annotation.projects.announcements import unread_counts
from annotation.projects.models import Project, Role
from annotation.quality.adjudication.revision_requests import waiting as sent_back_to
from annotation.quality.calibration.eligibility import eligibility_of
from annotation.quality.calibration.phase_completion import submitted_count
from annotation.quality.calibration.rescoring import to_see
from annotation.vocabulary.tasks import CALIBRATING, Phase, TaskKind
from annotation.work import assignment as work
from annotation.work.models import Assignment, AssignmentState
from annotation.work.queue import eligible_tasks, limit_reached
from annotation.work.queue_messages import empty_queue_reason
from annotation.workflows.claim_verification.models import Report, RevisionRequest, Verification
from annotation.workflows.claim_verification.queries import Progress, history, progress
from frontend.views.access import PersonRequest, member_view, person_view
from frontend.views.announcement_management import waiting_questions
from frontend.views.lists import page_of, words_of

KIND, WRITING = TaskKind.CLAIM_VERIFICATION, TaskKind.CLAIM_GENERATION
RECENT = 5


@dataclass(frozen=True)
class Queue:
    """Available work of one kind. `waiting` counts expired assignments that can be continued."""

    held: Assignment | None
    waiting: int
    open_count: int
    empty_queue_reason: str


@dataclass(frozen=True)
class Verifying(Queue):
    parked: list[Assignment]
    done: int
    recent: list[Verification]
    returned: list[RevisionRequest]


@dataclass(frozen=True)
class Writing(Queue):
    done: int
    recent: list[Claim]


@dataclass(frozen=True)
class ProjectWork:
    """My part in a project. `unread`: announcements and answers that I have not read; `rescored`: my calibration was
    scored again, and I have not seen it; `questions`: what managers have to answer."""

    project: Project
    roles: list[str]
    verifying: Verifying | None
    writing: Writing | None
    progress: Progress | None
    unread: int
    rescored: bool
    questions: int


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return redirect("my-work")


@person_view("GET", "HEAD")
def my_work(request: PersonRequest) -> HttpResponse:
    """One card a project, the parts by role."""
    return render(request, "my_work/my_work.html", {"works": works_of(request.user)})


@member_view("GET", roles=(Role.CLAIM_WRITER,))
def my_claims(request: PersonRequest, project: Project) -> HttpResponse:
    text = words_of(request)
    rows = _written(project, request.user)
    found = rows.filter(has_words(text, "text")) if text else rows
    shown = {"project": project, "text": text, "page": page_of(request, found)}
    return render(request, "my_work/my_claims.html", shown)


def _written(project: Project, person: User) -> QuerySet[Claim]:
    """The person's claims, latest first, each with `decided_reports`: what was decided of it, and why."""
    decided = Report.objects.exclude(decision="").order_by("-decided_at")
    rows = project.claims.filter(author=person).select_related("claim_set__assignment").order_by("-pk")
    return rows.prefetch_related(Prefetch("reports", decided, to_attr="decided_reports"))


def works_of(person: User) -> list[ProjectWork]:
    unread = unread_counts(person)
    roles: dict[Project, list[str]] = {}
    for membership in person.memberships.select_related("project").order_by("project__name", "pk"):
        roles.setdefault(membership.project, []).append(membership.role)
    return [_work_in(project, held, person, unread.get(project.slug, 0)) for project, held in roles.items()]


def _work_in(project: Project, roles: list[str], person: User, unread: int) -> ProjectWork:
    return ProjectWork(
        project=project,
        roles=roles,
        verifying=_verifying(project, person) if Role.VERIFIER in roles else None,
        writing=_writing(project, person) if Role.CLAIM_WRITER in roles else None,
        progress=progress(project) if Role.MANAGER in roles else None,
        unread=unread,
        rescored=to_see(person, project).exists(),
        questions=waiting_questions(project) if Role.MANAGER in roles else 0,
    )


def _verifying(project: Project, person: User) -> Verifying:
    queue = _queue(project, person, KIND)  # first: it ends what has run out
    mine = Assignment.objects.filter(project=project, kind=KIND, person=person, state=AssignmentState.PARKED)
    parked = list(mine.select_related("task__claim").order_by("leased_until"))
    done = history(person, project)
    returned = list(sent_back_to(person, project))
    return Verifying(*queue, parked=parked, done=done.count(), recent=list(done[:RECENT]), returned=returned)


def _writing(project: Project, person: User) -> Writing:
    mine = _written(project, person)
    return Writing(*_queue(project, person, WRITING), done=mine.count(), recent=list(mine[:RECENT]))


def _queue(project: Project, person: User, kind: str) -> tuple[Assignment | None, int, int, str]:
    """What is held, how much ran out and can be gone on with, how much is open, and why there is nothing."""
    work.expire_overdue(project=project, kind=kind)
    mine = Assignment.objects.filter(project=project, kind=kind, person=person)
    places = mine.filter(task__assigned_count__lt=F("task__required_annotations"), task__withdrawn_at__isnull=True)
    waiting = places.filter(state=AssignmentState.EXPIRED).count()
    held = mine.filter(state=AssignmentState.HELD).select_related("task__claim", "task__highlight").first()
    full = limit_reached(person=person, project=project, kind=kind) is not None
    standing = eligibility_of(person=person, project=project, kind=kind)
    idle = full or standing.waiting is not None
    open_count = 0 if idle else eligible_tasks(person=person, project=project, kind=kind, phase=standing.phase).count()
    if open_count and standing.phase == Phase.PRODUCTION and project.silent_gold_rate:
        # Else the number would stay as it is after silent gold, and tell by that what it was.
        silent = eligible_tasks(person=person, project=project, kind=kind, phase=Phase.SILENT)
        open_count += silent.count()
    if standing.phase in CALIBRATING:  # of a larger pool each does so many
        done = submitted_count(person, project, kind, standing.phase)
        open_count = min(open_count, max(0, project.calibration_items - done))
    something = held or waiting or open_count
    return held, waiting, open_count, "" if something else empty_queue_reason(person=person, project=project, kind=kind)
