"""The hash chains that hold logs together: the operations of each assignment, and the audit log of the site.

Every operation carries `chain = sha256(chain of the row before it + canonical JSON of the row)`, in hex; before the
first row stands the empty text. The canonical JSON is an array in this order:

    [assignment, sequence, browser, browser_sequence, sitting, name, value, seconds, active_seconds, detail,
     received_at]

without spaces, in UTF-8 without escapes beyond those JSON demands, objects by their keys in order of code points.
`assignment` is the public id in lower case with hyphens; seconds are texts with three decimals ("0.962"), and
`active_seconds` is null where nobody measured it; `received_at` is UTC to the microsecond
("2026-11-21T10:00:00.000000Z"). The chain of the last row stands on the assignment too (`log_head`), so that a tail
that was cut off is missed. Whoever can write to the database can also write a whole new chain: a copy of `log_head`
elsewhere finds that.

The audit log is one chain, `chain = sha256(chain of the entry before it + canonical JSON of the entry)`, of

    [number, at, act, by, project, person, object_type, object_id, before, after, request_id]

with `at` as `received_at` above, and null for what an entry does not have.

Imports no Django: anybody can check a log with this file alone.
"""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, NamedTuple

BEFORE_THE_FIRST = ""

_json = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False).encode


class Link(NamedTuple):
    """What is hashed of one operation, in the order of the canonical JSON (the assignment comes before it)."""

    sequence: int
    browser: str
    browser_sequence: int
    sitting: int
    name: str
    value: str
    seconds: Decimal
    active_seconds: Decimal | None
    detail: dict[str, Any]
    received_at: datetime


def canonical(assignment: str, link: Link) -> str:
    """The text of one operation that goes into the hash."""
    *plain, seconds, active, detail, received = link
    return _json([assignment, *plain, _seconds(seconds), _seconds(active), detail, _moment(received)])


def chained(before: str, assignment: str, link: Link) -> str:
    """The `chain` of an operation that follows one whose chain is `before`: 64 hex digits."""
    return hashlib.sha256((before + canonical(assignment, link)).encode()).hexdigest()


class Entry(NamedTuple):
    """What is hashed of one entry of the audit log, in the order of the canonical JSON."""

    number: int
    at: datetime
    act: str
    by: int | None
    project: int | None
    person: int | None
    object_type: str
    object_id: str
    before: Any
    after: Any
    request_id: str


def chained_entry(before: str, entry: Entry) -> str:
    """The `chain` of an entry of the audit log that follows one whose chain is `before`: 64 hex digits."""
    number, at, *rest = entry
    return hashlib.sha256((before + _json([number, _moment(at), *rest])).encode()).hexdigest()


def _seconds(seconds: Decimal | None) -> str | None:
    return None if seconds is None else f"{seconds:.3f}"


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
