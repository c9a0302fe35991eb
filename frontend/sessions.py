"""Sessions in the database, asked for only by keys that can be in it."""

from __future__ import annotations

from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone

from annotation.work.written_once import written_once


class SessionStore(db.SessionStore):
    def _validate_session_key(self, key: str | None) -> bool:
        """Ours are letters and digits; a cookie with a NUL would be an error of PostgreSQL, not a stranger's."""
        valid: bool = super()._validate_session_key(key)  # type: ignore[misc]  # private, and so not in the stubs
        return valid and key is not None and key.isascii() and key.isalnum()

    def _get_session_from_db(self) -> Any:
        """As Django does it, with a question that is not written anew at every request."""
        found = next(iter(_session(self.session_key)), None) if self.session_key else None
        if found is not None and found.expire_date > timezone.now():
            return found
        self._session_key = None  # a key that is not ours is not taken over
        return None


@written_once
def _session(key: str) -> QuerySet[Session]:
    return Session.objects.filter(session_key=key)
