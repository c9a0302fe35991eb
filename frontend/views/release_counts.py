"""Rows of the counts of a release or its preview."""

from __future__ import annotations

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from annotation.release import left_out
from annotation.release.rule import Excluded, Source
from annotation.release.summary import SPLITS
from annotation.vocabulary.action_reasons import ActionReason
from annotation.vocabulary.label_set import LabelSet

SIDES: dict[str, Promise] = {"train": _("Training"), "dev": _("Development"), "test": _("Test")}
SOURCES: dict[str, Promise] = {
    Source.SINGLE: _("verified by one person"),
    Source.UNANIMOUS: _("verified by several people who agree; the first one’s evidence is released"),
    Source.FIRST: _("verified by several people who disagree; the first annotation counts"),
    Source.ADJUDICATED: _("adjudicated"),
}
LEFT_OUT: dict[str, Promise] = {
    left_out.SET_ASIDE: _("set aside"),
    left_out.PERSON: _("of people who are left out"),
    left_out.PERIOD: _("of periods that are left out"),
}
REASONS: dict[str, Promise] = {
    Excluded.CALIBRATION: _("calibration item"),
    Excluded.GOLD: _("hidden gold item"),
    Excluded.RETIRED: _("reported and retired"),
    Excluded.REPORTED: _("reported and undecided"),
    Excluded.SET_ASIDE: _("every verification set aside"),
    Excluded.LEFT_OUT: _("every verification, or the writer, left out of this release"),
    Excluded.NOT_VERIFIED: _("not verified yet"),
    Excluded.DISAGREEMENT: _("verdicts disagree, not adjudicated"),
    Excluded.NO_EVIDENCE: _("without evidence"),
    Excluded.EVIDENCE_GONE: _("evidence missing from the corpus"),
}


def left_out_words(reason: str) -> str:
    """Why verifications are left out: the manifest's reason as people read it."""
    if reason in LEFT_OUT:
        return str(LEFT_OUT[reason])
    kind, _colon, value = reason.partition(": ")
    words = dict(ActionReason.choices).get(value, value)
    return f"{LEFT_OUT[kind]}: {words}" if kind in LEFT_OUT else reason


def shown_counts(counts: dict[str, Any], verdicts: LabelSet) -> dict[str, Any]:
    """Counts as `release.job.counts_json` wrote them, with labels: of sources and reasons (label, claims), of verdicts
    (label, claims of each split, in all). A reason without a label is shown as the manifest names it."""
    labels, excluded = counts["labels"], counts["excluded"]
    by_verdict = {
        label: [labels.get(side, {}).get(verdict, 0) for side in SPLITS] for verdict, label in verdicts.names.items()
    }
    reasons = [(label, excluded.get(reason, 0)) for reason, label in REASONS.items()]
    reasons += [(reason, claims) for reason, claims in excluded.items() if reason not in REASONS]
    unreleased = counts.get("verifications_left_out", {})  # which counts of an earlier version do not have
    return {
        **counts,
        "left_out": [(left_out_words(reason), number) for reason, number in unreleased.items()],
        "left_out_in_all": sum(unreleased.values()),
        "undecided": excluded.get(Excluded.DISAGREEMENT, 0),
        "by_the_first": counts["sources"].get(Source.FIRST, 0),
        "sources": [(label, counts["sources"].get(source, 0)) for source, label in SOURCES.items()],
        "reasons": [(label, claims) for label, claims in reasons if claims],
        "verdicts": [(label, claims, sum(claims)) for label, claims in by_verdict.items()],
        "sides": [counts["rows"].get(side, 0) for side in SPLITS],
    }
