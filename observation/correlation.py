"""What names the work that is being done, in logs: the request, or the job and the request that asked for it."""

from __future__ import annotations

import re
import uuid
from contextvars import ContextVar

REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")  # one that a proxy sends is kept if it looks so

request_id: ContextVar[str] = ContextVar("request_id", default="")
job_id: ContextVar[int | None] = ContextVar("job_id", default=None)


def new_request_id() -> str:
    """Make an id of 32 hexadecimal digits."""
    return uuid.uuid4().hex


def accepted_request_id(given: str) -> str:
    """The id that a proxy has sent, if it is well-formed; else a new one."""
    return given if REQUEST_ID.fullmatch(given) else new_request_id()
