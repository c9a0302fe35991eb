"""A folder with a trained table network: `network.safetensors`, and config.json, which says what it is.

`cells.weights` may name it as it may name a token classifier's: `classifier.py` looks at `model_type`.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from baseline.cells.blend import logit_of
from baseline.cells.lexical import ScoredCell, chance_of
from baseline.cells.network import INPUTS, chances, grid_of, new_network
from baseline.cells.rank import CellScorer
from baseline.config import Config
from baseline.models import NoModel, libraries
from baseline.words import ClaimWords
from corpus.elements import List, Page, Table

MODEL_TYPE, FILE = "attest-table-network", "network.safetensors"


@dataclass(frozen=True, slots=True)
class About:
    """`shift` is added to logits, so that the cut that was best in training lies at the default `cells.threshold`."""

    headers: bool
    shift: float
    width: int
    mixes: int
    members: int
    inputs: tuple[str, ...] = INPUTS
    model_type: str = MODEL_TYPE


def is_network(folder: Path) -> bool:
    """Whether a folder says that it has a table network."""
    try:
        data = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return isinstance(data, dict) and data.get("model_type") == MODEL_TYPE


def save_network(folder: Path, network: Any, about: About) -> None:
    """Write both files."""
    from safetensors.torch import save_file  # type: ignore[import-not-found, unused-ignore]

    save_file({name: value.contiguous() for name, value in network.state_dict().items()}, folder / FILE)
    (folder / "config.json").write_text(json.dumps(asdict(about), indent=1) + "\n", encoding="utf-8")


def load_network(folder: Path) -> tuple[Any, About]:
    """The network, ready to be asked. Raises NoModel."""
    libraries()
    from safetensors.torch import load_file  # type: ignore[import-not-found, unused-ignore]

    try:
        about = About(**json.loads((folder / "config.json").read_text(encoding="utf-8")))
        if tuple(about.inputs) != INPUTS:
            raise NoModel(f"The network in {str(folder)!r} was trained on other features than these: train it again.")
        network = new_network(about.width, about.mixes, about.members)
        network.load_state_dict(load_file(folder / FILE))
        _ = about.shift + about.headers
    except NoModel:
        raise
    except Exception as error:  # safetensors and torch each raise their own: all mean that the folder is no good
        raise NoModel(f"The network in {str(folder)!r} cannot be read ({type(error).__name__}: {error}).") from error
    return network.eval(), about


def open_network(config: Config) -> CellScorer:
    """The scorer of the configured folder. Raises NoModel."""
    network, about = load_network(Path(config.cells.weights))

    def choose(claim: ClaimWords, page: Page, holder: Table | List) -> list[ScoredCell]:
        if not claim.folded:
            return []
        grid = grid_of(claim, holder, headers=about.headers)
        if not grid.ids:
            return []
        texts = dict(zip(grid.ids, grid.texts, strict=True))
        moved = ((id_, chance_of(logit_of(p) + about.shift)) for id_, p in chances(network, grid).items())
        found = [ScoredCell(id_, p, texts[id_]) for id_, p in moved if p >= config.cells.threshold]
        return sorted(found, key=lambda cell: -cell.score)

    return choose
