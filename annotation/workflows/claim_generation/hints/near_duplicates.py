"""Hint that the project has a claim of nearly the same words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from annotation.claims.near_duplicates import most_similar_claim
from annotation.workflows.claim_generation.hints.hint import Hint


def near_duplicates(text: str, project_id: int, besides: Sequence[int] = ()) -> Iterator[Hint]:
    """Name the most similar claim; claims of the ids `besides` do not count."""
    claim = most_similar_claim(text, project_id, besides)
    if claim is not None:
        message = _("The project has a claim that is nearly the same: “%(claim)s”")
        yield Hint("near_duplicate", message % {"claim": claim})
