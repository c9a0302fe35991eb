"""Where a training stands, on disk: written whole or not at all, so that it goes on after kill -9."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from baseline.models import libraries
from baseline.training.settings import CannotTrain

FILE = "checkpoint.pt"


@dataclass(slots=True)
class State:
    """Where it stands. `evaluated` is the step of the last evaluation, `waited` how many there were since the best;
    `pieces` is into how many a batch is cut for the memory there is."""

    step: int = 0
    evaluated: int = 0
    best_step: int = 0
    best_score: float = -1.0
    waited: int = 0
    pieces: int = 1
    seconds: float = 0.0


def write_whole(path: Path, write: Callable[[Path], None]) -> None:
    """Have a file written beside its place, flushed to the disk, and put there in one step."""
    partial = path.with_name(path.name + ".partial")
    write(partial)
    with partial.open("rb") as file:
        os.fsync(file.fileno())
    os.replace(partial, path)


def save(folder: Path, state: State, model: Any, optimizer: Any, scheduler: Any, scaler: Any) -> None:
    """All that the next step depends on: weights, optimizer, scales, and what chance will bring."""
    torch, _ = libraries()
    data = {
        "state": asdict(state),
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "scheduler": scheduler.state_dict(),
        "scaler": scaler.state_dict(),
        "random": torch.get_rng_state(),
        "cuda": torch.cuda.get_rng_state_all() if torch.cuda.is_available() else [],
    }
    write_whole(folder / FILE, lambda path: torch.save(data, path))
    for old in folder.glob("best-*.pt"):
        if old.name != best_name(state):
            old.unlink()


def load(folder: Path, model: Any, optimizer: Any, scheduler: Any, scaler: Any) -> State:
    """Put everything back as it was. Raises CannotTrain."""
    torch, _ = libraries()
    path = folder / FILE
    try:
        data = torch.load(path, map_location="cpu", weights_only=True)
        model.load_state_dict(data["model"])
        optimizer.load_state_dict(data["optimizer"])
        scheduler.load_state_dict(data["scheduler"])
        scaler.load_state_dict(data["scaler"])
        torch.set_rng_state(data["random"])
        if data["cuda"] and torch.cuda.device_count() == len(data["cuda"]):
            torch.cuda.set_rng_state_all(data["cuda"])
        return State(**data["state"])
    except Exception as error:  # a damaged file raises whatever it comes to
        raise CannotTrain(
            f"{path} cannot be read ({type(error).__name__}: {error}). Begin again with another --out."
        ) from error


def best_name(state: State) -> str:
    """The file of the weights that did best on dev so far."""
    return f"best-{state.best_step}.pt"


def save_best(folder: Path, state: State, model: Any) -> None:
    """Keep these weights; those before are removed with the next checkpoint, which knows of these."""
    torch, _ = libraries()
    write_whole(folder / best_name(state), lambda path: torch.save(model.state_dict(), path))


def load_best(folder: Path, state: State, model: Any) -> None:
    """Back to the weights that did best."""
    torch, _ = libraries()
    model.load_state_dict(torch.load(folder / best_name(state), map_location="cpu", weights_only=True))
