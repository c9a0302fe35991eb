"""Original FEVER evidence of imported claims: of all annotators, in FEVER's own numbers and spellings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

from annotation.release.importing.fever_rows import restore_fever_row
from annotation.vocabulary.operation_names import OwnOperation
from annotation.work.models import Operation


class OriginalEvidence(NamedTuple):
    """A claim's side of the data set, and the `evidence` of its row."""

    split: str
    evidence: list[list[list[Any]]]


def original_evidence(claims: Sequence[int]) -> dict[int, OriginalEvidence]:
    """Of those of the claims that came from FEVER."""
    first = Operation.objects.filter(assignment__task__claim__in=claims, sequence=0, name=OwnOperation.IMPORTED)
    parts: defaultdict[tuple[int, str], list[list[Any]]] = defaultdict(list)
    columns = ("assignment__task__claim", "assignment__task__claim__release_split", "detail")
    for claim, split, detail in first.order_by("assignment").values_list(*columns):
        parts[claim, split] += detail.get("fever", [])
    return {claim: OriginalEvidence(split, restore_fever_row(told)) for (claim, split), told in parts.items() if told}
