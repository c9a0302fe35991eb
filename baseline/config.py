"""Configuration of the baseline: `baseline.toml` as frozen values."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, is_dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from baseline.candidates import Kind

DEFAULT = Path(__file__).with_name("baseline.toml")
FUSION, ENTITY_TFIDF, ENSEMBLE = "fusion", "entity-tfidf", "ensemble"
EVIDENCE = "evidence"  # the profile of `cells/selection.py`
RETRIEVERS = (FUSION, ENTITY_TFIDF, ENSEMBLE)  # opened by `retriever.py`
AGGREGATIONS = ("borda", "median-rank", "mc4", "reciprocal-rank")  # of `rerank/ensemble/aggregation.py`
SEARCH, INTRODUCTIONS = "search", "introductions"
BM25_INDEXES = (SEARCH, INTRODUCTIONS)  # of the ensemble
CROSS_ENCODER, SERVICE, LANGUAGE_MODEL = "cross-encoder", "service", "language-model"
HLATR, HYBRANK, SEE_ST = "hlatr", "hybrank", "see-st"
SEE_ST_SCORES = ("product", "sum", "row", "column")  # how `rerank/see_st` joins the scores of row and column
RERANKERS = (CROSS_ENCODER, SERVICE, LANGUAGE_MODEL, HLATR, HYBRANK, SEE_ST)  # opened by `rerank/open.py`
CLASSIFIER = "classifier"
JUDGES = (CLASSIFIER, LANGUAGE_MODEL)  # opened by `verdict/classify.py`
CELL_WEIGHTS = Path(__file__).parent / "cells" / "weights.toml"
SELECTION_WEIGHTS = Path(__file__).parent / "cells" / "selection.toml"
HEADER_NAMES = Path(__file__).parent / "cells" / "headers.toml"
CELL_NETWORKS = Path(__file__).parent / "cells" / "networks"

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
    year: float
    ngram: float
    links: float


@dataclass(frozen=True, slots=True)
class Pages:
    keep: int
    read: int
    longest_name: int
    alias: float
    spacy: str
    weights: PageWeights


@dataclass(frozen=True, slots=True)
class Stages:
    pages: tuple[str, ...]
    passages: tuple[str, ...]
    sentences: tuple[str, ...]
    tables: tuple[str, ...]
    cells: tuple[str, ...]

    def of(self, kind: Kind) -> tuple[str, ...]:
        """The names of the stages over candidates of this kind: `passages` are over sentences and over tables."""
        own: tuple[str, ...] = getattr(self, kind)
        return (*self.passages, *own) if kind in {"sentences", "tables"} else own


@dataclass(frozen=True, slots=True)
class CrossEncoder:
    weights: str
    pages: str
    sentences: str
    tables: str
    cells: str
    candidates: int
    length: int


@dataclass(frozen=True, slots=True)
class EnsembleSettings:
    candidates: int
    keep: int
    aggregation: str
    k: float
    bm25: str
    ascii: bool
    years: bool
    title_ngrams: bool


@dataclass(frozen=True, slots=True)
class StageFolders:
    """Weights of a stage that is trained for each kind of candidates apart."""

    pages: str
    sentences: str
    tables: str
    cells: str

    def of(self, kind: Kind) -> str:
        """The folder for this kind; "" for none."""
        found: str = getattr(self, kind)
        return found


@dataclass(frozen=True, slots=True)
class HybRankSettings(StageFolders):
    vectors: str
    length: int
    anchors: int
    table_anchors: int
    dimensions: int


@dataclass(frozen=True, slots=True)
class SeeStSettings:
    tables: str
    cells: str
    score: str
    vectors: str
    length: int

    def of(self, kind: Kind) -> str:
        """The folder for tables or cells; "" for none."""
        found: str = getattr(self, kind)
        return found


@dataclass(frozen=True, slots=True)
class Dense:
    weights: str
    candidates: int
    length: int
    k: float


@dataclass(frozen=True, slots=True)
class ServiceSettings:
    url: str
    key: str
    seconds: float
    candidates: int


@dataclass(frozen=True, slots=True)
class LanguageModelSettings:
    url: str
    model: str
    key: str
    seconds: float
    candidates: int


@dataclass(frozen=True, slots=True)
class TableFields:
    title: float
    headings: float
    caption: float
    headers: float
    cells: float
    form: float


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
    other_rows: float
    own_words: float
    coverage: float
    repeated_page: float
    goes_on: float
    fields: TableFields


@dataclass(frozen=True, slots=True)
class CellThresholds:
    evidence: float
    wikipedia: float
    scientific: float
    lexical_wikipedia: float
    lexical_scientific: float


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
    sentence_share: float


@dataclass(frozen=True, slots=True)
class Verdict:
    judge: str
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
    stages: Stages
    cross_encoder: CrossEncoder
    ensemble: EnsembleSettings
    dense: Dense
    service: ServiceSettings
    language_model: LanguageModelSettings
    hlatr: StageFolders
    hybrank: HybRankSettings
    see_st: SeeStSettings

    @property
    def version(self) -> str:
        """Short hash of all settings and of the shipped cell weights, stored with every suggestion."""
        values = asdict(self)
        if self.retriever == FUSION:
            del values["retriever"]  # as before there was another, so that stored suggestions stay of this version
        if self.retriever != ENSEMBLE:
            del values["ensemble"]
        settings = json.dumps(values, sort_keys=True).encode()
        return hashlib.sha256(settings + _cell_weights()).hexdigest()[:12]


@lru_cache(maxsize=1)
def _cell_weights() -> bytes:
    networks = sorted(file for file in CELL_NETWORKS.glob("*/*") if file.is_file())
    return b"".join(file.read_bytes() for file in (CELL_WEIGHTS, SELECTION_WEIGHTS, HEADER_NAMES, *networks))


@lru_cache(maxsize=1)
def default_config() -> Config:
    """Return the shipped settings."""
    data = _read(DEFAULT)
    pages = data["pages"] | {"weights": PageWeights(**data["pages"]["weights"])}
    passages = data["passages"] | {"fields": TableFields(**data["passages"]["fields"])}
    cells = data["cells"] | {"thresholds": CellThresholds(**data["cells"]["thresholds"])}
    return Config(
        data["retriever"],
        Pages(**pages),
        Passages(**passages),
        Cells(**cells),
        Shown(**data["shown"]),
        Verdict(**data["verdict"]),
        Stages(**{kind: tuple(names) for kind, names in data["stages"].items()}),
        CrossEncoder(**data["cross_encoder"]),
        EnsembleSettings(**data["ensemble"]),
        Dense(**data["dense"]),
        ServiceSettings(**data["service"]),
        LanguageModelSettings(**data["language_model"]),
        StageFolders(**data["hlatr"]),
        HybRankSettings(**data["hybrank"]),
        SeeStSettings(**data["see_st"]),
    )


def load_config(path: Path | None = None) -> Config:
    """Read a file of settings over the default ones. Raises BadConfig."""
    if path is None:
        return default_config()
    config = _over(default_config(), _read(path), str(path))
    _check_names(path, "retriever", [config.retriever], RETRIEVERS)
    _check_names(path, "judge", [config.verdict.judge], JUDGES)
    _check_names(path, "aggregation", [config.ensemble.aggregation], AGGREGATIONS)
    _check_names(path, "bm25", [config.ensemble.bm25], BM25_INDEXES)
    _check_names(path, "score", [config.see_st.score], SEE_ST_SCORES)
    for kind, named in asdict(config.stages).items():
        _check_names(path, kind, [name for name in named if "." not in name], RERANKERS)
    return config


def _check_names(path: Path, setting: str, given: Sequence[str], known: Sequence[str]) -> None:
    """Raise BadConfig for the first name that is not known."""
    for name in given:
        if name not in known:
            where = f"{path}: line {_line_of(setting, path)}"
            raise BadConfig(f"{where}: {setting}: {name!r} is unknown. There are: {', '.join(map(repr, known))}.")


def _line_of(name: str, path: Path) -> int:
    """Number of the first line that sets a value of this name; 1 if none does."""
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


_KINDS = {str: "a text", bool: "true or false", int: "a number", float: "a number"}


def _checked(old: Any, value: Any, where: str) -> Any:
    if isinstance(old, float) and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if isinstance(old, tuple):
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise BadConfig(f"{where}: {value!r} is not a list of texts.")
        return tuple(value)
    if type(value) is not type(old):
        raise BadConfig(f"{where}: {value!r} is not {_KINDS[type(old)]}.")
    if not isinstance(value, str) and value < 0:
        raise BadConfig(f"{where}: {value!r} is below 0.")
    return value
