"""What search answers: the only place that knows these shapes (`tests/contracts/hit.json`).

Text is plain text in NFD, as it is stored. None of it is HTML: whoever shows it escapes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

JsonObject = dict[str, Any]


@dataclass(frozen=True, slots=True)
class TitleSuggestion:
    """A page that a typed beginning may mean; `redirect_from` is the other name it was found by.

    `approximate`: its name begins only almost so, since none begins as typed.
    """

    title: str
    redirect_from: str | None
    approximate: bool = False


@dataclass(frozen=True, slots=True)
class Fragment:
    """A piece of a snippet; `matched` when the words in it were searched for."""

    text: str
    matched: bool


@dataclass(frozen=True, slots=True)
class Hit:
    """A page found by its words.

    `section` is the heading over the snippet, None for the introduction. Fragments joined give the
    snippet; it is empty only for a page without text. `size` counts the page's characters as read.
    """

    title: str
    section: str | None
    snippet: tuple[Fragment, ...]
    size: int


@dataclass(frozen=True, slots=True)
class Results:
    """One page of hits, best first. `total` counts all of them; `note` is "" or sentences for the person.

    `did_you_mean` is a query that would find more, when this one found little; None if none is known.
    """

    hits: tuple[Hit, ...]
    total: int
    note: str
    did_you_mean: str | None = None


@dataclass(frozen=True, slots=True)
class ScoredHit:
    """What ranked retrieval answers: a page, or with `element` (its full id) one element of it. Not for people.

    Scores of one answer can be compared with one another, those of two answers cannot.
    """

    title: str
    element: str | None
    score: float


def suggestion_to_json(suggestion: TitleSuggestion) -> JsonObject:
    """The suggestion as the HTTP API sends it."""
    return {
        "title": suggestion.title,
        "redirect_from": suggestion.redirect_from,
        "approximate": suggestion.approximate,
    }


def hit_to_json(hit: Hit) -> JsonObject:
    """The hit as the HTTP API sends it."""
    return {
        "title": hit.title,
        "section": hit.section,
        "snippet": [{"text": fragment.text, "matched": fragment.matched} for fragment in hit.snippet],
        "size": hit.size,
    }


def results_to_json(results: Results) -> JsonObject:
    """The results as the HTTP API sends them; the API adds `page` and `pages`."""
    return {
        "hits": [hit_to_json(hit) for hit in results.hits],
        "total": results.total,
        "note": results.note,
        "did_you_mean": results.did_you_mean,
    }


def scored_to_json(hit: ScoredHit) -> JsonObject:
    """The scored hit as files and scripts keep it."""
    return {"title": hit.title, "element": hit.element, "score": hit.score}
