"""What is checked, and what a check says. Both without Django and torch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim with its citation's place. `text` is the sentence, cell or item, `offset` the mark's place in it.

    `before` are the sentences of the paragraph before it, in order. `language`: ISO 639 code of the article's.
    """

    title: str
    text: str
    offset: int
    sections: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    language: str = "en"

    @property
    def cited(self) -> str:
        """The text before the mark, which the source is to support; the whole text where nothing stands before it."""
        return self.text[: self.offset].strip() or self.text


class MissingKind(StrEnum):
    """What kind of a word or phrase of the claim the source lacks."""

    NUMBER = "number"
    DATE = "date"
    NAME = "name"
    QUOTATION = "quotation"
    NEGATION = "negation"
    WORD = "word"


@dataclass(frozen=True, slots=True)
class Missing:
    """What of a claim is nowhere in the source: characters `start` to `end` of `Claim.text`."""

    start: int
    end: int
    kind: MissingKind


@dataclass(frozen=True, slots=True)
class Verification:
    """How well a document supports a claim. `score`: higher is better, comparable within one verifier.

    `fails` is the calibrated probability, 0 to 1, that a reader finds no support; None where nothing is known because
    the verifier cannot read the document's language. `passage` is the index of the best passage of those given,
    `passage_scores` one score each. `missing` is what the whole document lacks.
    """

    score: float
    fails: float | None
    passage: int
    passage_scores: tuple[float, ...]
    missing: tuple[Missing, ...] = ()


class Verifier(Protocol):
    """Checks claims against documents. `name` is stored with each result."""

    @property
    def name(self) -> str:
        """Which verifier, with its version."""
        ...

    def verify(self, claim: Claim, passages: Sequence[str]) -> Verification:
        """Score the document that consists of `passages` (at least one)."""
        ...
