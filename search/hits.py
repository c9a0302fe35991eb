"""Result types of search; the HTTP API answers with `dataclasses.asdict` of them (`tests/contracts/hit.json`).

Text is plain text in NFD, as it is stored. None of it is HTML: whoever shows it escapes it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TitleSuggestion:
    """Suggested page; `redirect_from` is the redirect that matched, if one did.

    `approximate`: its name begins only almost so, since none begins as typed.
    """

    title: str
    redirect_from: str | None
    approximate: bool = False


@dataclass(frozen=True, slots=True)
class Fragment:
    """Part of a snippet; `matched` if it contains words of the query."""

    text: str
    matched: bool


@dataclass(frozen=True, slots=True)
class Hit:
    """Page that matches a query.

    `section` is the heading over the snippet, None for the introduction. Fragments joined give the
    snippet; it is empty only for a page without text. `size` counts the page's characters as read.
    """

    title: str
    section: str | None
    snippet: tuple[Fragment, ...]
    size: int


@dataclass(frozen=True, slots=True)
class Results:
    """One page of hits, best first. `total` counts all of them; `note` is "" or sentences shown to the user.

    `did_you_mean` is a query that would find more, when this one found little; None if none is known.
    """

    hits: tuple[Hit, ...]
    total: int
    note: str
    did_you_mean: str | None = None


@dataclass(frozen=True, slots=True)
class ScoredHit:
    """Result of ranked retrieval: a page, or one of its elements (full id in `element`). For programs.

    Scores of one answer can be compared with one another, those of two answers cannot.
    """

    title: str
    element: str | None
    score: float
