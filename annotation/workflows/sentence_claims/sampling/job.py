"""Drawing sentences as a job."""

from __future__ import annotations

from functools import partial
from typing import Any

from annotation.work.sampling import job as sampling
from annotation.workflows.sentence_claims.models import SentenceSample
from annotation.workflows.sentence_claims.sampling.sample import sample_sentences
from annotation.workflows.sentence_claims.settings import settings_of
from jobs.context import JobContext
from jobs.registry import job

KIND = "draw_sentences"
ask = partial(sampling.ask, KIND, SentenceSample, settings_of)


@job(KIND)
def draw(context: JobContext) -> dict[str, Any]:
    """Draw as asked (`draw_as_asked`)."""
    return sampling.draw_as_asked(context, SentenceSample, sample_sentences)
