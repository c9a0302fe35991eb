"""The symmetric set of a project: four rows for each pair whose contrary was written."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from annotation.projects.models import Project
from annotation.work.counted import counted
from annotation.workflows.symmetric_pairs.models import SLUG, ContraryPair
from annotation.workflows.symmetric_pairs.rows import rows_of

ROWS = 1_000


def symmetric_rows(project: Project, without_people: Collection[int] = ()) -> Iterator[dict[str, Any]]:
    """The rows (`SymmetricRow`), by pair. `without_people`: those whose work is left out."""
    written = ContraryPair.objects.filter(
        counted("submission__"), submission__assignment__project=project, submission__assignment__kind=SLUG
    ).exclude(submission__assignment__person__in=without_people)
    related = "submission__assignment__task__symmetric_pair__claim"
    for one in written.select_related(related).order_by("submission__assignment__task").iterator(chunk_size=ROWS):
        pair = one.submission.assignment.task.symmetric_pair
        number = pair.claim_id if pair.claim.release_id is None else pair.claim.release_id
        first, second = (pair.text, pair.evidence), (one.claim, one.evidence)
        yield from map(dict, rows_of(number, first, second, (pair.label, pair.contrary)))
