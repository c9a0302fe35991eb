"""The five phases: slugs in their order, and what each has in common with others. Pure."""

from __future__ import annotations

from enum import StrEnum


class PhaseName(StrEnum):
    """Slugs of the workflows."""

    NORMALISATION = "claim_normalisation"
    ANSWERING = "question_answering"
    VALIDATION = "verdict_validation"
    DISPUTE = "dispute_resolution"
    CONTROL = "post_control"


PHASES = tuple(PhaseName)
LATER = PHASES[1:]  # phases about one claim
ANSWERS = (PhaseName.ANSWERING, PhaseName.DISPUTE)  # questions are asked and answered, with the article
BLIND = (PhaseName.VALIDATION, PhaseName.CONTROL)  # a verdict from the answers alone
WITH_ARTICLE = (PhaseName.NORMALISATION, *ANSWERS)
