"""Known evidence of a project's claims, against which suggestions are evaluated."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from annotation.evidence.queries import evidence_sets
from annotation.projects.models import Project
from annotation.quality.adjudication.models import Adjudication
from annotation.suggestions.evaluation import Sets
from annotation.suggestions.queries import shown_suggestions
from annotation.vocabulary.tasks import Phase
from annotation.workflows.models import Verification


def known_evidence(project: Project) -> dict[int, Sets]:
    """Claim id -> its evidence sets in current verifications; an adjudication's sets replace the verifiers'."""
    sets_of = evidence_sets(
        verification__claim__project=project, verification__claim__phase=Phase.PRODUCTION, is_current=True
    )
    found: defaultdict[int, Sets] = defaultdict(tuple)
    current = Verification.objects.filter(
        claim__project=project, claim__phase=Phase.PRODUCTION, submission__is_current=True
    )
    for pk, claim in current.order_by("pk").values_list("pk", "claim"):
        found[claim] = (*found[claim], *sets_of.get(pk, ()))
    decided = Adjudication.objects.filter(claim__project=project, is_current=True)
    for claim, sets in decided.values_list("claim", "evidence_sets"):
        found[claim] = [[one["element_id"] for one in each] for each in sets]
    return found


def suggested_elements(project: Project, version: str) -> Mapping[int, Sequence[str]]:
    """Claim -> what of this version's suggestions is shown."""
    found: defaultdict[int, list[str]] = defaultdict(list)
    rows = shown_suggestions(run__project=project, run__version=version)
    for claim, element in rows.values_list("run__claim", "element_id").iterator():
        found[claim].append(element)
    return found
