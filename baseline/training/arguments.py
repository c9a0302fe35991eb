"""The command line of a training: `python -m baseline.training cells|network|verdicts|rerank ...`."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path

from baseline.candidates import KINDS
from baseline.cells.lexical import profiles
from baseline.training.rerank.stages import STAGES
from baseline.training.settings import DEFAULTS, RERANK, Settings

NUMBERS = [one for one in fields(Settings) if one.metadata]


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The options; `settings` among them as one value. Ends the command when they are wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m baseline.training",
        description="Train the cell classifier, the table network, the verdict classifier or a stage that orders "
        "candidates again; see README.md.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    tasks = parser.add_subparsers(dest="task", required=True, metavar="cells|network|verdicts|rerank")
    for task, paper in DEFAULTS.items():
        _options(tasks.add_parser(task, formatter_class=argparse.ArgumentDefaultsHelpFormatter), paper)
    _stage_options(tasks.add_parser(RERANK))
    options = parser.parse_args(arguments)
    if options.task == RERANK:
        _check_stage(parser, options)
    given = {one.name: value for one in fields(Settings) if (value := getattr(options, one.name, None)) is not None}
    for one in NUMBERS:
        if given.get(one.name, 1) < (1 if one.name in {"epochs", "batch", "length", "patience"} else 0):
            parser.error(f"--{one.name.replace('_', '-')}: {given[one.name]} is too small")
    if given.get("warmup", 0) > 1:
        parser.error(f"--warmup: {given['warmup']} is a share, from 0 to 1")
    defaults = STAGES[options.stage].defaults if options.task == RERANK else DEFAULTS[options.task]
    options.settings = replace(defaults, **given)
    options.again = shlex.join(
        ["python", "-m", "baseline.training", *[a for a in arguments if a not in {"--resume", "--enough"}]]
    )
    return options


def _stage_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("kind", choices=KINDS, help="what the stage orders")
    parser.add_argument("--stage", choices=[*STAGES], required=True, help="the stage that is trained")
    parser.add_argument("--dev", type=Path, metavar="FILE",
                        help="rows to stop by (default: a fifth of --train, by a hash of the claim)")  # fmt: skip
    parser.add_argument("--held-out", type=Path, nargs="+", default=[], metavar="FILE",
                        help="files none of whose claims may be in --train")  # fmt: skip
    parser.add_argument("--start", default="", metavar="FOLDER", help="checkpoint to start from, where a stage has one")
    parser.add_argument("--config", type=Path, metavar="FILE", help="settings of the stages before this one")
    parser.add_argument("--seeds", type=int, default=1, metavar="N",
                        help="train with so many seeds, each in a folder of its own (default: 1)")  # fmt: skip
    _common_options(parser, None)


def _check_stage(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """End the command where the options of a stage do not go together."""
    stage = STAGES[options.stage]
    if options.kind not in stage.kinds:
        parser.error(f"--stage: {options.stage} orders {' and '.join(stage.kinds)}, and no {options.kind}")
    if stage.starts and not options.start:
        parser.error(f"--start: {options.stage} starts from a checkpoint; name its folder")
    if options.seeds < 1:
        parser.error(f"--seeds: {options.seeds} is too small")


def _options(parser: argparse.ArgumentParser, paper: Settings) -> None:
    if paper.task == "network":
        parser.set_defaults(dev=None, start=None)
    else:
        parser.add_argument(
            "--dev", type=Path, required=True, metavar="FILE", help="rows to stop early by, and no more"
        )
        parser.add_argument("--start", required=True, metavar="FOLDER", help="checkpoint to start from")
    _common_options(parser, paper)
    if paper.task == "network":
        parser.add_argument("--words", default=paper.words, choices=[*profiles()], metavar="PROFILE",
                            help=f"header cells may be chosen as in {' or '.join(profiles())}")  # fmt: skip
    elif paper.task == "cells":
        parser.add_argument("--words", default="", choices=["", *profiles()], metavar="PROFILE",
                            help=f"learn what the lexical scorer lacks: {' or '.join(profiles())}")  # fmt: skip
    else:
        parser.add_argument("--no-nei-sampling", dest="nei_sampling", action="store_false",
                            help="learn from the NOT ENOUGH INFO claims of the file only")  # fmt: skip
        parser.add_argument("--nei-pages", default="", choices=["", "nearest", "random"],
                            help="claims of NOT ENOUGH INFO without evidence read a sentence of it")  # fmt: skip
        parser.add_argument("--by-length", action="store_true",
                            help="inputs of about one length in a batch: less padding, so faster")  # fmt: skip
        parser.add_argument("--dual", action="store_true",
                            help="two encoders: evidence as text, and as table rows")  # fmt: skip
        parser.add_argument("--claim-only", action="store_true", help="hide the evidence, to see what claims give away")


def _common_options(parser: argparse.ArgumentParser, paper: Settings | None) -> None:
    """Options of all tasks; without `paper` the numbers have the defaults of the stage."""
    parser.add_argument("--train", type=Path, required=True, metavar="FILE", help="FEVEROUS rows to learn from")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--corpus", metavar="SLUG", help="a corpus of the database (default: the only one)")
    where.add_argument("--pages", type=Path, metavar="FILE", help="page JSON, a page a line, and no database")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where the model goes")
    parser.add_argument("--resume", action="store_true", help="go on with the training in --out")
    parser.add_argument("--enough", action="store_true", help="with --resume: take the best so far as the result")
    parser.add_argument("--minutes", type=float, default=0.0, help="stop and save after so many (0: never)")
    parser.add_argument("--save-every", type=float, default=120.0, metavar="SECONDS", help="between checkpoints")
    for one in NUMBERS:
        if one.metadata["only"] not in {"", paper.task if paper else RERANK}:
            continue
        default = getattr(paper, one.name) if paper else argparse.SUPPRESS
        kind = float if one.type == "float" else int
        parser.add_argument(f"--{one.name.replace('_', '-')}", type=kind, default=default, help=one.metadata["help"])
    parser.add_argument("--half-on-cpu", action="store_true",
                        help="bfloat16 on a CPU too: twice as fast with avx512_bf16, slower without")  # fmt: skip


def leave(message: str, code: int = 1) -> None:
    """End the command with a sentence on standard error."""
    print(message, file=sys.stderr)
    raise SystemExit(code)
