"""Hint: one possible improvement of a claim. A hint never blocks a submission."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Hint:
    """`code` is for programs and the log, `message` for the writer.

    `start` and `end` are the characters of the claim that it is about, None when it is about the whole.
    """

    code: str
    message: str
    start: int | None = None
    end: int | None = None
