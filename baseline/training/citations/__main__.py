"""python -m baseline.training.citations --train FILE --start FOLDER --out FOLDER: train a verifier of citations."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from baseline.citations.cross_encoder import MOST, SHAPE
from baseline.citations.query import INPUT_SHAPES
from baseline.models import NoModel, libraries
from baseline.training.arguments import leave
from baseline.training.citations.groups import cut, read_groups
from baseline.training.citations.task import OUTPUTS, CitationTask, Latent
from baseline.training.fit import Run, fit
from baseline.training.folder import taken
from baseline.training.settings import CITATIONS, CannotTrain, Settings, Stopped, described, file_hash
from baseline.training.start import open_start
from baseline.training.stopping import asked_to_stop

DEFAULTS = Settings(CITATIONS, epochs=3, batch=8, rate=2e-5, decay=0.01, warmup=0.1, length=512)
NEGATIVES = 8  # passages of other pages in a group
NUMBERS = [one for one in fields(Settings) if one.metadata and not one.metadata["only"] and one.name != "limit"]


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, or go on training; end with a sentence when that cannot be."""
    given = sys.argv[1:] if arguments is None else arguments
    options = _parse(given)
    again = shlex.join(["python", "-m", "baseline.training.citations", *(one for one in given if one != "--resume")])
    try:
        libraries()
        with asked_to_stop(options.minutes) as should_stop, taken(options.out):
            _train(options, should_stop)
    except Stopped:
        leave(f"Stopped; all is saved in {options.out}. Go on with:\n  {again} --resume", 130)
    except (CannotTrain, NoModel) as error:
        leave(str(error))


def _parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m baseline.training.citations", formatter_class=argparse.ArgumentDefaultsHelpFormatter,
        description="Train a cross-encoder that checks citations. A line of --train is a row of WAFER with the texts "
        'of the cited page\'s passages, and perhaps "negative", a list of texts.',
    )  # fmt: skip
    parser.add_argument("--train", type=Path, required=True, metavar="FILE", help="rows to learn from")
    parser.add_argument("--dev", type=Path, metavar="FILE", help="rows to stop by; without: a tenth of the articles")
    parser.add_argument("--start", required=True, metavar="FOLDER", help="checkpoint to start from")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where the model goes")
    parser.add_argument("--latent", type=Latent, choices=[*Latent], default=Latent.HARD_EM,
                        help="which passages of the cited page are taken for evidence")  # fmt: skip
    parser.add_argument("--input", choices=[*INPUT_SHAPES], default=SHAPE, help="what of a claim the model reads")
    parser.add_argument("--passages", type=int, default=MOST, help="of the cited page, the likeliest")
    parser.add_argument("--negatives", type=int, default=NEGATIVES, help="passages of other pages")
    parser.add_argument("--resume", action="store_true", help="go on with the training in --out")
    parser.add_argument("--minutes", type=float, default=0.0, help="stop and save after so many (0: never)")
    parser.add_argument("--save-every", type=float, default=120.0, metavar="SECONDS", help="between checkpoints")
    for one in NUMBERS:
        kind = float if one.type == "float" else int
        parser.add_argument(f"--{one.name.replace('_', '-')}", type=kind, default=getattr(DEFAULTS, one.name),
                            help=one.metadata["help"])  # fmt: skip
    options = parser.parse_args(arguments)
    for name in ("epochs", "batch", "length", "patience", "passages", "negatives"):
        if getattr(options, name) < 1:
            parser.error(f"--{name}: {getattr(options, name)} is too small")
    return options


def _train(options: argparse.Namespace, should_stop: Callable[[], bool]) -> None:
    settings = replace(DEFAULTS, **{one.name: getattr(options, one.name) for one in NUMBERS})
    groups = read_groups(options.train, options.negatives, options.passages)
    dev = read_groups(options.dev, options.negatives, options.passages) if options.dev else []
    train, dev = (groups, dev) if dev else cut(groups)
    opened, is_new = open_start(options.start, "SequenceClassification", OUTPUTS, settings.seed)
    opened.model.config.citation_input = options.input
    opened.model.config.citation_length = settings.length
    task = CitationTask(settings, options.latent, train, dev)
    data: dict[str, Any] = {"train": file_hash(options.train), "latent": options.latent.value, "input": options.input}
    data |= {"passages": options.passages, "negatives": options.negatives}
    data |= {"dev": file_hash(options.dev)} if options.dev else {}
    about = described(settings, data, options.start, file_hash(Path(options.start)))
    run = Run(options.out, settings, about, options.resume, False, options.save_every, should_stop)
    fit(run, task, opened, task.save, "a new head" if is_new else "with the head it was trained with")


if __name__ == "__main__":
    main()
