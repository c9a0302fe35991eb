"""The evidence of claims that were imported from FEVER, in FEVER's own form: of all annotators, as it came."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from typing import Any

from annotation.release.importing.fever_rows import restore_fever_row
from annotation.vocabulary.operation_names import OwnOperation
from annotation.work.models import Operation

FeverEvidence = list[list[list[Any]]]


def fever_fields(claims: Collection[int]) -> dict[int, list[str]]:
    """Claim -> the fields of its row of FEVER in their order; absent where they are those of the released files."""
    if not claims:
        return {}
    first = Operation.objects.filter(
        assignment__task__verification_item__claim__in=claims,
        name=OwnOperation.IMPORTED,
        detail__has_key="fever_fields",
    )
    columns = ("assignment__task__verification_item__claim", "detail")
    return {claim: detail["fever_fields"] for claim, detail in first.values_list(*columns)}


def fever_evidence(claims: Collection[int]) -> dict[int, FeverEvidence]:
    """Claim -> the `evidence` of its row of FEVER; claims that did not come from FEVER are absent."""
    if not claims:
        return {}
    first = Operation.objects.filter(
        assignment__task__verification_item__claim__in=claims, name=OwnOperation.IMPORTED, sequence=0
    )
    parts: defaultdict[int, list[list[Any]]] = defaultdict(list)
    columns = ("assignment__task__verification_item__claim", "detail")
    for claim, detail in first.order_by("assignment").values_list(*columns):
        parts[claim] += detail.get("fever", [])
    return {claim: restore_fever_row(each) for claim, each in parts.items() if each}
