"""Known evidence of a project's claims, against which suggestions are evaluated."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from annotation.evidence.queries import evidence_sets
from annotation.projects.models import Project
from annotation.quality.adjudication.models import Adjudication
from annotation.suggestions.evaluation import Sets
from annotation.suggestions.models import Suggestion, SuggestionRun
from annotation.vocabulary.tasks import Phase
from annotation.work.counted import COUNTED, counted
from annotation.workflows.models import Verification

Elements = Mapping[int, Sequence[str]]


def known_evidence(project: Project) -> dict[int, Sets]:
    """Claim id -> its evidence sets in current verifications; an adjudication's sets replace the verifiers'."""
    sets_of = evidence_sets(
        **COUNTED, verification__claim__project=project, verification__claim__phase=Phase.PRODUCTION
    )
    found: defaultdict[int, Sets] = defaultdict(tuple)
    current = Verification.objects.filter(
        counted("submission__"), claim__project=project, claim__phase=Phase.PRODUCTION
    )
    for pk, claim in current.order_by("pk").values_list("pk", "claim"):
        found[claim] = (*found[claim], *sets_of.get(pk, ()))
    decided = Adjudication.objects.filter(claim__project=project, is_current=True)
    for claim, sets in decided.values_list("claim", "evidence_sets"):
        found[claim] = [[one["element_id"] for one in each] for each in sets]
    return found


def suggested_elements(project: Project, version: str) -> tuple[Elements, Elements]:
    """Claim -> everything of this version's suggestions, and what of it is shown."""
    budget: defaultdict[int, list[str]] = defaultdict(list)
    shown: defaultdict[int, list[str]] = defaultdict(list)
    rows = Suggestion.objects.order_by().filter(run__project=project, run__version=version)
    for claim, element, is_shown in rows.values_list("run__claim", "element_id", "is_shown").iterator():
        budget[claim].append(element)
        if is_shown:
            shown[claim].append(element)
    return budget, shown


def retrieved_pages(project: Project, version: str) -> Elements:
    """Claim -> titles of the pages that were retrieved for it."""
    return dict(SuggestionRun.objects.filter(project=project, version=version).values_list("claim", "pages"))
