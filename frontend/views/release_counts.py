"""Rows of the counts of a release or its preview."""

from __future__ import annotations

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from annotation.release.rule import Excluded, Source
from annotation.release.summary import SPLITS
from annotation.vocabulary.label_set import LabelSet

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


def shown_counts(counts: dict[str, Any], verdicts: LabelSet) -> dict[str, Any]:
    """Counts as `release.job.counts_json` wrote them, with labels: of sources and reasons (label, claims), of verdicts
    (label, claims of each split, in all). A reason without a label is shown as the manifest names it."""
    labels, excluded = counts["labels"], counts["excluded"]
    by_verdict = {
        label: [labels.get(side, {}).get(verdict, 0) for side in SPLITS] for verdict, label in verdicts.names.items()
    }
    reasons = [(label, excluded.get(reason, 0)) for reason, label in REASONS.items()]
    reasons += [(reason, claims) for reason, claims in excluded.items() if reason not in REASONS]
    return {
        **counts,
        "sources": [(label, counts["sources"].get(source, 0)) for source, label in SOURCES.items()],
        "reasons": [(label, claims) for label, claims in reasons if claims],
        "verdicts": [(label, claims, sum(claims)) for label, claims in by_verdict.items()],
        "sides": [counts["rows"].get(side, 0) for side in SPLITS],
    }
