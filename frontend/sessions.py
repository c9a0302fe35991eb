"""Sessions in the database, asked for only by keys that can be in it."""

from __future__ import annotations

from django.contrib.sessions.backends import db


class SessionStore(db.SessionStore):
    def _validate_session_key(self, key: str | None) -> bool:
        """Ours are letters and digits; a cookie with a NUL would be an error of PostgreSQL, not a stranger's."""
        valid: bool = super()._validate_session_key(key)  # type: ignore[misc]  # private, and so not in the stubs
        return valid and key is not None and key.isascii() and key.isalnum()
