"""For managers: the suggestions of each claim, the stage that put each where it is, and its ranks stage by stage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import Exists, OuterRef
from django.http import HttpResponse
from django.shortcuts import render

from annotation.claims.access import claim_of
from annotation.claims.models import Claim
from annotation.evidence.excerpts import ExcerptJson, excerpts
from annotation.suggestions.hashing import text_hash
from annotation.suggestions.models import Stage, Suggestion, SuggestionRun
from frontend.views.access import PersonRequest
from frontend.views.lists import page_of
from frontend.views.quality.access import QualityAccess, quality_view


@dataclass(frozen=True, slots=True)
class Row:
    """A suggestion. `ranks`: stage and rank after it, None where it did not rank this one. `rose`: by how many ranks it
    is higher than the retriever had it. `excerpt`: its words; None where the corpus no longer has it."""

    suggestion: Suggestion
    excerpt: ExcerptJson | None
    ranks: list[tuple[str, int | None]]
    rose: int


@dataclass(frozen=True, slots=True)
class RankTable:
    """The suggestions of one kind. `stages`: the names of the stages, the retriever first."""

    label: str
    stages: list[str]
    rows: list[Row]


@quality_view("GET")
def claims(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    """Claims that have been looked for, by number, each with its newest run."""
    access.require_manager()
    has_run = Exists(SuggestionRun.objects.filter(claim=OuterRef("pk")))
    page = page_of(request, Claim.objects.filter(has_run, project=access.project).order_by("pk"))
    newest = {run.claim_id: run for run in SuggestionRun.objects.filter(claim__in=[*page]).order_by("pk")}
    rows = [(claim, newest[claim.pk]) for claim in page]
    return render(request, "claim_verification/suggestion_claims.html", access.page(page=page, rows=rows))


@quality_view("GET")
def claim_ranks(request: PersonRequest, access: QualityAccess, pk: int) -> HttpResponse:
    """The newest suggestions of a claim; no run where it has not been looked for."""
    access.require_manager()
    claim = claim_of(access.project, pk)
    run = SuggestionRun.objects.filter(claim=claim).order_by("pk").last()
    suggestions = [*run.suggestions.order_by("-stage", "rank")] if run else []
    found, _unknown = excerpts(access.project.corpus, [one.element_id for one in suggestions])
    words = {one["id"]: one for one in found}
    by_stage = groupby(suggestions, key=lambda one: one.stage)
    tables = [rank_table(str(Stage(stage).label), [*some], words) for stage, some in by_stage]
    is_old = run is not None and run.text_hash != text_hash(claim.text)
    shown = access.page(claim=claim, run=run, tables=tables, is_old=is_old)
    return render(request, "claim_verification/suggestion_ranks.html", shown)


def rank_table(label: str, suggestions: Sequence[Suggestion], words: Mapping[str, ExcerptJson]) -> RankTable:
    """Stages in the order of the suggestion that went through the most of them. `words`: excerpts by element id."""
    longest = max((one.stages for one in suggestions), key=len)
    names = [str(one["stage"]) for one in longest]
    rows = []
    for one in suggestions:
        ranks = {str(stage["stage"]): int(stage["rank"]) for stage in one.stages}
        first = ranks.get(names[0]) if names else None
        rose = (first or one.rank) - one.rank
        rows.append(Row(one, words.get(one.element_id), [(name, ranks.get(name)) for name in names], rose))
    return RankTable(label, names, rows)
