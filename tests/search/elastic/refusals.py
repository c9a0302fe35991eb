"""Elasticsearch's refusals, and the rule of the loopback server: what it does not know, it refuses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Json = dict[str, Any]


class Refused(Exception):
    """An error answer: status, type and reason as Elasticsearch words them."""

    def __init__(self, status: int, kind: str, reason: str) -> None:
        self.status, self.kind, self.reason = status, kind, reason
        super().__init__(f"{status} {kind}: {reason}")

    @property
    def body(self) -> Json:
        cause = {"type": self.kind, "reason": self.reason}
        return {"error": {"root_cause": [cause], **cause}, "status": self.status}


def bad(reason: str, kind: str = "parsing_exception") -> Refused:
    return Refused(400, kind, reason)


def only(body: object, where: str, *known: str) -> Json:
    """The body, if it is an object with no key but these."""
    if not isinstance(body, Mapping):
        raise bad(f"[{where}] is no object")
    for key in body:
        if key not in known:
            raise bad(f"[{where}] unknown field [{key}]")
    return dict(body)


def one(body: object, where: str) -> tuple[str, Any]:
    """The only key of an object and its value: {"term": {...}}."""
    if not isinstance(body, Mapping) or len(body) != 1:
        raise bad(f"[{where}] malformed, expected one name")
    return next(iter(body.items()))


def number(value: object, where: str, least: float = 0) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or value < least:
        raise bad(f"[{where}] is no number of at least {least}", "illegal_argument_exception")
    return float(value)


def text(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise bad(f"[{where}] is no text")
    return value
