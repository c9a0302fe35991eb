"""Read the evidence of counted verifications, one query each for elements and types."""

from __future__ import annotations

import json
from array import array
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from django.db.models import TextField
from django.db.models.functions import Cast

from annotation.evidence.queries import VERIFICATION, evidence_of
from annotation.projects.models import Project
from annotation.quality.audit.evidence_types import BOTH, evidence_type
from annotation.quality.audit.feature_table import FeatureTable
from annotation.quality.audit.positions import Chosen, places, section_of
from annotation.vocabulary.tasks import Phase
from annotation.work.counted import COUNTED
from corpus.page.element_id import full_id, parse

IN_PRODUCTION = COUNTED | {"assignment__task__phase": Phase.PRODUCTION}
PLACE_BITS = 16  # there are some dozens of places


def chosen_evidence(project: Project) -> dict[int, list[Chosen]]:
    """Verification -> its evidence elements, each once; verifications without evidence are absent."""
    rows = evidence_of(assignment__project=project, **IN_PRODUCTION)
    columns = rows.values_list(VERIFICATION, "element_id", Cast("context", TextField()))
    found: defaultdict[int, dict[str, Chosen]] = defaultdict(dict)
    for verification, element, context in columns.iterator(chunk_size=5000):
        if verification is not None and element not in found[verification]:  # None: of work that is no verification
            found[verification][element] = Chosen(parse(element), _section(context))
    return {verification: list(chosen.values()) for verification, chosen in found.items()}


def types_of(project: Project) -> dict[int, str]:
    """Verification -> sentences, cells or both; verifications without evidence are absent."""
    rows = evidence_of(assignment__project=project, **IN_PRODUCTION).values_list(VERIFICATION, "element_id")
    found: dict[int, str] = {}
    for verification, element in rows.iterator(chunk_size=5000):
        if verification is None:  # of work that is no verification
            continue
        kind = evidence_type((element,))
        found[verification] = kind if found.get(verification, kind) == kind else BOTH
    return found


def places_of(project: Project, verifications: Sequence[int]) -> FeatureTable:
    """The places of the evidence of each of these verifications of production (`positions.places`)."""
    rows = evidence_of(assignment__project=project, **IN_PRODUCTION)
    columns = rows.values_list(VERIFICATION, "element_id", Cast("context", TextField()))
    number_of = {verification: number for number, verification in enumerate(verifications)}
    place_of: dict[str, int] = {}
    pairs = array("q")
    for verification, element, context in columns.iterator(chunk_size=5000):
        number = number_of.get(verification)
        if number is not None:
            named = _places(element.partition("_")[2], _section(context))
            pairs.extend(number << PLACE_BITS | place_of.setdefault(place, len(place_of)) for place in named)
    ordered = np.unique(np.frombuffer(pairs, np.int64))
    documents, numbers = ordered >> PLACE_BITS, ordered & (1 << PLACE_BITS) - 1
    return FeatureTable(list(place_of), [(documents.astype(np.int32), numbers.astype(np.int32))])


@lru_cache(maxsize=16_384)
def _places(local: str, section: str) -> list[str]:
    """As `positions.places`, of an element's local id: of a million elements there are some thousand."""
    return places(Chosen(parse(full_id("-", local)), section))


def _section(context: str) -> str:
    """The nearest section of a context, as the database has it."""
    return _section_of_locals(tuple(element.partition("_")[2] for element in json.loads(context)))


@lru_cache(maxsize=16_384)
def _section_of_locals(locals_: tuple[str, ...]) -> str:
    """As `section_of`, of local ids: pages differ, and have these in common."""
    return section_of(full_id("-", local) for local in locals_)
