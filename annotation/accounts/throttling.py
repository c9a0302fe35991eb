"""How often somebody may guess: a delay that grows with each failure, counted in the database for all processes.

An attempt counts as a failure when it begins, so that many at once are no way around; a success takes it back. Of an
address some that have not ended yet do not count: an office logs in at the same minute. The keys are stored as keyed
hashes: the table tells neither names nor addresses.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.db import models, transaction
from django.db.models import F
from django.db.models.functions import Greatest
from django.utils import timezone
from django.utils.crypto import salted_hmac

DELETED_AFTER = timedelta(hours=2)  # since the last attempt
FIRST_DELAY = 4  # seconds
NOT_BLOCKED = datetime(1970, 1, 1, tzinfo=UTC)  # not the time of now: clocks of two processes may differ a little
STILL_RUNNING = timedelta(seconds=10)  # since the first of those that run; by then each has ended


class Attempts(models.Model):
    """Failed attempts of one key. `blocked_until`: before then no attempt is looked at; `forgiven_at`: until when
    failures have been forgiven, one after the other. `running`: attempts among the failures that have not ended, the
    first of which began at `running_since`."""

    key = models.CharField(max_length=64, unique=True)
    failures = models.PositiveIntegerField(default=0)
    blocked_until = models.DateTimeField()
    last_at = models.DateTimeField(db_index=True)
    forgiven_at = models.DateTimeField(default=timezone.now)
    running = models.PositiveSmallIntegerField(default=0)
    running_since = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.failures} failures"


@dataclass(frozen=True, slots=True)
class Limit:
    """`free` failures cost nothing; from then on the delay doubles from `FIRST_DELAY` to `longest` seconds. As many as
    are free are forgiven in an hour, evenly: an office that mistypes all day is not slowed for it.

    `is_shared`: by people who do not know of each other, so that a success takes back its own attempt alone.
    `at_once`: so many attempts that have not ended yet are not failures so far.
    """

    subject: str
    free: int
    longest: int
    is_shared: bool = False
    at_once: int = 0

    def delay(self, failures: int) -> timedelta:
        """How long to wait after so many failures."""
        over = failures - self.free
        seconds = 0 if over < 0 else min(self.longest, FIRST_DELAY * 2 ** min(over, 30))
        return timedelta(seconds=seconds)

    @property
    def forgiven_every(self) -> timedelta:
        """How long until one failure is forgiven."""
        return timedelta(hours=1) / self.free


# Of a name, from one address; of an address, with any names; of a name, from anywhere. The last is short: a stranger
# who tries a name from many addresses must not keep its person out, and 720 guesses an hour find no password.
NAME_AT_ADDRESS = Limit("name at address", free=5, longest=900)
ADDRESS = Limit("address", free=20, longest=300, is_shared=True, at_once=40)
NAME = Limit("name", free=50, longest=5, is_shared=True)
# Of a name, from a browser that its person has logged in with before: none of the above holds there.
KNOWN_DEVICE = Limit("known device", free=10, longest=900)
WRONG_LINKS = Limit("wrong links", free=20, longest=300, is_shared=True)
WRONG_ARRIVALS = Limit("log-ins by a provider", free=20, longest=300, is_shared=True)
WRONG_TOKENS = Limit("wrong tokens", free=20, longest=60, is_shared=True)


class TooSoon(Exception):
    """No attempt is looked at for another `seconds`."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class Turn:
    """An attempt that is being looked at. It counts as failed until it is said to have succeeded, under a limit with
    `at_once` from when it is said to have failed, or `STILL_RUNNING` has passed."""

    keys: Sequence[tuple[str, Limit]]

    def succeeded(self) -> None:
        """Forget the failures of what is one person's; take this attempt back from what is shared."""
        own = [key for key, limit in self.keys if not limit.is_shared]
        shared = [key for key, limit in self.keys if limit.is_shared]
        Attempts.objects.filter(key__in=own).delete()
        taken_back = {"failures": F("failures") - 1, "running": Greatest(F("running") - 1, 0)}
        Attempts.objects.filter(key__in=shared, failures__gt=0).update(**taken_back, blocked_until=NOT_BLOCKED)

    def failed(self) -> None:
        """Count this attempt where it did not count while it ran."""
        limits = {key: limit for key, limit in self.keys if limit.at_once}
        with transaction.atomic():
            for row in Attempts.objects.select_for_update().filter(key__in=limits, running__gt=0).order_by("key"):
                row.running -= 1
                row.blocked_until = max(row.blocked_until, _blocked_until(limits[row.key], row))
                row.save(update_fields=["running", "blocked_until"])


def _blocked_until(limit: Limit, row: Attempts) -> datetime:
    delay = limit.delay(row.failures - min(row.running, limit.at_once))
    return timezone.now() + delay if delay else NOT_BLOCKED


def take_turn(*counted: tuple[Limit, str]) -> Turn:
    """Begin an attempt that counts under each of these, a limit and who or what it is of. Raises TooSoon.

    An attempt that comes too soon is not counted, and lengthens nothing.
    """
    keys = [(key_of(limit, subject), limit) for limit, subject in counted]
    _refuse_too_soon(keys)
    _make_missing([key for key, _limit in keys])
    with transaction.atomic():
        rows = Attempts.objects.select_for_update().filter(key__in=[key for key, _limit in keys]).order_by("key")
        found = {row.key: row for row in rows}
        now = timezone.now()
        _refuse(found.values(), now)  # another process may have been faster
        for key, limit in keys:
            row = (
                found.get(key)
                or Attempts.objects.get_or_create(key=key, defaults={"blocked_until": NOT_BLOCKED, "last_at": now})[0]
            )
            forgiven = min(row.failures, (now - row.forgiven_at) // limit.forgiven_every)
            row.failures += 1 - forgiven
            row.forgiven_at = row.forgiven_at + forgiven * limit.forgiven_every if row.failures > 1 else now
            _count_running(limit, row, now)
            row.last_at, row.blocked_until = now, _blocked_until(limit, row)
            row.save()
    return Turn(keys)


def _count_running(limit: Limit, row: Attempts, now: datetime) -> None:
    if row.running == 0 or row.running_since < now - STILL_RUNNING:
        row.running, row.running_since = 0, now
    row.running += min(1, limit.at_once)


def _refuse_too_soon(keys: Sequence[tuple[str, Limit]]) -> None:
    _refuse(Attempts.objects.filter(key__in=[key for key, _limit in keys]), timezone.now())


def _refuse(rows: Iterable[Attempts], now: datetime) -> None:
    latest = max((row.blocked_until for row in rows), default=now)
    if latest > now:
        raise TooSoon(math.ceil((latest - now).total_seconds()))


def _make_missing(keys: Sequence[str]) -> None:
    """Make rows for new keys, and delete those that are forgotten anyway: strangers cannot fill the disk with them."""
    missing = set(keys) - set(Attempts.objects.filter(key__in=keys).values_list("key", flat=True))
    if missing:
        now = timezone.now()
        Attempts.objects.filter(last_at__lt=now - DELETED_AFTER).exclude(key__in=keys).delete()
        new = [Attempts(key=key, blocked_until=NOT_BLOCKED, last_at=now) for key in missing]
        Attempts.objects.bulk_create(new, ignore_conflicts=True)


def key_of(limit: Limit, subject: str) -> str:
    """What a row is found by: a keyed hash of the limit and of who or what is limited."""
    return salted_hmac("annotation.accounts.throttling", f"{limit.subject}:{subject}", algorithm="sha256").hexdigest()
