"""Command line of `manage.py evaluate` and `python -m baseline.scoring`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

from annotation.averitec.submissions import Shape
from baseline.models import NoModel
from baseline.scoring.claim_ranks import chosen_claim, rank_tables
from baseline.scoring.comparison import comparison, paired
from baseline.scoring.fever import document_scores, fever_scores, read_fever
from baseline.scoring.feverous import NothingToScore
from baseline.scoring.predictions import BadPrediction, Prediction, iter_predictions
from baseline.scoring.report import scores_of
from baseline.scoring.scores import Scores, report_of, report_with
from baseline.scoring.stage_report import stage_scores_of
from baseline.scoring.stage_results import claim_result
from baseline.scoring.tables import Report, as_json, as_markdown, as_text
from corpus.encoding_errors import undecodable_line

FEVER, AVERITEC = "fever", "averitec"


class CannotScore(Exception):
    """The message says what is wrong with which file."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("predictions", type=Path, help="JSONL: gold rows with what was predicted")
    parser.add_argument("--gold", type=Path, metavar="FILE", help="released rows, where the predictions have no gold")
    parser.add_argument("--format", choices=("text", "json", "markdown", FEVER, AVERITEC), default="text",
                        help="of the result; fever: the scores of FEVER predictions, to the last digit; averitec: "
                        "those of AVeriTeC predictions, as text")  # fmt: skip
    parser.add_argument("--resamples", type=int, default=1_000, metavar="N", help="0: no intervals (default: 1,000)")
    parser.add_argument("--seed", type=int, default=0, help="of the resamples")
    parser.add_argument("--no-header", action="store_true", help="the first line is a row as well")
    parser.add_argument("--strict", action="store_true", help="refuse malformed ids and labels (else: wrong, counted)")
    parser.add_argument("--stages", action="store_true", help="M-ReRank's tables: recall, gain and time of every stage")
    parser.add_argument(
        "--threshold", type=float, action="append", default=[], metavar="X",
        help="with --stages: precision and recall of cells whose last score is X or more; of AVeriTeC: evidence scores "
        "that pass, instead of the scorer's own; may be given again",
    )  # fmt: skip
    parser.add_argument(
        "--recall", type=float, action="append", default=[], metavar="X",
        help="of AVeriTeC: the yardstick's recall from which a right label counts; may be given again (.2 .25 .3)",
    )  # fmt: skip
    parser.add_argument("--ev2r", action="store_true", help="of AVeriTeC: recall and precision of atomic facts too, "
                        "by the language model of ATTEST_EV2R_URL; a request a claim")  # fmt: skip
    parser.add_argument("--claim", metavar="ID", help="the ranks of one claim's candidates after every stage")
    parser.add_argument("--against", type=Path, metavar="FILE", help="another file of these claims: paired differences")
    parser.add_argument("--fever", action="store_true", help="score FEVER predictions; --gold, if not they themselves")
    parser.add_argument("--averitec", action="store_true", help="score AVeriTeC predictions by --gold, its JSON file")
    parser.add_argument(
        "--scorer", choices=[*Shape], default=Shape.PAPER,
        help="of AVeriTeC: the paper's, the 2024 task's or EvalAI's; each reads a shape of its own (default: paper)",
    )  # fmt: skip


def evaluated(options: argparse.Namespace) -> str:
    """Score the files and format the result. Raises CannotScore."""
    if options.fever or options.format == FEVER:
        return _of_fever(options)
    if options.averitec or options.format == AVERITEC:
        return _of_averitec(options)
    try:
        if options.claim is not None:
            return _formatted(_ranks_of_claim(options), options.format)
        malformed: list[str] = []
        first = _scores(options.predictions, options, malformed)
        if options.against is None:
            numbers = {"resamples": max(options.resamples, 0), "seed": options.seed}
            return _formatted(report_of(first, **numbers, malformed=malformed), options.format)
        return _formatted(_compared(first, options), options.format)
    except NothingToScore as error:
        raise CannotScore(f"{options.predictions}: {error}") from error


def _scores(path: Path, options: argparse.Namespace, malformed: list[str]) -> Scores:
    """What the claims of a file add to the tables that are asked for. Raises CannotScore and NothingToScore."""
    with _read(path, options, malformed) as rows:
        if not options.stages:
            return scores_of([replace(one, stages=None) for one in rows])
        pairs = [(replace(one, stages=None), claim_result(one)) for one in rows]
    if not pairs:
        raise NothingToScore("There are no predictions to score.")
    predictions, results = zip(*pairs, strict=True)
    return stage_scores_of(predictions, results, options.threshold)


def _compared(first: Scores, options: argparse.Namespace) -> Report:
    """The first file against the other. Raises CannotScore."""
    second = _scores(options.against, options, [])
    try:
        places = paired(first.predictions, second.predictions)
    except BadPrediction as error:
        raise CannotScore(f"{options.predictions} and {options.against}: {error}") from error
    files = (options.predictions, options.against)
    names = tuple(path.name for path in files) if len({path.name for path in files}) == 2 else tuple(map(str, files))
    numbers = {"resamples": max(options.resamples, 0), "seed": options.seed}
    return comparison(first, second, places, (names[0], names[1]), **numbers)


def _ranks_of_claim(options: argparse.Namespace) -> Report:
    """The tables of one claim. Raises CannotScore."""
    with _read(options.predictions, options, []) as rows:
        chosen = chosen_claim(rows, options.claim)
        return report_with(rank_tables(chosen), [chosen], 0)


@contextmanager
def _read(path: Path, options: argparse.Namespace, malformed: list[str]) -> Iterator[Iterator[Prediction]]:
    """The rows of a file. Raises CannotScore, naming the file, whatever is wrong with it while they are read."""
    try:
        with ExitStack() as files:
            lines = files.enter_context(path.open(encoding="utf-8-sig"))
            gold = files.enter_context(options.gold.open(encoding="utf-8-sig")) if options.gold else None
            given = None if options.strict else malformed
            yield iter_predictions(lines, gold, has_header=not options.no_header, malformed=given)
    except OSError as error:
        raise CannotScore(f"{error.filename} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise CannotScore(f"{_undecodable(path, options)}: not UTF-8 ({error.reason}). Save it as UTF-8.") from error
    except BadPrediction as error:
        raise CannotScore(f"{path}: {error}") from error


def _formatted(result: Report, form: str) -> str:
    if form == "json":
        return json.dumps(as_json(result), ensure_ascii=False, indent=1) + "\n"
    return as_markdown(result) if form == "markdown" else as_text(result)


def _of_averitec(options: argparse.Namespace) -> str:
    """The scores of AVeriTeC by one of its scorers. Raises CannotScore."""
    from baseline.scoring.averitec.report import scored_files  # NLTK takes a second to import

    if options.gold is None:
        raise CannotScore(f"{options.predictions}: predictions of AVeriTeC hold no gold. Name its file with --gold.")
    if bad := [one for one in (*options.threshold, *options.recall) if not 0 <= one <= 1]:
        raise CannotScore(f"--threshold and --recall: {bad[0]} is no number from 0 to 1.")
    try:
        found = scored_files(
            options.predictions, options.gold, Shape(options.scorer), resamples=max(options.resamples, 0),
            seed=options.seed, strict=options.strict, thresholds=options.threshold, recalls=options.recall,
            by_model=options.ev2r,
        )  # fmt: skip
    except OSError as error:
        raise CannotScore(f"{error.filename} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise CannotScore(
            f"{_undecodable(options.predictions, options)}: not UTF-8 ({error.reason}). Save it as UTF-8."
        ) from error
    except (BadPrediction, NothingToScore, NoModel) as error:
        raise CannotScore(str(error)) from error
    return _formatted(found, options.format)


def _undecodable(path: Path, options: argparse.Namespace) -> str:
    """File and line that is not UTF-8."""
    for one in filter(None, (options.gold, path)):
        if line := undecodable_line(one):
            return f"{one}: line {line}"
    return str(path)


def _of_fever(options: argparse.Namespace) -> str:
    """The scores of FEVER, by gold rows of their own or by those that the predictions hold. Raises CannotScore."""
    path = options.predictions
    try:
        with path.open(encoding="utf-8-sig") as lines, (options.gold or path).open(encoding="utf-8-sig") as gold:
            rows = read_fever(gold, lines)
        found = fever_scores(rows) | document_scores(rows)
    except OSError as error:
        raise CannotScore(f"{error.filename} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise CannotScore(f"{_undecodable(path, options)}: not UTF-8 ({error.reason}). Save it as UTF-8.") from error
    except (BadPrediction, NothingToScore) as error:
        remedy = "" if options.gold else " Are the gold rows in a file of their own? Name it with --gold."
        raise CannotScore(f"{path}: {error}{remedy}") from error
    if options.format == "json":
        return json.dumps(found, indent=1) + "\n"
    if options.format == "markdown":
        return "|  | |\n|---|---|\n" + "".join(f"| {name} | {value!r} |\n" for name, value in found.items())
    return "".join(f"{name:<20} {value!r}\n" for name, value in found.items())
