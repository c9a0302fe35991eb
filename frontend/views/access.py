"""View decorators: the methods a page answers, the log-in, and the project or assignment that its URL names.

Other methods get a 405, visitors the log-in page, and whoever may not see the project or assignment a 404. The view is
called with the object in place of the URL's `slug` or `public_id`. Pages of a workflow that is off get a 404 too; a
kind of work that a view does not know gets one that names the known.
`fresh` pages are stored by no cache, the browser's included.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from annotation.accounts.models import User
from annotation.errors import NotAllowed
from annotation.projects.access import project_for
from annotation.projects.models import Project, Role
from annotation.work.access import assignment_for, project_to_read_in, visible_assignment_for
from annotation.work.models import Assignment
from annotation.work.registry import UnknownWorkflow, workflows_of
from frontend.workflow_urls import is_reachable

View = Callable[..., HttpResponseBase]
Decorator = Callable[[View], View]


class PersonRequest(HttpRequest):
    """A request of somebody who is logged in."""

    user: User


def person_view(*methods: str, fresh: bool = False) -> Decorator:
    """Decorate a page of everybody with an account."""

    def decorate(view: View) -> View:
        checked: View = require_http_methods(list(methods))(login_required(view))
        answered: View = never_cache(checked) if fresh else checked
        answered.methods = frozenset(methods)  # type: ignore[attr-defined]  # tests ask which pages change something
        return answered

    return decorate


def operator_view(*methods: str, fresh: bool = False) -> Decorator:
    """Decorate a page of those who run the site; it does not exist for anybody else."""

    def decorate(view: View) -> View:
        @wraps(view)
        def checked(request: PersonRequest, **given: Any) -> HttpResponseBase:
            if not request.user.is_superuser:
                raise Http404
            return view(request, **given)

        return person_view(*methods, fresh=fresh)(checked)

    return decorate


def found_view(find: Callable[[User, Any], Any], key: str, *methods: str, fresh: bool = False) -> Decorator:
    """Decorate a page of what `find(user, value of the URL's key)` returns; `find` raises Http404."""

    def decorate(view: View) -> View:
        @wraps(view)
        def found(request: PersonRequest, **given: Any) -> HttpResponseBase:
            what = find(request.user, given.pop(key))
            if not isinstance(what, Assignment):
                _refuse_switched_off(request, getattr(what, "project", what), given.get("kind"))
            try:
                return view(request, what, **given)
            except UnknownWorkflow as unknown:
                return render(request, "errors/unknown_kind.html", {"message": unknown.message}, status=404)

        return person_view(*methods, fresh=fresh)(found)

    return decorate


def _refuse_switched_off(request: HttpRequest, project: Project, kind: str | None) -> None:
    """Raise Http404 for a page of a workflow that is off, and for a kind of work that the project does not have."""
    page = request.resolver_match.url_name if request.resolver_match else None
    if page is not None and not is_reachable(project, page):
        raise Http404
    if kind is not None and kind not in workflows_of(project):
        raise Http404


def member_view(*methods: str, roles: tuple[Role, ...] = (), fresh: bool = False) -> Decorator:
    """Decorate a project's page for members with one of the roles; with none named, for all members."""
    return found_view(lambda user, slug: project_for(user, slug, *roles), "slug", *methods, fresh=fresh)


def corpus_view(*methods: str) -> Decorator:
    """Decorate a page of the corpus, for members whose work lets them read it."""

    def find(user: User, slug: str) -> Project:
        try:
            return project_to_read_in(user, slug)
        except NotAllowed as refused:
            raise PermissionDenied(refused.message) from refused

    return found_view(find, "slug", *methods)


def manager_view(*methods: str, fresh: bool = False) -> Decorator:
    """Decorate a project's page for its managers."""
    return member_view(*methods, roles=(Role.MANAGER,), fresh=fresh)


def worker_view(*methods: str, fresh: bool = False) -> Decorator:
    """Decorate a project's page for those who work in one of its workflows."""
    return found_view(_project_to_work_in, "slug", *methods, fresh=fresh)


def _project_to_work_in(user: User, slug: str) -> Project:
    project = project_for(user, slug)
    roles = {role for record in workflows_of(project).values() for role in record.roles}
    if not roles:
        raise Http404
    return project_for(user, slug, *roles)


def assignment_view(*methods: str, fresh: bool = False) -> Decorator:
    """Decorate the page of one's own assignment. One that has ended has none while its workflow is off."""
    return found_view(visible_assignment_for, "public_id", *methods, fresh=fresh)


def assignment_action(*methods: str) -> Decorator:
    """Decorate what a person does with their own assignment, whether or not its workflow is on or still registered."""
    return found_view(assignment_for, "public_id", *methods)
