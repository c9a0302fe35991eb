"""Label sets: the values that an annotator chooses from, with what is said of them and what follows from each.

To add a verdict: give a project a label set of its own, `set_labels FILE` (docs/label-sets.md); it is read from JSON by
`label_set_json`. A project without has that of FEVEROUS, in `verdicts`. `annotation.projects.label_sets` says which;
everything that lists, counts or checks labels takes them from there. Pure: no Django.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from annotation.vocabulary.texts import Text

LONGEST_VALUE = 40  # characters; the database has no more


class Meaning(StrEnum):
    """What a label says in the terms of FEVER; one that is between these has none."""

    SUPPORTS = "supports"
    REFUTES = "refutes"
    NOT_ENOUGH_INFO = "not_enough_info"


class Style(StrEnum):
    """CSS class of a label's mark, named for its place on a scale."""

    SUPPORTS = "supports"
    MOSTLY_SUPPORTS = "mostly-supports"
    MIXED = "mixed"
    MOSTLY_REFUTES = "mostly-refutes"
    REFUTES = "refutes"
    NOT_ENOUGH_INFO = "not-enough-info"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """One value. `value` is stored and released; `name`, `description` and `questions` are what people read.

    `questions` are what to ask oneself before choosing it. `needs_evidence`: it is not accepted without evidence.
    `short_name` is for matrices; `example` explains a challenge, to those who expect it as to those who meet it.
    """

    value: str
    name: Text
    description: Text = ""
    questions: tuple[Text, ...] = ()
    meaning: Meaning | None = None
    style: Style = Style.PLAIN
    needs_evidence: bool = True
    short_name: Text = ""
    example: Text = ""


@dataclass(frozen=True)
class LabelSet:
    """Labels in their order; in the workspace the key of each is its place, from 1.

    `is_ordinal`: the order is a scale, on which two labels may be near to or far from each other. `challenges`: what
    can be the main difficulty of a claim, as its writer expects it and its verifier meets it.
    """

    labels: tuple[Label, ...] = ()
    is_ordinal: bool = False
    challenges: tuple[Label, ...] = ()

    def __iter__(self) -> Iterator[Label]:
        return iter(self.labels)

    def __len__(self) -> int:
        return len(self.labels)

    @cached_property
    def values(self) -> tuple[str, ...]:
        """The stored values, in order."""
        return tuple(label.value for label in self.labels)

    @cached_property
    def of(self) -> dict[str, Label]:
        """Value -> label."""
        return {label.value: label for label in self.labels}

    @cached_property
    def places(self) -> dict[str, int]:
        """Value -> its place, from 0."""
        return {value: place for place, value in enumerate(self.values)}

    @cached_property
    def challenge_set(self) -> LabelSet:
        """The challenges, as a set of their own."""
        return LabelSet(self.challenges)

    @property
    def names(self) -> dict[str, str]:
        """Value -> its name for people, in the language of now."""
        return {label.value: str(label.name) for label in self.labels}

    def name(self, value: str) -> str:
        """Name of a value in the language of now; a value that is not in the set is its own name."""
        return str(self.of[value].name) if value in self.of else value

    def style(self, value: str) -> str:
        """CSS class of a value; none for one that is not in the set."""
        return self.of[value].style.value if value in self.of else ""

    def meaning(self, meaning: Meaning) -> str:
        """The value with this meaning; "" where the set has none."""
        return next((label.value for label in self.labels if label.meaning is meaning), "")

    @cached_property
    def not_enough_info(self) -> str:
        """The value that says that the corpus does not tell; "" where the set has none."""
        return self.meaning(Meaning.NOT_ENOUGH_INFO)

    def needs_evidence(self, value: str) -> bool:
        """Whether the value is refused without evidence; one that is not in the set is."""
        return value not in self.of or self.of[value].needs_evidence

    def spelled(self, word: object) -> str | None:
        """The value that a word means, in whatever case, with _ or - for a space; None for none of them."""
        if not isinstance(word, str):
            return None
        return {plain(value): value for value in self.values}.get(plain(word))


def plain(word: str) -> str:
    """A word without differences of spelling: data sets write SUPPORTS, supports, NOT_ENOUGH_INFO."""
    return " ".join(word.casefold().replace("_", " ").replace("-", " ").split())
