"""Store the evidence sets of submissions, of any workflow that cites."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotation.evidence.models import Evidence, EvidenceSet, Source
from annotation.evidence.snapshotting import Pinned
from annotation.work.models import Submission

ROWS = 1_000  # of one INSERT
Cited = Pinned | Source
Look = Mapping[str, str]  # of a set: {"name": "...", "colour": "...", "label": "..."}, each may be missing


@dataclass(frozen=True, slots=True)
class PinnedWork:
    """A verdict with its evidence, found to be in the corpus. `looks` run beside the sets.

    `contradictions`: pairs of passages that contradict each other. `check`: lines of the check before submission.
    `release_id`: the number of an annotation that is imported.
    """

    verdict: str
    challenge: str
    sets: list[list[Pinned]]
    looks: list[Look]
    unsure: bool = False  # the person says so
    contradictions: Sequence[tuple[Pinned, Pinned]] = ()
    check: Sequence[Mapping[str, Any]] = ()
    release_id: int | None = None


def store_sets(works: Sequence[tuple[Submission, Sequence[Sequence[Cited]], Sequence[Look]]]) -> None:
    """Write the evidence sets of each submission, in order; each set has a look, perhaps an empty one."""
    sets = EvidenceSet.objects.bulk_create(
        (
            EvidenceSet(
                submission=submission,
                position=position,
                name=look.get("name", ""),
                colour=look.get("colour", ""),
                label=look.get("label", ""),
            )
            for submission, _sets, looks in works
            for position, look in enumerate(looks)
        ),
        batch_size=ROWS,
    )
    Evidence.objects.bulk_create(
        (
            _evidence(evidence_set, position, cited)
            for evidence_set, each in zip(sets, (each for _s, cited, _l in works for each in cited), strict=True)
            for position, cited in enumerate(each)
        ),
        batch_size=ROWS,
    )


def _evidence(evidence_set: EvidenceSet, position: int, cited: Cited) -> Evidence:
    if isinstance(cited, Source):
        return Evidence(evidence_set=evidence_set, position=position, source=cited)
    return Evidence(
        evidence_set=evidence_set,
        position=position,
        element_id=cited.element_id,
        context=cited.context,
        dropped=list(cited.dropped),
        added=list(cited.added),
        joined=list(cited.joined),
        page_title=cited.page_title,
        page_revision=cited.page_revision,
        content_hash=cited.content_hash,
    )
