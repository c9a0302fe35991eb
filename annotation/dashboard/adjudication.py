"""The adjudication queue for a page."""

from __future__ import annotations

from collections.abc import Mapping

from annotation.projects.data_version import ADJUDICATIONS, data_version
from annotation.projects.models import Project
from annotation.quality.adjudication.queue import Entry, Wanted, measure, queue
from annotation.quality.adjudication.rules import Disagreement
from annotation.results.store import Result, derived_result


def adjudication_queue(project: Project, wanted: Wanted, person: int | None = None) -> list[Entry]:
    """The value of `queue`, which measures claims again only if verifications have changed: decisions do not."""
    if wanted is Wanted.DONE:
        return queue(project, wanted, person=person)
    found = queue(project, wanted, measured(project, wanted), person=person)
    if wanted is not Wanted.VERDICTS or person is None:
        return found
    # What somebody is asked to decide on as well stands in the part that it belongs to.
    verdicts = measured(project, wanted)
    elsewhere = {one.claim for one in found if one.claim not in verdicts}
    elsewhere &= measured(project, Wanted.EVIDENCE).keys() if elsewhere else set()
    return [one for one in found if one.claim not in elsewhere]


def measured(project: Project, wanted: Wanted) -> Mapping[int, Disagreement]:
    """The value of `measure` of now; of this process, as long as no verification has changed."""
    version = Result(None, data_version(project.pk, without=(ADJUDICATIONS,)), project.created_at)
    found: Mapping[int, Disagreement] = derived_result(project, version, wanted, lambda: measure(project, wanted)).value
    return found
