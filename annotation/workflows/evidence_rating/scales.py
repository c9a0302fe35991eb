"""What a rater says of evidence: major errors and scales with their points in words, from `scales.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from annotation.vocabulary.texts import ByLanguage

FILE = Path(__file__).parent / "scales.toml"
FORMAT = 1
NO_ERROR = "none"
POINTS = (1, 2, 3, 4, 5)


@dataclass(frozen=True, slots=True)
class MajorError:
    """Why evidence cannot be rated on scales; NO_ERROR: it can."""

    value: str
    label: ByLanguage
    meaning: ByLanguage


@dataclass(frozen=True, slots=True)
class Scale:
    """A scale from 1 to 5, on which 5 is best. `points`: what each means, from 1 on."""

    name: str
    label: ByLanguage
    question: ByLanguage
    points: tuple[ByLanguage, ...]

    def numbered(self) -> Iterator[tuple[int, ByLanguage]]:
        """Each point with its number."""
        return zip(POINTS, self.points, strict=True)


@dataclass(frozen=True, slots=True)
class Scales:
    """The whole file."""

    major_errors: tuple[MajorError, ...]
    scales: tuple[Scale, ...]

    @property
    def errors(self) -> tuple[str, ...]:
        """Values of the major errors, NO_ERROR first."""
        return tuple(one.value for one in self.major_errors)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the scales."""
        return tuple(one.name for one in self.scales)


@cache
def scales() -> Scales:
    """Read the file. Raises KeyError, TypeError or ValueError where it is not as it must be."""
    data = tomllib.loads(FILE.read_text(encoding="utf-8"))
    if data["format"] != FORMAT:
        raise ValueError(f"{FILE}: format {data['format']} is not known")
    read = Scales(
        tuple(MajorError(one["value"], _text(one["label"]), _text(one["meaning"])) for one in data["major_errors"]),
        tuple(_scale(one) for one in data["scales"]),
    )
    if read.errors[0] != NO_ERROR or any(len(one.points) != len(POINTS) for one in read.scales):
        raise ValueError(f"{FILE}: the first major error is {NO_ERROR}, and a scale has {len(POINTS)} points")
    return read


def _scale(one: Mapping[str, Any]) -> Scale:
    return Scale(one["name"], _text(one["label"]), _text(one["question"]), tuple(map(_text, one["points"])))


def _text(said: Mapping[str, str]) -> ByLanguage:
    return ByLanguage({"en": said["en"], "de": said["de"]})
