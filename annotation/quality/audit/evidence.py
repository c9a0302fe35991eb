"""Read the evidence of counted verifications, one query each for elements and types."""

from __future__ import annotations

from collections import defaultdict
from itertools import chain

from annotation.evidence.queries import VERIFICATION, evidence_of, evidence_sets
from annotation.projects.models import Project
from annotation.quality.audit.evidence_types import evidence_type
from annotation.quality.audit.positions import Chosen
from annotation.vocabulary.tasks import Phase
from annotation.work.counted import COUNTED

IN_PRODUCTION = COUNTED | {"assignment__task__phase": Phase.PRODUCTION}


def chosen_evidence(project: Project) -> dict[int, list[Chosen]]:
    """Verification -> its evidence elements, each once; verifications without evidence are absent."""
    rows = evidence_of(assignment__project=project, **IN_PRODUCTION).values_list(VERIFICATION, "element_id", "context")
    found: defaultdict[int, dict[str, Chosen]] = defaultdict(dict)
    for verification, element, context in rows.iterator(chunk_size=5000):
        if element not in found[verification]:
            found[verification][element] = Chosen.of(element, context)
    return {verification: list(chosen.values()) for verification, chosen in found.items()}


def types_of(project: Project) -> dict[int, str]:
    """Verification -> sentences, cells or both; verifications without evidence are absent."""
    sets = evidence_sets(assignment__project=project, **IN_PRODUCTION)
    return {verification: evidence_type(chain.from_iterable(given)) for verification, given in sets.items()}
