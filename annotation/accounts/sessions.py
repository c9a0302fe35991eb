"""Sessions: with whom each is, with which browser, from where, and when it was last used.

`SESSION_ENGINE` is this module. Each log-in is a row, so that people see where they are logged in and can end it.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from annotation.accounts.models import User

DEVICE, ADDRESS, BEGAN = "device", "address", "began"  # keys in the session's data, written at log-in
PROVIDER_FACTOR = "provider_factor"  # as they: the provider has asked for a second factor that counts
LONGEST_DEVICE = 300


class Session(AbstractBaseSession):
    """A session. `device`: its browser's User-Agent; `address`: where the log-in came from, shortened."""

    user = models.ForeignKey(
        User,
        null=True,
        on_delete=models.CASCADE,
        related_name="sessions",
        db_constraint=False,  # the session of an account that is being deleted is saved all the same
    )
    device = models.CharField(max_length=LONGEST_DEVICE, blank=True, default="")
    address = models.CharField(max_length=45, blank=True, default="")
    began_at = models.DateTimeField(default=timezone.now)
    last_used_at = models.DateTimeField(default=timezone.now)

    @classmethod
    def get_session_store_class(cls) -> type[SessionStore]:
        return SessionStore

    @property
    def mark(self) -> str:
        """What names it on a page, where its key must not be."""
        return salted_hmac("annotation.accounts.sessions", self.session_key, algorithm="sha256").hexdigest()[:20]


class SessionStore(db.SessionStore):
    """Django's, except that a key with other characters than letters and digits counts as none.

    A quoted cookie may contain an escaped NUL, which PostgreSQL refuses with an error. The account of the session is
    read in the same statement (`person`).
    """

    person: User | None = None  # of the row that was read; None before, and for a session without an account

    def __init__(self, session_key: str | None = None) -> None:
        is_valid = session_key is not None and session_key.isascii() and session_key.isalnum()
        super().__init__(session_key if is_valid else None)

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def load(self) -> dict[str, Any]:
        """The data of the session, {} if it is over or there is none."""
        rows = Session.objects.select_related("user")
        row = rows.filter(session_key=self.session_key, expire_date__gt=timezone.now()).first()
        if row is None:
            return super().load()  # what is stored next gets a key of its own
        self.person = row.user
        return self.decode(row.session_data)

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        row: Session = super().create_model_instance(data)  # type: ignore[assignment]  # of get_model_class
        person = data.get(SESSION_KEY)
        row.user_id = int(person) if person is not None else None
        row.device, row.address = data.get(DEVICE, "")[:LONGEST_DEVICE], data.get(ADDRESS, "")
        began = data.get(BEGAN)
        if began:
            row.began_at = datetime.fromtimestamp(began, tz=UTC)
        return row


def sessions_of(person: User) -> models.QuerySet[Session]:
    """Those that are valid, the one used last first."""
    return Session.objects.filter(user=person, expire_date__gt=timezone.now()).order_by("-last_used_at")


def end_session(person: User, mark: str) -> bool:
    """End the one of the person's sessions that has this mark; whether there was one."""
    found = [one for one in sessions_of(person) if constant_time_compare(one.mark, mark)]
    return bool(found) and bool(Session.objects.filter(pk=found[0].pk).delete()[0])


def end_sessions(person: User, but: str | None = None) -> int:
    """End all sessions of the person but that with the key `but`; how many there were."""
    return Session.objects.filter(user=person).exclude(session_key=but or "").delete()[0]
