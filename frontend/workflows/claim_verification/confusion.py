"""Confusion: which verdicts stand against which, between verifiers and against adjudicators, and why people differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from annotation.dashboard.confusion import Confusion
from annotation.dashboard.disagreement import (
    Decision,
    decided_confusion,
    decisions,
    difference_of,
    verdict_confusion,
)
from annotation.dashboard.reports import report
from annotation.figures.bars import Bar
from annotation.figures.confusion import Tally, confusion
from annotation.quality.adjudication.models import ErrorType
from annotation.quality.agreement.items import Item
from annotation.results.job import ITEMS
from frontend.views.access import PersonRequest
from frontend.views.quality.access import QualityAccess, quality_view
from frontend.views.quality.figure_blocks import Block, bar_block, figures_page
from frontend.views.quality.filters import asked_filters, query_of
from frontend.views.quality.items import DIFFERENCES

Address = Callable[..., str]


@quality_view("GET")
def confusion_page(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    form, filters = asked_filters(request, access)
    items: list[Item] = [item for item in report(access.project, ITEMS) if filters.keep(item)]
    decided = decisions(access.project)

    def address(**more: str) -> str:
        return reverse("quality-items", args=[access.project.slug]) + query_of(filters, **more)

    blocks = [
        _between_verifiers(access, verdict_confusion(items), address),
        _with_adjudication(access, decided_confusion(items, decided), address),
        _differences(items, address),
        _reasons(items, decided, address),
    ]
    template = "claim_verification/confusion.html"
    is_narrowed = query_of(filters) != ""
    return figures_page(request, access, template, blocks, form=form, items=len(items), is_narrowed=is_narrowed)


def _between_verifiers(access: QualityAccess, found: Confusion, address: Address) -> Block:
    definition = _(
        "Double-annotated claims on which one verifier gave the verdict of the row and another that of the column; in "
        "per cent of the row. The diagonal is agreement. A claim of three verifiers can count in several boxes."
    )
    title = _("Verdicts of two verifiers of a claim")
    cells = _cells(access, found, lambda mine, theirs: address(mine=mine, theirs=theirs))
    return _block(access, "confusion", title, definition, cells, (_("one verifier"), _("another")))


def _with_adjudication(access: QualityAccess, found: Confusion, address: Address) -> Block:
    definition = _(
        "Adjudicated claims by the verdict of a verifier and the adjudicated one; in per cent of the row. The diagonal "
        "is what adjudicators upheld."
    )
    title = _("Verdicts of verifiers and of adjudicators")
    cells = _cells(access, found, lambda mine, decided: address(mine=mine, decided=decided))
    axes = (_("verified as"), _("adjudicated"))
    return _block(access, "confusion-adjudicated", title, definition, cells if found else {}, axes)


def _cells(access: QualityAccess, found: Confusion, address: Callable[[str, str], str]) -> dict[tuple[int, int], Tally]:
    places = access.labels.places
    return {
        (places[one], places[other]): Tally(count, address(one, other))
        for (one, other), count in found.items()
        if one in places and other in places
    }


def _block(
    access: QualityAccess,
    name: str,
    title: str,
    definition: str,
    cells: Mapping[tuple[int, int], Tally],
    axes: tuple[str, str],
) -> Block:
    values = [access.labels.name(value) for value in access.labels.values] if cells else []
    return Block(confusion(name, title, definition, values, values, cells, axes=axes), definition)


def _differences(items: Sequence[Item], address: Address) -> Block:
    definition = _(
        "Share of the double-annotated claims, each by the first of these in which its verifiers differ. Different "
        "evidence: two people’s overlaps by less than 70 %. In brackets: claims."
    )
    counts = Counter(difference_of(item).value for item in items)
    rows = [
        Bar(str(words), counts[one] / len(items), count=counts[one], href=address(differ=one))
        for one, words in DIFFERENCES.items()
        if one and items
    ]
    columns = (_("difference"), _("share"))
    return bar_block(
        "differences", _("In what verifiers differ"), definition, rows, high=1.0, columns=columns, long_names=True
    )


def _reasons(items: Sequence[Item], decided: Mapping[int, Decision], address: Address) -> Block:
    definition = _(
        "Reasons that adjudicators named, most frequent first, of the adjudicated claims. In brackets: claims."
    )
    counts = Counter(decided[item.claim].reason for item in items if item.claim in decided)
    total = sum(counts.values())
    rows = [
        Bar(str(ErrorType(reason).label), count / total, count=count, href=address(reason=reason))
        for reason, count in counts.most_common()
    ]
    columns = (_("reason"), _("share"))
    return bar_block(
        "reasons", _("Why they differ, by adjudicators"), definition, rows, columns=columns, long_names=True
    )
