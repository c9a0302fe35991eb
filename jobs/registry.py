"""The job functions by name. A new one adds a line here.

A job function is given its `Turn` and returns what came of it, ready for JSON. It may be called again from the start
after its worker was killed: what it stores, it stores in one transaction that begins with `turn.hold()`, or so that a
second run finds it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from annotation.quality.audit.job import classify
from annotation.quality.evidence_drift.job import look
from annotation.release.job import make, preview
from annotation.results.filtered import compute_filtered
from annotation.results.job import refresh
from annotation.suggestions.job import suggest
from annotation.workflows.claim_generation.sampling.job import draw
from jobs.context import Turn
from search.indexing.job import build

FUNCTIONS: dict[str, Callable[[Turn], dict[str, Any]]] = {
    "draw_highlights": draw,
    "build_index": build,
    "claim_only": classify,
    "quality_numbers": refresh,
    "narrowed_agreement": compute_filtered,
    "suggest_evidence": suggest,
    "make_release": make,
    "preview_release": preview,
    "check_evidence": look,
}
