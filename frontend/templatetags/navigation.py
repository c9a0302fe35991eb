"""The header of every page: what this person can reach from here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import template
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.text import capfirst

from annotation.accounts.models import User
from annotation.projects.announcements import unread_counts
from annotation.projects.models import Project, Role
from annotation.quality.calibration.guided_examples import has_examples
from annotation.quality.calibration.models import GoldItem
from annotation.vocabulary.label_set import LabelSet
from annotation.work.models import Assignment, Task
from annotation.work.registry import (
    STANDING_ROLES,
    get_workflow,
    labels_of,
    skip_reasons_in,
    workflow_of,
    workflows_of,
)
from annotation.work.registry import workflows as registered
from annotation.work.workflow import Workflow
from frontend.navigation import PlaceLink, has_labels, place_of, places_of
from frontend.views.service_worker import service_worker_address
from frontend.workflow_urls import is_reachable

register = template.Library()


@dataclass(frozen=True)
class ProjectLink:
    name: str
    url: str
    is_current: bool


@register.simple_tag
def offline_worker(person: User) -> str:
    """Address of the service worker that keeps this person's workspaces."""
    return service_worker_address(person)


@register.filter
def workflows(project: Project) -> list[Workflow[Any, Any]]:
    """The kinds of work of the project."""
    return list(workflows_of(project).values())


@register.filter
def workflow_slugs(project: Project) -> list[str]:
    """The slugs of the project's kinds of work."""
    return list(workflows_of(project))


@register.filter
def workspace_of(assignment: Assignment) -> str:
    """Name of the URL of its workspace, with the argument `public_id`."""
    return workflow_of(assignment).workspace


@register.filter
def has_page(project: Project, page: str) -> bool:
    """Whether the page of this name exists in the project: `{% if project|has_page:"manage-highlights" %}`."""
    return is_reachable(project, page)


register.filter(has_labels)


@register.filter
def title_of(task: Task) -> str:
    """A task in one line: its title, or its workflow's name; the slug of one that was removed."""
    record = registered().get(task.kind)
    return task.kind if record is None else record.title(task) or capfirst(str(record.label))


@register.filter
def has_guided_examples(project: Project, kind: str) -> bool:
    """Whether the project offers guided examples of this kind of work."""
    return kind in workflows_of(project) and has_examples(project, kind)


@register.filter
def guide_label(item: GoldItem) -> str:
    """Name of the kind of a guided example; its value where its workflow does not name it any more."""
    record = registered().get(item.task.kind)
    kind = record.guided.kind(item.guide_kind) if record is not None and record.guided is not None else None
    return item.guide_kind if kind is None else str(kind.label)


@register.filter
def labels_of_task(task: Task, project: Project) -> LabelSet:
    """The labels that a task can be given; none if its workflow was removed."""
    record = registered().get(task.kind)
    return LabelSet() if record is None else labels_of(project, record)


@register.filter
def kind_label(slug: str) -> str:
    """The name of a kind of work; the slug of one that was removed."""
    record = registered().get(slug)
    return slug if record is None else str(record.label)


@register.simple_tag
def field_scores(
    project: Project, kind: str, scores: Mapping[str, float]
) -> list[tuple[str | Promise, float, int | None]]:
    """The scores of fields beside the label (`Calibratable.fields`): words, score and pass mark, in their order."""
    record = registered().get(kind)
    if record is None or record.calibratable is None:
        return []
    marks = record.calibratable.pass_marks(project)
    return [
        (words, scores[name], marks.get(name)) for name, words in record.calibratable.fields.items() if name in scores
    ]


@register.filter
def scored_by(slug: str) -> str:
    """What scores this kind of work in calibration: "grades", "evidence" (with labels and challenges) or "label"."""
    record = registered().get(slug)
    if record is None or record.calibratable is None:
        return "grades"
    capability = record.calibratable
    return "label" if capability.answers is None or capability.fields else "evidence"


@register.filter
def report_reasons(assignment: Assignment) -> list[tuple[str, str]]:
    """Value and label of the reasons for which the task can be reported; none where it cannot."""
    reportable = get_workflow(assignment.kind).reportable
    return [] if reportable is None else [(reason.value, str(reason.label)) for reason in reportable.reasons]


@register.filter
def skip_reasons(assignment: Assignment) -> list[tuple[str, str]]:
    """Value and label of the reasons for which the task can be skipped."""
    reasons = skip_reasons_in(assignment.project, get_workflow(assignment.kind))
    return [(reason.value, str(reason.label)) for reason in reasons]


@register.filter
def skip_reason(assignment: Assignment) -> str:
    """Why it was skipped, in words; the stored value where its workflow does not offer this reason any more."""
    record = registered().get(assignment.kind)
    reasons = () if record is None else skip_reasons_in(assignment.project, record)
    value = assignment.skip_reason
    return next((str(reason.label) for reason in reasons if reason.value == value), value)


@register.simple_tag(takes_context=True)
def project_places(context: dict[str, Any]) -> list[PlaceLink]:
    """The places of the page's project, as its navigation shows them."""
    is_manager = not context.get("quality_only")
    return places_of(context["project"], context["request"].resolver_match, is_manager=is_manager)


@register.inclusion_tag("_header.html", takes_context=True)
def site_header(context: dict[str, Any]) -> dict[str, Any]:
    """Links by role. Anonymous people see the wordmark and the theme."""
    request = context["request"]
    user = getattr(request, "user", None)
    shown: dict[str, Any] = {
        "request": request,
        "csrf_token": context.get("csrf_token"),
        "path": request.path,
        "person": None,
    }
    if user is None or not user.is_authenticated:
        return shown
    current = context.get("project")
    current_slug = current.slug if isinstance(current, Project) else None
    managed, watched, projects = _projects_of(user, current_slug)
    unread = context["unread_counts"] if "unread_counts" in context else unread_counts(user)
    return shown | {
        "person": user,
        "projects": projects if len(projects) > 1 else [],
        "current_project": next((project for project in projects if project.is_current), None),
        "manage_url": _first_url("manage", managed, current_slug),
        "unread": sum(unread.values()),
        "unread_url": _first_url("announcements", list(unread), current_slug),
        "managing": bool(request.resolver_match) and request.resolver_match.url_name in place_of(),
        # Of those who see a project's numbers and do not manage any.
        "quality_url": None if managed else _first_url("quality", watched, current_slug),
    }


def _projects_of(user: User, current_slug: str | None) -> tuple[list[str], list[str], list[ProjectLink]]:
    """The slugs one manages, those whose numbers one sees, and a link for every project one is in: to its management,
    to its numbers, or to one's work in it."""
    roles_by_project: dict[tuple[str, str], set[str]] = {}
    memberships = user.memberships.order_by("project__name").values_list("project__slug", "project__name", "role")
    for slug, name, role in memberships:
        roles_by_project.setdefault((slug, name), set()).add(role)
    managed = [slug for (slug, _), roles in roles_by_project.items() if Role.MANAGER in roles]
    watched = [slug for (slug, _), roles in roles_by_project.items() if roles & {Role.ADJUDICATOR, Role.OBSERVER}]
    works = {slug for (slug, _), roles in roles_by_project.items() if roles - {*STANDING_ROLES}}
    links = [
        ProjectLink(
            name=name,
            url=_project_url(slug, managed, [one for one in watched if one not in works]),
            is_current=slug == current_slug,
        )
        for slug, name in roles_by_project
    ]
    return managed, watched, links


def _project_url(slug: str, managed: list[str], only_watched: list[str]) -> str:
    if slug in managed:
        return reverse("manage", args=[slug])
    return reverse("quality", args=[slug]) if slug in only_watched else f"{reverse('my-work')}#{slug}"


def _first_url(page: str, slugs: list[str], current_slug: str | None) -> str | None:
    """The page of the project one is in, or of the first."""
    if not slugs:
        return None
    return reverse(page, args=[current_slug if current_slug in slugs else slugs[0]])
