"""Items behind an agreement number: double-annotated claims, lowest agreement first."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from annotation.claims.models import Claim
from annotation.quality.agreement.evidence import match_of
from annotation.quality.agreement.items import VERDICTS, Item, pairs
from frontend.views import PersonRequest
from frontend.views.pagination import page_of
from frontend.views.quality.access import quality_of
from frontend.views.quality.item_query import MATCHES, list_query, listed_items


@dataclass(frozen=True, slots=True)
class Row:
    """One item as it stands in the list. `match`: the least overlap of two people's evidence, None without any."""

    claim: Claim
    verdicts: list[tuple[str, int]]
    is_unanimous: bool
    match: float | None
    item: Item


@require_GET
@login_required
def items(request: PersonRequest, slug: str) -> HttpResponse:
    seen = quality_of(request.user, slug)
    listed = listed_items(request, seen)
    page = page_of(request, listed.claims)
    claims = Claim.objects.in_bulk(list(page))
    rows = [_row(claims[pk], listed.by_claim[pk]) for pk in page if pk in claims]
    shown = seen.page(
        listed=listed, form=listed.form, page=page, rows=rows, matches=MATCHES, list_query=list_query(request, "items")
    )
    return render(request, "quality/items.html", shown)


def _row(claim: Claim, item: Item) -> Row:
    counts = Counter(rating.verdict for rating in item.ratings)
    known = [overlap for pair in pairs(item) if (overlap := match_of(pair)) is not None]
    verdicts = [(verdict, counts[verdict]) for verdict in VERDICTS if counts[verdict]]
    return Row(claim, verdicts, len(counts) == 1, min(known, default=None), item)
