"""View decorators: the methods a page answers, the log-in, and the project or assignment that its URL names.

Other methods get a 405, visitors the log-in page, and whoever may not see the project or assignment a 404. The view is
called with the object in place of the URL's `slug` or `public_id`. `fresh` pages are stored by no cache, the browser's
included.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from annotation.accounts.models import User
from annotation.projects.access import project_for
from annotation.projects.models import Role
from annotation.work.access import assignment_for

View = Callable[..., HttpResponseBase]
Decorator = Callable[[View], View]


class PersonRequest(HttpRequest):
    """A request of somebody who is logged in."""

    user: User


def person_view(*methods: str, fresh: bool = False) -> Decorator:
    """Decorate a page of everybody with an account."""

    def decorate(view: View) -> View:
        checked: View = require_http_methods(list(methods))(login_required(view))
        return never_cache(checked) if fresh else checked

    return decorate


def found_view(find: Callable[[User, Any], Any], key: str, *methods: str, fresh: bool = False) -> Decorator:
    """Decorate a page of what `find(user, value of the URL's key)` returns; `find` raises Http404."""

    def decorate(view: View) -> View:
        @wraps(view)
        def found(request: PersonRequest, **given: Any) -> HttpResponseBase:
            return view(request, find(request.user, given.pop(key)), **given)

        return person_view(*methods, fresh=fresh)(found)

    return decorate


def member_view(*methods: str, roles: tuple[Role, ...] = (), fresh: bool = False) -> Decorator:
    """Decorate a project's page for members with one of the roles; with none named, for all members."""
    return found_view(lambda user, slug: project_for(user, slug, *roles), "slug", *methods, fresh=fresh)


def manager_view(*methods: str, fresh: bool = False) -> Decorator:
    """Decorate a project's page for its managers."""
    return member_view(*methods, roles=(Role.MANAGER,), fresh=fresh)


def assignment_view(*methods: str, fresh: bool = False) -> Decorator:
    """Decorate the page of one's own assignment."""
    return found_view(assignment_for, "public_id", *methods, fresh=fresh)
