"""Whose request it is: from the row of the session, which holds the account as well, so that one query answers both."""

from __future__ import annotations

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user, middleware
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare
from django.utils.functional import SimpleLazyObject

from annotation.accounts.models import User
from annotation.accounts.sessions import SessionStore

BACKEND = ModelBackend()
BACKEND_PATH = f"{ModelBackend.__module__}.{ModelBackend.__qualname__}"


class AuthenticationMiddleware(middleware.AuthenticationMiddleware):
    """Django's, except that the account comes with the session. All that is not plain is left to Django."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        found = SimpleLazyObject(lambda: _person_of_session(request) or _asked(request))
        request.user = found  # type: ignore[assignment]  # as Django does


def _person_of_session(request: HttpRequest) -> User | None:
    """The account of the session if it may log in and its password is that of the log-in; None to let Django look."""
    session = request.session
    if not isinstance(session, SessionStore) or session.get(BACKEND_SESSION_KEY) != BACKEND_PATH:
        return None
    person = session.person  # reading the session above has read it
    if person is None or str(person.pk) != session[SESSION_KEY] or not BACKEND.user_can_authenticate(person):
        return None
    is_same = constant_time_compare(session.get(HASH_SESSION_KEY, ""), person.get_session_auth_hash())
    return person if is_same else None


def _asked(request: HttpRequest) -> User | AnonymousUser:
    person: User | AnonymousUser = get_user(request)
    return person
