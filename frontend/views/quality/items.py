"""Items behind an agreement number: double-annotated claims, lowest agreement first."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import render

from annotation.claims.models import Claim
from annotation.quality.agreement.evidence import match_of
from annotation.quality.agreement.items import VERDICTS, Item, pairs
from frontend.views.access import PersonRequest
from frontend.views.lists import page_of
from frontend.views.quality.access import QualityAccess, quality_view
from frontend.views.quality.item_query import MATCHES, list_query, listed_items


@dataclass(frozen=True, slots=True)
class Row:
    """One item as it stands in the list. `match`: the least overlap of two people's evidence, None without any."""

    claim: Claim
    verdicts: list[tuple[str, int]]
    is_unanimous: bool
    match: float | None
    item: Item


@quality_view("GET")
def items(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    listed = listed_items(request, access)
    page = page_of(request, listed.claims)
    claims = Claim.objects.in_bulk(list(page))
    rows = [_row(claims[pk], listed.by_claim[pk]) for pk in page if pk in claims]
    shown = access.page(
        listed=listed, form=listed.form, page=page, rows=rows, matches=MATCHES, list_query=list_query(request, "items")
    )
    return render(request, "quality/items.html", shown)


def _row(claim: Claim, item: Item) -> Row:
    counts = Counter(rating.verdict for rating in item.ratings)
    known = [overlap for pair in pairs(item) if (overlap := match_of(pair)) is not None]
    verdicts = [(verdict, counts[verdict]) for verdict in VERDICTS if counts[verdict]]
    return Row(claim, verdicts, len(counts) == 1, min(known, default=None), item)
