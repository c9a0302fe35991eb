"""Start page of an annotator: available, held and done work."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from annotation.accounts.models import User
from annotation.discussion.discussing import unread_by
from annotation.discussion.visibility import discussions_of, projects_with_discussions
from annotation.projects.announcements import unread_counts
from annotation.projects.invitation_models import ProjectInvitation
from annotation.projects.joining import join_path, open_invitations_for
from annotation.projects.models import Project, Role
from annotation.projects.questions import waiting_questions
from annotation.quality.calibration.eligibility import eligibility_of
from annotation.quality.calibration.guided_examples import has_examples
from annotation.quality.calibration.phase_completion import submitted_count
from annotation.quality.calibration.rescoring import to_see
from annotation.vocabulary.tasks import CALIBRATING, IN_PRODUCTION, Phase
from annotation.work import assignment as work
from annotation.work.models import KEPT, Assignment, AssignmentState
from annotation.work.prerequisites import unmet_prerequisite
from annotation.work.queue import eligible_tasks, limit_reached
from annotation.work.queue_messages import empty_queue_reason
from annotation.work.registry import folder_of, workflows, workflows_for, workflows_of
from annotation.work.workflow import Workflow
from frontend.page_sections import shown_sections
from frontend.views.access import PersonRequest, person_view


@dataclass(frozen=True)
class Queue:
    """Available work of one kind. `waiting` counts expired assignments that can be continued; `guided`: what comes next
    is a guided example."""

    held: Assignment | None
    waiting: int
    open_count: int
    empty_queue_reason: str
    guided: bool = False


@dataclass(frozen=True)
class Part:
    """My work in one workflow. `more` is what its own template shows, `done` among it."""

    workflow: Workflow[Any, Any]
    queue: Queue
    parked: list[Assignment]
    more: dict[str, Any]

    @property
    def held_is_guided(self) -> bool:
        return self.queue.held is not None and self.queue.held.task.phase == Phase.GUIDED

    @property
    def templates(self) -> list[str]:
        folder, slug = folder_of(self.workflow.slug), self.workflow.slug
        return [f"{slug}/_my_work.html", f"{folder}/_my_work.html", "my_work/_part.html"]


@dataclass(frozen=True)
class Leftover:
    """A task of mine whose workflow is off, or `workflow` is None: removed."""

    assignment: Assignment
    workflow: Workflow[Any, Any] | None


@dataclass(frozen=True)
class ProjectWork:
    """My part in a project. `managing`: templates of a manager's progress, and what they show; `unread`: announcements
    and answers that I have not read; `rescored`: my calibration was scored again, and I have not seen it; `questions`:
    what managers have to answer; `has_examples`: guided examples of my work; `discussed`: unread messages about
    my claims, None where I may read none."""

    project: Project
    roles: list[str]
    parts: list[Part]
    leftovers: list[Leftover]
    managing: list[tuple[str, Mapping[str, Any]]]
    unread: int
    rescored: bool
    questions: int
    has_examples: bool
    discussed: int | None


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return redirect("my-work")


@person_view("GET", "HEAD")
def my_work(request: PersonRequest) -> HttpResponse:
    """One card a project, the parts by role."""
    unread = unread_counts(request.user)
    shown = {
        "works": works_of(request.user, unread),
        "invitations": invitations_for(request.user),
        "unread_counts": unread,  # the header shows their sum
    }
    return render(request, "my_work/my_work.html", shown)


def invitations_for(person: User) -> list[tuple[ProjectInvitation, str]]:
    """What the person is asked to join, with the path of its page."""
    return [(one, join_path(one)) for one in open_invitations_for(person)]


def works_of(person: User, unread: Mapping[str, int]) -> list[ProjectWork]:
    """`unread`: by slug, of `unread_counts`."""
    discussed = projects_with_discussions(person)
    roles: dict[Project, list[str]] = {}
    for membership in person.memberships.select_related("project").order_by("project__name", "pk"):
        roles.setdefault(membership.project, []).append(membership.role)
    kept: dict[int, list[Assignment]] = defaultdict(list)
    mine = Assignment.objects.filter(person=person, project__in=roles, state__in=KEPT)
    for assignment in mine.select_related("task").order_by("pk") if roles else ():
        kept[assignment.project_id].append(assignment)
    return [
        _work_in(
            project,
            held,
            person,
            unread.get(project.slug, 0),
            kept[project.pk],
            _discussed(project, person) if project.pk in discussed and Role.VERIFIER in held else None,
        )
        for project, held in roles.items()
    ]


def _discussed(project: Project, person: User) -> int | None:
    mine = discussions_of(person, project)
    return unread_by(person, mine) if mine.exists() else None


def _work_in(
    project: Project,
    roles: list[str],
    person: User,
    unread: int,
    kept: list[Assignment],
    discussed: int | None,
) -> ProjectWork:
    mine = {record.slug: record for record in workflows_for(project, *roles)}
    is_manager = Role.MANAGER in roles
    return ProjectWork(
        project=project,
        roles=roles,
        parts=[_part(project, person, record) for record in reversed(mine.values())],
        leftovers=[Leftover(one, workflows().get(one.kind)) for one in kept if one.kind not in mine],
        managing=shown_sections(workflows_of(project), "managing", project) if is_manager else [],
        unread=unread,
        rescored=to_see(person, project).exists(),
        questions=waiting_questions(project) if is_manager else 0,
        has_examples=any(has_examples(project, kind) for kind in mine),
        discussed=discussed,
    )


def _part(project: Project, person: User, workflow: Workflow[Any, Any]) -> Part:
    queue = _queue(project, person, workflow)  # first: it ends what has run out
    mine = Assignment.objects.filter(project=project, kind=workflow.slug, person=person)
    parked = mine.filter(state=AssignmentState.PARKED).select_related("task", *_subject(workflow))
    more = workflow.my_work(person, project)
    if "done" not in more:
        submitted = mine.filter(state=AssignmentState.SUBMITTED, task__phase__in=IN_PRODUCTION)
        more = {"done": submitted.count()} | more
    return Part(workflow, queue, list(parked.order_by("leased_until")), more)


def _subject(workflow: Workflow[Any, Any]) -> list[str]:
    return [f"task__{name}" for name in workflow.subject]


def _queue(project: Project, person: User, workflow: Workflow[Any, Any]) -> Queue:
    kind = workflow.slug
    work.expire_overdue(project=project, kind=kind)
    mine = Assignment.objects.filter(project=project, kind=kind, person=person)
    places = mine.filter(task__assigned_count__lt=F("task__required_annotations"), task__withdrawn_at__isnull=True)
    waiting = places.filter(state=AssignmentState.EXPIRED).count()
    held = mine.filter(state=AssignmentState.HELD).select_related("task", *_subject(workflow)).first()
    full = limit_reached(person=person, project=project, kind=kind) is not None
    standing = eligibility_of(person=person, project=project, kind=kind)
    idle = full or standing.waiting is not None or bool(unmet_prerequisite(person=person, project=project, kind=kind))
    open_count = 0 if idle else eligible_tasks(person=person, project=project, kind=kind, phase=standing.phase).count()
    if open_count and standing.phase == Phase.PRODUCTION and project.silent_gold_rate:
        # Else the number would stay as it is after silent gold, and tell by that what it was.
        silent = eligible_tasks(person=person, project=project, kind=kind, phase=Phase.SILENT)
        open_count += silent.count()
    if standing.phase in CALIBRATING:  # of a larger pool each does so many
        done = submitted_count(person, project, kind, standing.phase)
        open_count = min(open_count, max(0, project.calibration_items - done))
    something = held or waiting or open_count
    reason = "" if something else empty_queue_reason(person=person, project=project, kind=kind)
    return Queue(held, waiting, open_count, reason, guided=standing.phase == Phase.GUIDED)
