"""Effect of a change of guidelines, for a page."""

from __future__ import annotations

from annotation.quality.guideline_changes.effect import effect_of, ratings_of
from annotation.quality.guideline_changes.models import GuidelineChange
from annotation.results.store import Result, result_of


def guideline_effect(change: GuidelineChange) -> Result:
    """The value of `effect_of` that this process has or computes; it may be two minutes old.

    The annotations are read once for all versions of one kind of work.
    """
    project, kind = change.project, change.kind
    ratings = result_of(project, ("guideline ratings", kind), lambda: ratings_of(project, kind)).value
    return result_of(project, ("guideline change", change.pk), lambda: effect_of(change, ratings))
