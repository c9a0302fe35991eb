"""The header of every page: what this person can reach from here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import template
from django.urls import reverse

from annotation.projects.models import Project, Role, User

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
    managed, projects = _projects_of(user, current_slug)
    return shown | {
        "person": user,
        "projects": projects if len(projects) > 1 else [],
        "current_project": next((project for project in projects if project.is_current), None),
        "manage_url": _manage_url(managed, current_slug),
        "managing": "/manage/" in request.path,
    }


def _projects_of(user: User, current_slug: str | None) -> tuple[list[str], list[ProjectLink]]:
    """The slugs one manages, and a link for every project one is in: to its management, or to one's work in it."""
    roles_by_project: dict[tuple[str, str], set[str]] = {}
    memberships = user.memberships.order_by("project__name").values_list("project__slug", "project__name", "role")
    for slug, name, role in memberships:
        roles_by_project.setdefault((slug, name), set()).add(role)
    managed = [slug for (slug, _), roles in roles_by_project.items() if Role.MANAGER in roles]
    links = [
        ProjectLink(
            name=name,
            url=reverse("manage", args=[slug]) if slug in managed else f"{reverse('my-work')}#{slug}",
            is_current=slug == current_slug,
        )
        for slug, name in roles_by_project
    ]
    return managed, links


def _manage_url(managed: list[str], current_slug: str | None) -> str | None:
    if not managed:
        return None
    return reverse("manage", args=[current_slug if current_slug in managed else managed[0]])
