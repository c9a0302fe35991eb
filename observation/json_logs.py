"""Log records as JSON, a line each, without anything that people wrote.

Only fields that are named here are written, and of a message that quotes a request or an exception nothing is: paths
hold tokens, queries hold search words, and databases quote claims in their errors. What remains is the class of an
exception and where it was raised.
"""

from __future__ import annotations

import json
import logging
import traceback
from datetime import UTC, datetime
from typing import Any

from observation.correlation import job_id, request_id

FIELDS = ("view", "method", "status", "duration_ms", "person", "kind", "state", "attempt")
MAY_BE_QUOTED = (OSError, ImportError, MemoryError)  # their words are of the machine
FRAMES = 12  # of a traceback, the innermost


class JsonFormatter(logging.Formatter):
    """Keys: time (UTC), level, logger, message, request_id, job, those of `FIELDS`, and of an exception its class and
    frames."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": message_of(record),
        }
        if request := request_id.get():
            line["request_id"] = request
        if (job := job_id.get()) is not None:
            line["job"] = job
        line |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if record.exc_info and record.exc_info[1] is not None:
            line |= _exception(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False, default=str)


def message_of(record: logging.LogRecord) -> str:
    """The message, with its arguments where they are numbers or of Attest; else with "…" in their place."""
    if hasattr(record, "request"):  # Django's, which quotes the path
        reason = getattr(record.request, "unavailable", "")
        return f"request failed: {reason}" if reason else "request failed"
    if record.name.partition(".")[0] in OWN:
        return record.getMessage()
    if not record.args:
        return str(record.msg).partition("?")[0] if "://" not in str(record.msg) else "…"
    if isinstance(record.args, tuple):
        shown = tuple(one if isinstance(one, int | float) else "…" for one in record.args)
        try:
            return str(record.msg) % shown
        except (TypeError, ValueError):
            return str(record.msg)
    return str(record.msg)


# Loggers whose messages name no words of people: checked by tests/frontend/test_request_log.py.
OWN = {"jobs", "annotation", "frontend", "search", "corpus", "config", "attest", "observation"}


def _exception(error: BaseException) -> dict[str, Any]:
    frames = traceback.extract_tb(error.__traceback__)[-FRAMES:]
    found: dict[str, Any] = {"error": type(error).__name__}
    if isinstance(error, MAY_BE_QUOTED):
        found["said"] = str(error)
    found["frames"] = [f"{one.filename}:{one.lineno} {one.name}" for one in frames]
    return found
