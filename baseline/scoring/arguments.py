"""Command line of `manage.py evaluate` and `python -m baseline.scoring`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from baseline.scoring.fever import fever_scores, read_fever
from baseline.scoring.feverous import NothingToScore
from baseline.scoring.predictions import BadPrediction, read_predictions
from baseline.scoring.report import as_json, as_markdown, as_text, report
from corpus.encoding_errors import undecodable_line


class CannotScore(Exception):
    """The message says what is wrong with which file."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("predictions", type=Path, help="JSONL: gold rows with what was predicted")
    parser.add_argument("--gold", type=Path, metavar="FILE", help="released rows, where the predictions have no gold")
    parser.add_argument("--format", choices=("text", "json", "markdown"), default="text")
    parser.add_argument("--resamples", type=int, default=1_000, metavar="N", help="0: no intervals (default: 1,000)")
    parser.add_argument("--seed", type=int, default=0, help="of the resamples")
    parser.add_argument("--no-header", action="store_true", help="the first line is a row as well")
    parser.add_argument("--strict", action="store_true", help="refuse malformed ids and labels (else: wrong, counted)")
    parser.add_argument("--fever", action="store_true", help="score FEVER predictions; --gold is their gold file")


def evaluated(options: argparse.Namespace) -> str:
    """Score the files and format the result. Raises CannotScore."""
    try:
        with ExitStack() as files:
            lines = files.enter_context(options.predictions.open(encoding="utf-8-sig"))
            gold = files.enter_context(options.gold.open(encoding="utf-8-sig")) if options.gold else None
            if options.fever:
                return _fever(lines, gold, options.format)
            malformed: list[str] = []
            rows = read_predictions(
                lines, gold, has_header=not options.no_header, malformed=None if options.strict else malformed
            )
        result = report(rows, resamples=max(options.resamples, 0), seed=options.seed, malformed=malformed)
    except OSError as error:
        raise CannotScore(f"{error.filename} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise CannotScore(f"{_undecodable(options)}: not UTF-8 ({error.reason}). Save it as UTF-8.") from error
    except (BadPrediction, NothingToScore) as error:
        raise CannotScore(f"{options.predictions}: {error}") from error
    if options.format == "json":
        return json.dumps(as_json(result), ensure_ascii=False, indent=1) + "\n"
    return as_markdown(result) if options.format == "markdown" else as_text(result)


def _undecodable(options: argparse.Namespace) -> str:
    """File and line that is not UTF-8."""
    for path in filter(None, (options.gold, options.predictions)):
        if line := undecodable_line(path):
            return f"{path}: line {line}"
    return str(options.predictions)


def _fever(lines: Iterator[str], gold: Iterator[str] | None, form: str) -> str:
    if gold is None:
        raise CannotScore("FEVER predictions have no gold of their own: name the gold file with --gold.")
    found = fever_scores(read_fever(gold, lines))
    if form == "json":
        return json.dumps(found, indent=1) + "\n"
    lines_out = [f"{name:<20} {value:.4f}" for name, value in found.items()]
    return "\n".join(lines_out) + "\n"
