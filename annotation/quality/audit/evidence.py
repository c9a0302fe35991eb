"""Read the evidence of current verifications, one query each for elements and types."""

from __future__ import annotations

from collections import defaultdict

from annotation.evidence.models import Evidence
from annotation.projects.models import Project
from annotation.quality.audit.evidence_types import evidence_type
from annotation.quality.audit.positions import Chosen
from annotation.vocabulary.tasks import Phase


def chosen_evidence(project: Project) -> dict[int, list[Chosen]]:
    """Verification -> its evidence elements, each once; verifications without evidence are absent."""
    rows = (
        Evidence.objects.filter(
            evidence_set__verification__is_current=True,
            evidence_set__verification__assignment__project=project,
            evidence_set__verification__assignment__task__phase=Phase.PRODUCTION,
        )
        .order_by()
        .values_list("evidence_set__verification", "element_id", "context")
    )
    found: defaultdict[int, dict[str, Chosen]] = defaultdict(dict)
    for verification, element, context in rows.iterator(chunk_size=5000):
        if element not in found[verification]:
            found[verification][element] = Chosen.of(element, context)
    return {verification: list(chosen.values()) for verification, chosen in found.items()}


def types_of(project: Project) -> dict[int, str]:
    """Verification -> sentences, cells or both; verifications without evidence are absent."""
    rows = (
        Evidence.objects.filter(
            evidence_set__verification__is_current=True,
            evidence_set__verification__assignment__project=project,
            evidence_set__verification__assignment__task__phase=Phase.PRODUCTION,
        )
        .order_by()
        .values_list("evidence_set__verification", "element_id")
    )
    found: defaultdict[int, set[str]] = defaultdict(set)
    for verification, element in rows.iterator(chunk_size=5000):
        found[verification].add(element)
    return {verification: evidence_type(elements) for verification, elements in found.items()}
