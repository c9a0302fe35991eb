"""Drawing highlights as a job."""

from __future__ import annotations

from functools import partial
from typing import Any

from annotation.work.sampling import job as sampling
from annotation.workflows.claim_generation.models import HighlightSample
from annotation.workflows.claim_generation.sampling.sample import highlight_settings, sample_highlights
from jobs.context import JobContext
from jobs.registry import job

KIND = "draw_highlights"
DrawnMeanwhile = sampling.DrawnMeanwhile
ask = partial(sampling.ask, KIND, HighlightSample, highlight_settings)


@job(KIND)
def draw(context: JobContext) -> dict[str, Any]:
    """Draw as asked (`draw_as_asked`)."""
    return sampling.draw_as_asked(context, HighlightSample, sample_highlights)
