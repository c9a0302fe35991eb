"""Configuration of the baseline: `baseline.toml` as frozen values."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, is_dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

DEFAULT = Path(__file__).with_name("baseline.toml")
FUSION, ENTITY_TFIDF = "fusion", "entity-tfidf"
EVIDENCE = "evidence"  # the profile of `cells/selection.py`
RETRIEVERS = (FUSION, ENTITY_TFIDF)  # opened by `retriever.py`
CELL_WEIGHTS = Path(__file__).parent / "cells" / "weights.toml"
SELECTION_WEIGHTS = Path(__file__).parent / "cells" / "selection.toml"

T = TypeVar("T")


class BadConfig(ValueError):
    """Invalid configuration file; the message names it and the setting."""


@dataclass(frozen=True, slots=True)
class PageWeights:
    text: float
    passage: float
    pairs: float
    cover: float
    title: float
    written: float
    early: float


@dataclass(frozen=True, slots=True)
class Pages:
    keep: int
    read: int
    longest_name: int
    spacy: str
    weights: PageWeights


@dataclass(frozen=True, slots=True)
class CrossEncoder:
    weights: str
    candidates: int
    length: int


@dataclass(frozen=True, slots=True)
class Passages:
    sentences: int
    tables: int
    k1: float
    b: float
    average: float
    title: float
    headings: float
    page: float
    pairs: float
    cross_encoder: CrossEncoder


@dataclass(frozen=True, slots=True)
class CellThresholds:
    evidence: float
    wikipedia: float
    scientific: float


@dataclass(frozen=True, slots=True)
class Cells:
    keep: int
    profile: str
    weights: str
    threshold: float
    thresholds: CellThresholds


@dataclass(frozen=True, slots=True)
class Shown:
    sentences: int
    cells: int
    sentence_score: float


@dataclass(frozen=True, slots=True)
class Verdict:
    weights: str
    length: int


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of `baseline.toml`, whose comments explain each value."""

    retriever: str
    pages: Pages
    passages: Passages
    cells: Cells
    shown: Shown
    verdict: Verdict

    @property
    def version(self) -> str:
        """Short hash of all settings and of the shipped cell weights, stored with every suggestion."""
        values = asdict(self)
        if self.retriever == FUSION:
            del values["retriever"]  # as before there was another, so that stored suggestions stay of this version
        settings = json.dumps(values, sort_keys=True).encode()
        return hashlib.sha256(settings + _cell_weights()).hexdigest()[:12]


@lru_cache(maxsize=1)
def _cell_weights() -> bytes:
    return CELL_WEIGHTS.read_bytes() + SELECTION_WEIGHTS.read_bytes()


@lru_cache(maxsize=1)
def default_config() -> Config:
    """Return the shipped settings."""
    data = _read(DEFAULT)
    passages = data["passages"] | {"cross_encoder": CrossEncoder(**data["passages"]["cross_encoder"])}
    pages = data["pages"] | {"weights": PageWeights(**data["pages"]["weights"])}
    cells = data["cells"] | {"thresholds": CellThresholds(**data["cells"]["thresholds"])}
    return Config(
        data["retriever"],
        Pages(**pages),
        Passages(**passages),
        Cells(**cells),
        Shown(**data["shown"]),
        Verdict(**data["verdict"]),
    )


def load_config(path: Path | None = None) -> Config:
    """Read a file of settings over the default ones. Raises BadConfig."""
    if path is None:
        return default_config()
    config = _over(default_config(), _read(path), str(path))
    if config.retriever not in RETRIEVERS:
        known = ", ".join(map(repr, RETRIEVERS))
        where = f"{path}: line {_line_of('retriever', path)}"
        raise BadConfig(f"{where}: retriever: {config.retriever!r} is no retriever. There are: {known}.")
    return config


def _line_of(name: str, path: Path) -> int:
    """Number of the first line that sets a value of this name, which TOML wants before all sections; 1 if none does."""
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
    return next((number for number, line in lines if re.match(rf"\s*[\"']?{name}[\"']?\s*=", line)), 1)


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadConfig(f"{path} cannot be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadConfig(f"{path}: {error}.") from error


def _over(known: T, given: Mapping[str, Any], where: str) -> T:
    """`known` with the given settings in the place of its own, checked by the kind of value they replace."""
    values: dict[str, Any] = {}
    names = {field.name for field in fields(known)}  # type: ignore[arg-type]
    for name, value in given.items():
        if name not in names:
            raise BadConfig(f"{where}: {name} is no setting. There are: {', '.join(sorted(names))}.")
        old = getattr(known, name)
        if is_dataclass(old):
            if not isinstance(value, Mapping):
                raise BadConfig(f"{where}: {name} is a section, [{name}].")
            values[name] = _over(old, value, f"{where}: {name}")
        else:
            values[name] = _checked(old, value, f"{where}: {name}")
    return replace(known, **values)  # type: ignore[type-var]


def _checked(old: Any, value: Any, where: str) -> Any:
    if isinstance(old, float) and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if type(value) is not type(old):
        raise BadConfig(f"{where}: {value!r} is not a {'number' if not isinstance(old, str) else 'text'}.")
    if not isinstance(value, str) and value < 0:
        raise BadConfig(f"{where}: {value!r} is below 0.")
    return value
