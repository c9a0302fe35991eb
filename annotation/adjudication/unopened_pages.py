"""“Not enough information” where somebody else found evidence on a page that this annotator never opened.

A third of the paper's two-way disagreements have one such verdict (section 3.2): most are a matter of finding pages.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any
from unicodedata import normalize

from django.db.models import Q, QuerySet

from annotation.adjudication.models import Adjudication
from annotation.adjudication.rules import unopened
from annotation.projects.models import Project
from annotation.vocabulary import OperationName, Verdict
from annotation.work.models import Operation
from annotation.workflows.claim_verification.models import Evidence, Verification

ADJUDICATOR = 0  # among the verifications whose evidence is looked at; none has this number


@dataclass(frozen=True, slots=True)
class Unopened:
    """A verification of NOT ENOUGH INFO, the pages it never opened, and the verdicts of those who chose from them."""

    verification: int
    claim: int
    pages: list[str]
    verdicts: list[str]


def nei_on_unopened_pages(project: Project) -> list[Unopened]:
    """Current verifications in production, latest first. "Opened" is what its log names as open, in any sitting."""
    nei = Verification.objects.filter(
        claim__project=project, is_current=True, verdict=Verdict.NOT_ENOUGH_INFO, assignment__task__phase=0
    ).filter(Q(assignment__task__places_taken__gt=1) | Q(claim__adjudications__is_current=True))
    opened = _opened(nei)
    verdicts, pages = _others(project, nei.values("claim"))
    found = []
    for pk, claim, assignment in nei.order_by("-pk").values_list("pk", "claim", "assignment").distinct():
        missed = unopened(pages[claim], opened[assignment], pk)
        if missed:
            who = {other for other, titles in pages[claim].items() if other != pk and titles & set(missed)}
            found.append(Unopened(pk, claim, missed, sorted({verdicts[claim, other] for other in who})))
    return found


def _opened(nei: QuerySet[Verification]) -> defaultdict[int, set[str]]:
    opened: defaultdict[int, set[str]] = defaultdict(set)
    rows = Operation.objects.order_by().filter(assignment__in=nei.values("assignment"), name=OperationName.NOW_ON)
    for assignment, title in rows.values_list("assignment", "value").iterator(chunk_size=5_000):
        opened[assignment].add(normalize("NFD", title))
    return opened


def _others(
    project: Project, claims: QuerySet[Any, Any]
) -> tuple[dict[tuple[int, int], str], defaultdict[int, dict[int, set[str]]]]:
    """(claim, verification) -> verdict; claim -> verification -> pages with evidence. ADJUDICATOR's are among them."""
    verdicts: dict[tuple[int, int], str] = {}
    pages: defaultdict[int, dict[int, set[str]]] = defaultdict(dict)
    rows = Evidence.objects.order_by().filter(
        evidence_set__verification__is_current=True, evidence_set__verification__claim__in=claims
    )
    of = "evidence_set__verification"
    for claim, pk, verdict, title in rows.values_list(f"{of}__claim", of, f"{of}__verdict", "page_title").distinct():
        verdicts[claim, pk] = verdict
        pages[claim].setdefault(pk, set()).add(title)
    for decided in Adjudication.objects.filter(claim__project=project, is_current=True):
        verdicts[decided.claim_id, ADJUDICATOR] = decided.verdict
        pages[decided.claim_id][ADJUDICATOR] = {one["page_title"] for each in decided.evidence_sets for one in each}
    return verdicts, pages
