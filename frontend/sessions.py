"""Database sessions that ignore malformed session keys."""

from __future__ import annotations

from django.contrib.sessions.backends import db


class SessionStore(db.SessionStore):
    """Django's session store, except that a key with other characters than letters and digits counts as none.

    A quoted cookie may contain an escaped NUL, which PostgreSQL refuses with an error.
    """

    def __init__(self, session_key: str | None = None) -> None:
        is_valid = session_key is not None and session_key.isascii() and session_key.isalnum()
        super().__init__(session_key if is_valid else None)
