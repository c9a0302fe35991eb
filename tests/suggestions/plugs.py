"""Suggesters that a test puts into ATTEST_SUGGESTER: `tests.suggestions.plugs.NAME`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from corpus.models import Corpus
from search.backend import IndexMissing
from tests.cast import CELL, SECOND_SENTENCE, SENTENCE


@dataclass(frozen=True)
class One:
    element: str
    stage: str = "sentences"
    rank: int = 1
    score: float = 1.0
    model: str = "made up"
    version: str = "v1"


@dataclass(frozen=True)
class Found:
    suggestions: tuple[One, ...] = ()
    notes: tuple[str, ...] = ()


class Plug:
    version = "v1"

    def find(self, text: str) -> Any:
        return Found((One(SENTENCE), One(SECOND_SENTENCE, rank=2), One(CELL, "cells")))


def three(corpus: Corpus) -> Plug:
    """Two sentences and a cell for whatever claim."""
    return Plug()


def newer(corpus: Corpus) -> Plug:
    """The same in another version."""
    plug = Plug()
    plug.version = "v2"
    return plug


def odd(corpus: Corpus) -> Plug:
    """What a plug should not say: an element twice, what cannot be cited, no id at all, a stage there is none of."""
    return _answering(
        Found(
            (
                One(SENTENCE),
                One(SENTENCE, rank=2),
                One("Harbour League_title"),
                One("nonsense"),
                One(CELL, "pictures"),
                One("Nowhere_sentence_0", rank=3),
            ),
            ("The claim is long.",),
        )
    )


def nothing(corpus: Corpus) -> Plug:
    return _answering(Found(notes=("No page has any word of the claim.",)))


def failing(corpus: Corpus) -> Plug:
    """Fails at every claim that has "1850" in it."""

    class Failing(Plug):
        def find(self, text: str) -> Any:
            if "1850" in text:
                raise RuntimeError("CUDA out of memory")
            return super().find(text)

    return Failing()


def always_failing(corpus: Corpus) -> Plug:
    class Failing(Plug):
        def find(self, text: str) -> Any:
            raise RuntimeError("CUDA out of memory")

    return Failing()


def gone(corpus: Corpus) -> Plug:
    """The engine answers the first claim, and is away then."""

    class Gone(Plug):
        asked = 0

        def find(self, text: str) -> Any:
            self.asked += 1
            if self.asked > 1:
                raise IndexMissing(corpus.slug, "The engine does not answer.")
            return super().find(text)

    return Gone()


def broken(corpus: Corpus) -> Plug:
    raise ValueError("baseline.toml: keep is no setting.")


def _answering(found: Found) -> Plug:
    class Answering(Plug):
        def find(self, text: str) -> Any:
            return found

    return Answering()
