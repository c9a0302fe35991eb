"""Queries of the evidence that verifications cite."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from django.db.models import QuerySet

from annotation.evidence.models import Evidence

OF = "evidence_set__verification"


def evidence_of(**verifications: Any) -> QuerySet[Evidence]:
    """Select the evidence of the verifications that fit these lookups, unordered."""
    return Evidence.objects.filter(**{f"{OF}__{name}": value for name, value in verifications.items()}).order_by()


def evidence_sets(**verifications: Any) -> dict[int, tuple[frozenset[str], ...]]:
    """Verification -> the element ids of each of its sets, in their order; those without evidence are absent."""
    found: defaultdict[int, defaultdict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
    rows = evidence_of(**verifications).values_list(OF, "evidence_set__position", "element_id")
    for verification, position, element in rows.iterator(chunk_size=5000):
        found[verification][position].add(element)
    return {pk: tuple(frozenset(sets[position]) for position in sorted(sets)) for pk, sets in found.items()}
