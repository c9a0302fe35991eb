"""Settings of a training: the paper's hyper-parameters (section 7.7.1), and the description in training.json."""

from __future__ import annotations

import hashlib
import json
import subprocess
from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
CITATIONS = "citations"  # the task of verifiers of citations
RERANK = "rerank"  # the task of stages that order candidates again


class CannotTrain(Exception):
    """The training cannot begin or go on; the message says why, and what to do."""


class Stopped(Exception):
    """Stop request or time limit; the training is saved and can be resumed."""


def _number(about: str, default: Any = MISSING, only: str = "") -> Any:
    """A field that is an option of the command as well; with `only`, of that task alone."""
    return field(default=default, metadata={"help": about, "only": only})


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that the result depends on, besides the data and the start checkpoint.

    `words` names a profile of the lexical cell scorer that the model adds to ("" for none); `claim_only` hides the
    evidence from the verdict; `by_length` puts inputs of about one length into a batch;
    `nei_pages` ("nearest", "random") gives claims of NOT ENOUGH INFO without evidence a sentence of such a page;
    `dual` reads the evidence of verdicts as text and as table rows; `stage` and `kind` name a stage that orders
    candidates again (`rerank/stages.py`) and what it orders.
    """

    task: str
    epochs: int = _number("times through the data")
    batch: int = _number("claims a step")
    rate: float = _number("highest learning rate, from which it falls to 0")
    decay: float = _number("weight decay")
    length: int = _number("tokens of an input; of cells: of a window", 512)
    seed: int = _number("of the order, the new head, dropout and sampling", 0)
    steps: int = _number("at most so many steps (0: all)", 0)
    limit: int = _number("learn from so many claims, by chance (0: all)", 0)
    evaluate_every: int = _number("steps between evaluations (0: after each epoch)", 0)
    patience: int = _number("stop after so many evaluations without a better score", 3)
    words: str = ""
    nei_sampling: bool = True
    claim_only: bool = False
    warmup: float = _number("share of the steps in which the rate rises from 0", 0.0)
    by_length: bool = False
    half_on_cpu: bool = False
    dual: bool = False
    nei_pages: str = ""
    stage: str = ""
    kind: str = ""
    depth: int = _number("candidates of a list that are ordered; others keep their order (0: all)", 0, only=RERANK)
    margin: float = _number("cross-encoder: by how much evidence is to be above its negative", 0.0, only=RERANK)
    ranked: float = _number("cross-encoder: weight of negatives that are ranked but wrong", 0.5, only=RERANK)
    same_page: float = _number("cross-encoder: weight of those of them on the page of the evidence", 0.25, only=RERANK)
    random: float = _number("cross-encoder: weight of negatives that were found for other claims", 0.25, only=RERANK)


# Section 7.7.1: RoBERTa-base for cells, RoBERTa-large trained on NLI for verdicts.
PAPER = {
    "cells": Settings("cells", epochs=1, batch=16, rate=5e-5, decay=0.1),
    "verdicts": Settings("verdicts", epochs=1, batch=16, rate=1e-5, decay=0.01),
}
# The paper has no such network: chosen by cross-validation on the tuned half of FeTaQA (benchmarks/baseline/README.md).
NETWORK = Settings("network", epochs=12, batch=8, rate=3e-3, decay=0.05, warmup=0.1, words="wikipedia")
DEFAULTS = {**PAPER, "network": NETWORK}


def file_hash(path: Path) -> str:
    """The SHA-256 of a file, or of a folder's files by name."""
    digest = hashlib.sha256()
    for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
        if file.is_file():
            digest.update(str(file.relative_to(path)).encode())
            with file.open("rb") as data:
                while block := data.read(1 << 20):
                    digest.update(block)
    return digest.hexdigest()


def code_version() -> str:
    """The commit, with "+changes" where files differ from it; "unknown" outside a checkout."""
    git = ["git", "-C", str(ROOT)]
    try:
        commit = subprocess.run([*git, "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True)  # nosec B603 # constant arguments
        changed = subprocess.run([*git, "diff", "--quiet", "HEAD"], capture_output=True, check=False).returncode  # nosec B603 # constant arguments
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return commit.stdout.strip() + ("+changes" if changed else "")


def described(settings: Settings, data: Mapping[str, Any], start: str, start_hash: str) -> dict[str, Any]:
    """Contents of training.json: enough to train the weights again."""
    return {
        "settings": asdict(settings),
        "data": dict(data),
        "start": {"name": Path(start).name, "sha256": start_hash},
        "code_version": code_version(),
    }


def refuse_other(stored: Path, wanted: Mapping[str, Any]) -> None:
    """A training goes on with what it began with, or not at all. Raises CannotTrain naming what differs."""
    try:
        known = json.loads(stored.read_text(encoding="utf-8"))
        pairs = [(f"--{f.name.replace('_', '-')}", known["settings"].get(f.name, f.default), wanted["settings"][f.name])
                 for f in fields(Settings)]  # fmt: skip
        pairs += [(f"the data ({name})", known["data"].get(name), value) for name, value in wanted["data"].items()]
        pairs.append(("the start checkpoint", known["start"]["sha256"], wanted["start"]["sha256"]))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CannotTrain(
            f"{stored} cannot be read ({error}), so nobody knows what to go on with. Begin again with another --out."
        ) from error
    for name, old, new in pairs:
        if old != new:
            shown = f": it was {old}, and now is {new}" if name.startswith("--") else ""
            raise CannotTrain(
                f"The training in {stored.parent} began with another value of {name}{shown}. "
                "Go on with the same, or begin again with another --out."
            )
