"""The header of every page: what this person can reach from here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import template
from django.urls import reverse

from annotation.accounts.models import User
from annotation.projects.announcements import unread_counts
from annotation.projects.models import Project, Role

register = template.Library()


@dataclass(frozen=True)
class ProjectLink:
    name: str
    url: str
    is_current: bool


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
    unread = unread_counts(user)
    return shown | {
        "person": user,
        "projects": projects if len(projects) > 1 else [],
        "current_project": next((project for project in projects if project.is_current), None),
        "manage_url": _first_url("manage", managed, current_slug),
        "unread": sum(unread.values()),
        "unread_url": _first_url("announcements", list(unread), current_slug),
        "managing": any(part in request.path for part in ("/manage/", "/quality/", "/releases/")),
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
    works = {slug for (slug, _), roles in roles_by_project.items() if roles & {Role.CLAIM_WRITER, Role.VERIFIER}}
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
