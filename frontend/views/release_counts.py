"""Rows of the counts of a release or its preview."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from annotation.release.rule import Excluded, Source
from annotation.release.summary import SPLITS
from frontend.templatetags.words import VERDICTS

SIDES: dict[str, Promise] = {"train": _("Training"), "dev": _("Development"), "test": _("Test")}
SOURCES: dict[str, Promise] = {
    Source.SINGLE: _("verified by one person"),
    Source.UNANIMOUS: _("verified by several people who agree; the first one’s evidence is released"),
    Source.ADJUDICATED: _("adjudicated"),
}
REASONS: dict[str, Promise] = {
    Excluded.CALIBRATION: _("calibration item"),
    Excluded.GOLD: _("hidden gold item"),
    Excluded.RETIRED: _("reported and retired"),
    Excluded.REPORTED: _("reported and undecided"),
    Excluded.NOT_VERIFIED: _("not verified yet"),
    Excluded.DISAGREEMENT: _("verdicts disagree, not adjudicated"),
    Excluded.NO_EVIDENCE: _("without evidence"),
    Excluded.EVIDENCE_GONE: _("evidence missing from the corpus"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """One count, in words, of `of`."""

    words: str | Promise
    count: int
    of: int


@dataclass(frozen=True, slots=True)
class VerdictRow:
    """How many claims of a verdict stand on each side, in the order of SIDES, and in all."""

    words: str | Promise
    sides: list[int]
    total: int


@dataclass(frozen=True, slots=True)
class ShownCounts:
    claims: int
    released: int
    sources: list[Row]
    reasons: list[Row]
    verdicts: list[VerdictRow]
    sides: list[int]
    sets_left_out: int
    operations_left_out: int


def shown_counts(counts: dict[str, Any]) -> ShownCounts:
    """Of what `release.job.counts_json` wrote. A reason without words of its own is shown as the manifest names it."""
    claims, labels = counts["claims"], counts["labels"]
    known = [Row(words, counts["excluded"].get(reason, 0), claims) for reason, words in REASONS.items()]
    others = [Row(reason, n, claims) for reason, n in counts["excluded"].items() if reason not in REASONS]
    return ShownCounts(
        claims=claims,
        released=counts["released"],
        sources=[Row(words, counts["sources"].get(source, 0), claims) for source, words in SOURCES.items()],
        reasons=[row for row in [*known, *others] if row.count],
        verdicts=[
            _verdict(words, [labels.get(side, {}).get(verdict, 0) for side in SPLITS])
            for verdict, words in VERDICTS.items()
        ],
        sides=[counts["rows"].get(side, 0) for side in SPLITS],
        sets_left_out=counts["evidence_sets_left_out"],
        operations_left_out=counts["operations_left_out"],
    )


def _verdict(words: Promise, sides: list[int]) -> VerdictRow:
    return VerdictRow(words, sides, sum(sides))
