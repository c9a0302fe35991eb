"""python manage.py failed_verification (--corpus SLUG | --wafer FILE ...) [--out FOLDER]"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from annotation.figures.columns import Panel, columns
from annotation.figures.figure import Figure
from baseline.citations.calibration import calibrated_on
from baseline.citations.failed_rows import Row, corpus_rows, ranked, wafer_rows
from baseline.citations.verify import lexical_verifier, open_verifier
from baseline.models import NoModel
from baseline.scoring.failed_verification import MEASURES, Estimate, baselines, depth_shares, measured
from corpus.store import CorpusNotChosen, choose_corpus

AGAINST, SHOWN = "random", 5
FIGURE = "url_depth"


class Command(BaseCommand):
    """Rank citations worst first and say how well that finds those that are known to fail."""

    help = (
        "Rank the citations of a corpus, or of WAFER files, by how likely they fail verification, and measure it "
        "against the tags of editors: precision at recall, average precision, ROC, each with an interval, beside URL "
        "depth, source length, dead links and chance. Sources in another language than the claim are ranked in the "
        "middle unless a model reads them, and all is measured without them too. With --out also the distribution of "
        "URL depth, as SVG and CSV."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--corpus", metavar="SLUG", help="a corpus whose citations were checked (check_citations)")
        what.add_argument("--wafer", metavar="FILE", type=Path, nargs="+", help="WAFER files (test and fail-test)")
        parser.add_argument("--model", default="", metavar="FOLDER", help="of --wafer: a cross-encoder that checks")
        parser.add_argument("--calibrate", action="store_true",
                            help="make --model's scores probabilities by these rows, kept beside it")  # fmt: skip
        parser.add_argument("--out", type=Path, metavar="FOLDER", help="where the distribution of URL depth goes")

    def handle(self, *args: Any, **options: Any) -> None:
        rows = self._rows(options)
        if options["calibrate"]:
            self._calibrate(rows, options["model"])
        figure = depth_figure(rows)
        if options["out"]:
            options["out"].mkdir(parents=True, exist_ok=True)
            for ending, text in (("svg", figure.standalone()), ("csv", figure.csv())):
                (options["out"] / f"{FIGURE}.{ending}").write_text(text, encoding="utf-8")
        for group, step, share, count in figure.rows:
            self.stdout.write(f"{group}: {step} elements {share:.3f} ({count})")
        kept = ranked(rows)
        if len(kept) < len(rows):
            left_out = len(rows) - len(kept)
            self.stderr.write(f"{left_out:,} of {len(rows):,} citations were not checked and are left out.")
        self._measure(kept)
        own = [one for one in kept if not one.language]
        if len(own) < len(kept) and 0 < sum(one.failed for one in own) < len(own):
            self.stdout.write(f"\nWithout {len(kept) - len(own):,} whose source is in another language than the claim:")
            self._measure(own)

    def _measure(self, kept: Sequence[Row]) -> None:
        self.stdout.write(f"{sum(one.failed for one in kept):,} of {len(kept):,} are known to fail")
        try:
            found = measured([one.failed for one in kept], rankings(kept), AGAINST)
        except ValueError as error:
            raise CommandError(str(error)) from error
        for name, one in found.items():
            for key in MEASURES:
                gain = "" if name == AGAINST else f"  over {AGAINST} {_shown(one.differences[key], '+')}"
                self.stdout.write(f"{name:15} {key:28} {_shown(one.values[key])}{gain}")

    def _calibrate(self, rows: Sequence[Row], model: str) -> None:
        known = [(one.score, one.failed) for one in rows if one.score is not None]
        if not model or not known:
            raise CommandError("--calibrate needs --model, and --wafer files with texts in their provenance.")
        calibrated_on(*zip(*known, strict=True)).write(Path(model))
        self.stderr.write(f"{model}: calibrated on {len(known):,} citations. Measure it on others.")

    def _rows(self, options: dict[str, Any]) -> list[Row]:
        if options["corpus"]:
            try:
                return [*corpus_rows(choose_corpus(options["corpus"]))]
            except CorpusNotChosen as error:
                raise CommandError(f"No such corpus. There are: {', '.join(error.slugs) or 'none'}.") from error
        try:
            verifier = open_verifier(options["model"]) if options["model"] else lexical_verifier()
            rows, problems = wafer_rows(options["wafer"], verifier)
        except (NoModel, OSError) as error:
            raise CommandError(str(error)) from error
        for problem in problems[:SHOWN]:
            self.stderr.write(problem)
        if problems:
            self.stderr.write(f"{len(problems):,} rows could not be read, {len(rows):,} could.")
        return rows


def rankings(rows: Sequence[Row]) -> dict[str, list[float]]:
    """What orders these rows: the check where it was made, and the baselines that have what they need."""
    checked = {"check": [one.fails for one in rows]} if all(one.fails is not None for one in rows) else {}
    made = baselines(
        [one.id for one in rows], [one.depth for one in rows], [one.words or 0 for one in rows],
        [one.is_dead for one in rows],
    )  # fmt: skip
    if any(one.words is None for one in rows):
        del made["source length"]
    return {**{name: [float(value or 0) for value in own] for name, own in checked.items()}, **made}


def depth_figure(rows: Sequence[Row]) -> Figure:
    """Figure 7 of the paper: how many elements the paths of addresses have, a panel a group."""
    groups = sorted({one.group for one in rows})
    shares = depth_shares({group: [one.depth for one in rows if one.group == group] for group in groups})
    return columns(
        FIGURE, "Elements of the paths of cited addresses", "A panel a group of citations; shares of the group.",
        [Panel(group, counts) for group, counts in shares.items()],
        steps="elements of the path", heads=("group", "elements", "share"),
    )  # fmt: skip


def _shown(one: Estimate, sign: str = "") -> str:
    ends = f" [{one.interval[0]:{sign}.3f}, {one.interval[1]:{sign}.3f}]" if one.interval else ""
    return f"{one.value:{sign}.3f}{ends}"
