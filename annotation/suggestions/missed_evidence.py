"""“Not enough information” where somebody else found evidence on a page that this annotator never opened.

A third of the paper's two-way disagreements have one such verdict (section 3.2): most are a matter of finding pages.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any
from unicodedata import normalize

from django.db.models import QuerySet

from annotation.evidence.queries import VERIFICATION, evidence_of
from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Project
from annotation.quality.adjudication.models import Adjudication
from annotation.quality.adjudication.rules import unopened
from annotation.suggestions.models import Suggestion
from annotation.suggestions.queries import newest_runs
from annotation.vocabulary.operation_names import OperationName
from annotation.work.counted import COUNTED, counted
from annotation.work.models import Operation
from annotation.workflows.models import Verification

ADJUDICATOR, MODEL = 0, -1  # among the verifications whose evidence is looked at; none has these numbers
BEST = 3  # of each stage: a model always finds something, and what it ranks low is rarely evidence
FINDERS = ("annotator", "adjudicator", "model")


@dataclass(frozen=True, slots=True)
class Unopened:
    """A verification of NOT ENOUGH INFO, the pages it never opened, and the verdicts of those who chose from them.

    `found_by`: page -> which of FINDERS has evidence there.
    """

    verification: int
    claim: int
    pages: list[str]
    verdicts: list[str]
    found_by: dict[str, list[str]]

    @property
    def by(self) -> list[str]:
        """Who found any of the pages, in the order of FINDERS."""
        return [finder for finder in FINDERS if any(finder in found for found in self.found_by.values())]


def nei_on_unopened_pages(project: Project) -> list[Unopened]:
    """Current verifications in production: those that people found something for first, then latest first.

    None where the project has no label that means "not enough information".
    "Opened" is what its log names as open, in any sitting. Others are the claim's other annotators, its adjudicator,
    and the model: the BEST suggestions of each stage in the newest run over the claim's present words.
    """
    label = label_set_of(project).not_enough_info
    if not label:
        return []
    nei = Verification.objects.filter(
        counted("submission__"),
        claim__project=project,
        verdict=label,
        submission__assignment__task__phase=0,
    )
    opened = _opened(nei)
    verdicts, pages = _others(project, nei.values("claim"))
    for claim, titles in _suggested(project, nei.values("claim")).items():
        pages[claim][MODEL] = titles
    found = []
    for pk, claim, assignment in nei.order_by("-pk").values_list("pk", "claim", "submission__assignment"):
        missed = unopened(pages[claim], opened[assignment], pk)
        if missed:
            found.append(_unopened(pk, claim, missed, pages[claim], verdicts))
    return sorted(found, key=lambda one: one.by == ["model"])


def _unopened(
    pk: int, claim: int, missed: list[str], pages: dict[int, set[str]], verdicts: dict[tuple[int, int], str]
) -> Unopened:
    others = {other: titles & set(missed) for other, titles in pages.items() if other != pk}
    who = {title: {_finder(other) for other, titles in others.items() if title in titles} for title in missed}
    said = {verdicts[claim, other] for other, titles in others.items() if other != MODEL and titles}
    found_by = {title: [one for one in FINDERS if one in finders] for title, finders in who.items()}
    return Unopened(pk, claim, missed, sorted(said), found_by)


def _finder(number: int) -> str:
    return {ADJUDICATOR: "adjudicator", MODEL: "model"}.get(number, "annotator")


def _suggested(project: Project, claims: QuerySet[Any, Any]) -> dict[int, set[str]]:
    """Claim -> pages of the best suggestions in its newest run. Runs over words that were corrected do not count."""
    newest = newest_runs(project=project, claim__in=claims)
    claim_of = {run: claim for claim, run in newest.items()}
    found: defaultdict[int, set[str]] = defaultdict(set)
    rows = Suggestion.objects.order_by().filter(
        run__project=project, run__claim__in=claims, is_shown=True, rank__lte=BEST
    )
    for run, title in rows.values_list("run", "page_title").distinct().iterator():
        if run in claim_of:
            found[claim_of[run]].add(normalize("NFD", title))
    return found


def _opened(nei: QuerySet[Verification]) -> defaultdict[int, set[str]]:
    opened: defaultdict[int, set[str]] = defaultdict(set)
    rows = Operation.objects.order_by().filter(
        assignment__in=nei.values("submission__assignment"), name=OperationName.NOW_ON
    )
    for assignment, title in rows.values_list("assignment", "value").iterator(chunk_size=5_000):
        opened[assignment].add(normalize("NFD", title))
    return opened


def _others(
    project: Project, claims: QuerySet[Any, Any]
) -> tuple[dict[tuple[int, int], str], defaultdict[int, dict[int, set[str]]]]:
    """(claim, verification) -> verdict; claim -> verification -> pages with evidence. ADJUDICATOR's are among them."""
    verdicts: dict[tuple[int, int], str] = {}
    pages: defaultdict[int, dict[int, set[str]]] = defaultdict(dict)
    rows = evidence_of(**COUNTED, verification__claim__in=claims)
    for claim, pk, verdict, title in rows.values_list(
        f"{VERIFICATION}__claim", VERIFICATION, f"{VERIFICATION}__verdict", "page_title"
    ).distinct():
        verdicts[claim, pk] = verdict
        pages[claim].setdefault(pk, set()).add(title)
    for decided in Adjudication.objects.filter(claim__project=project, is_current=True):
        verdicts[decided.claim_id, ADJUDICATOR] = decided.verdict
        pages[decided.claim_id][ADJUDICATOR] = {one["page_title"] for each in decided.evidence_sets for one in each}
    return verdicts, pages
