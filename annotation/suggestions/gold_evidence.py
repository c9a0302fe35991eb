"""Known evidence of a project's claims, against which suggestions are evaluated."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from annotation.evidence.models import Evidence
from annotation.projects.models import Project
from annotation.quality.adjudication.models import Adjudication
from annotation.suggestions.models import Stage, Suggestion
from annotation.suggestions.payload import MOST_SHOWN
from annotation.vocabulary.tasks import Phase


def known_evidence(project: Project) -> dict[int, Sequence[Sequence[str]]]:
    """Claim id -> its evidence sets in current verifications; an adjudication's sets replace the verifiers'."""
    found = _verified(project)
    decided = Adjudication.objects.filter(claim__project=project, is_current=True)
    for claim, sets in decided.values_list("claim", "evidence_sets"):
        found[claim] = [[one["element_id"] for one in each] for each in sets]
    return found


def suggested_elements(project: Project, version: str) -> Mapping[int, Sequence[str]]:
    """Claim -> what of this version's suggestions is shown."""
    found: defaultdict[int, list[str]] = defaultdict(list)
    rows = Suggestion.objects.filter(run__project=project, run__version=version).order_by()
    for claim, element, stage, rank in rows.values_list("run__claim", "element_id", "stage", "rank").iterator():
        if rank <= MOST_SHOWN[Stage(stage)]:
            found[claim].append(element)
    return found


def _verified(project: Project) -> dict[int, Sequence[Sequence[str]]]:
    of = "evidence_set__verification"
    rows = Evidence.objects.filter(
        **{f"{of}__claim__project": project, f"{of}__claim__phase": Phase.PRODUCTION, f"{of}__is_current": True}
    ).order_by("evidence_set", "position")
    sets: defaultdict[int, defaultdict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    for claim, evidence_set, element in rows.values_list(f"{of}__claim", "evidence_set", "element_id").iterator():
        sets[claim][evidence_set].append(element)
    return {claim: list(of_claim.values()) for claim, of_claim in sets.items()}
