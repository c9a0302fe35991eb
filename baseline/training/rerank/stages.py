"""Stages that `python -m baseline.training rerank` trains. A new one: a line in STAGES, and one in `rerank/open.py`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from baseline.candidates import KINDS, Kind
from baseline.config import CROSS_ENCODER, HLATR, HYBRANK, SEE_ST, Config
from baseline.models import Opened
from baseline.rerank.lists import CandidateList
from baseline.source import Source
from baseline.training.protocol import Task
from baseline.training.rerank.cross_encoder import CrossEncoderTask
from baseline.training.rerank.hlatr import HlatrTask
from baseline.training.rerank.hybrank import HybRankTask
from baseline.training.rerank.see_st import SeeStTask
from baseline.training.settings import RERANK, Settings


class StageTask(Task, Protocol):
    """A stage as a training task; see `loop.Task`."""

    def opened(self, start: str, seed: int) -> Opened:
        """The model to train: of the checkpoint in `start`, or new by the seed where that is "". Raises NoModel."""

    def save(self, folder: Path, opened: Opened, scores: Mapping[str, float]) -> None:
        """Write the trained model, with a config.json that names the stage and the kind."""


# Settings, lists to learn from, lists to stop by, the pages, the configuration that made the lists.
MakeTask = Callable[[Settings, Sequence[CandidateList], Sequence[CandidateList], Source, Config], StageTask]


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage that can be trained. `section` is that of baseline.toml with a folder for each kind.

    `kinds`: those it is for; `starts`: it needs the checkpoint --start; `reads`: it needs the candidates' texts.
    """

    section: str
    make: MakeTask
    defaults: Settings
    kinds: tuple[Kind, ...] = KINDS
    starts: bool = False
    reads: bool = False


STAGES: dict[str, Stage] = {
    # M-ReRank, but for its encoder and its number of epochs, which is not given.
    CROSS_ENCODER: Stage(
        "cross_encoder",
        CrossEncoderTask,
        Settings(RERANK, epochs=3, batch=16, rate=1e-5, decay=0.01, depth=20),
        starts=True,
    ),
    # Zhang and others 2022 (HLATR), as M-ReRank sets it.
    HLATR: Stage(
        "hlatr", HlatrTask, Settings(RERANK, epochs=30, batch=256, rate=1e-3, decay=0.01, patience=30, depth=50)
    ),
    # Zhang and others 2023 (HybRank), in fewer epochs.
    HYBRANK: Stage(
        "hybrank",
        HybRankTask,
        Settings(RERANK, epochs=8, batch=16, rate=1e-3, decay=0.01, warmup=0.1, patience=8, depth=100),
        reads=True,
    ),
    # The losses of SEE-ST, with the rate and the epochs of the table network.
    SEE_ST: Stage(
        "see_st",
        SeeStTask,
        Settings(RERANK, epochs=12, batch=8, rate=3e-3, decay=0.05, warmup=0.1, patience=6),
        kinds=("tables", "cells"),
    ),
}
