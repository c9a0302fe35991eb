"""Evidence position and type, by verdict."""

from __future__ import annotations

from collections import Counter

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_GET

from annotation.dashboard.reports import report
from annotation.figures.bars import Bar, bars
from annotation.quality.agreement.filters import Filters
from annotation.quality.audit.pmi import Association
from annotation.quality.audit.positions import INTRODUCTION, Positions
from annotation.quality.audit.table_positions import TENTHS, Depths
from frontend.templatetags.words import VERDICTS
from frontend.views import PersonRequest
from frontend.views.quality.access import quality_of
from frontend.views.quality.classifier import EVIDENCE
from frontend.views.quality.figure_blocks import Block, ends_of, file_of, value_of, why
from frontend.views.quality.filters import query_of
from frontend.views.quality.rows import FIRST_SHOWN

_PLACES = gettext_noop(
    "How often evidence is at this position, counted from 0, once for each element of each verification. In FEVEROUS, "
    "the first sentence and positions after the twentieth were over-represented."
)
_DEPTHS = gettext_noop(
    "Relative position of a row in its table: row r of n, counted from 0, is in decile r / n. Dashed line: uniform "
    "distribution."
)
_TYPES = gettext_noop(
    "Verifications by evidence type: sentences only, cells only (including captions and list items), or both."
)
_WITH_VERDICT = gettext_noop(
    "Normalised PMI of evidence position and verdict; in brackets the number of verifications with both."
)


@require_GET
@login_required
def evidence_places(request: PersonRequest, slug: str) -> HttpResponse:
    seen = quality_of(request.user, slug)
    project = seen.project
    blocks = [_types(slug, report(project, "evidence types")), *_places(slug, report(project, "positions"))]
    blocks += [*_depths(report(project, "depths")), _verdicts(slug, report(project, "places and verdicts"))]
    as_file = file_of(request, blocks)
    if as_file is not None:
        return as_file
    return render(request, "quality/evidence_positions.html", seen.page(blocks=blocks))


def _types(slug: str, counts: Counter[str]) -> Block:
    total = counts.total()
    address = reverse("quality-rows", args=[slug])
    rows = [
        Bar(_(words), counts[name] / total, None, None, counts[name], address + query_of(Filters(), evidence=name))
        for name, words in EVIDENCE.items()
        if total
    ]
    figure = bars("evidence-types", _("Type of evidence"), _(_TYPES), rows, high=1.0, columns=(_("type"), _("share")))
    return Block(figure, _(_TYPES))


def _places(slug: str, found: Positions) -> list[Block]:
    numbered = {
        "sentence": (_("Sentence of the page"), found.sentences),
        "row": (_("Row of the table"), found.rows),
        "item": (_("Item of the list"), found.items),
    }
    blocks = [_counts(slug, name, title, _bars_of(counts)) for name, (title, counts) in numbered.items() if counts]
    sections = found.sections
    inside = {int(name): count for name, count in sections.items() if name != INTRODUCTION}
    shown = [(INTRODUCTION, sections[INTRODUCTION]), *_bars_of(Counter(inside))]
    return [*blocks, _counts(slug, "section", _("Section of the page"), shown)] if sections else blocks


def _bars_of(counts: Counter[int]) -> list[tuple[str, int]]:
    """Places as `rows.exact_places` names them, with how often."""
    last = min(max(counts, default=-1), FIRST_SHOWN - 1)
    rest = sum(count for place, count in counts.items() if place > last)
    return [(str(place), counts[place]) for place in range(last + 1)] + ([(f"{FIRST_SHOWN}+", rest)] if rest else [])


def _counts(slug: str, name: str, title: str, shown: list[tuple[str, int]]) -> Block:
    total, address = sum(count for _place, count in shown), reverse("quality-rows", args=[slug])
    rows = [
        Bar(
            _("introduction") if place == INTRODUCTION else place,
            count / total,
            None,
            None,
            count,
            address + query_of(Filters(), at=f"{name} {place}"),
        )
        for place, count in shown
        if total
    ]
    return Block(bars(f"places-{name}", title, _(_PLACES), rows, columns=(_("place"), _("share"))), _(_PLACES))


def _depths(found: Depths) -> list[Block]:
    """Rows again, by how far down its table each stands. The bars open nothing: pages must be read to tell."""
    total = found.tenths.total()
    if not total:
        return []
    definition = _(_DEPTHS)
    if found.pages < found.of:
        told = _("From %(pages)d pages, sampled from the %(of)d with cells as evidence.")
        definition = f"{definition} {told % {'pages': found.pages, 'of': found.of}}"
    rows = [
        Bar(f"{10 * n}–{10 * n + 10} %", found.tenths[n] / total, None, found.alike[n] / total, found.tenths[n])
        for n in range(TENTHS)
    ]
    title = _("Row of the table, top to bottom")
    return [Block(bars("places-depth", title, definition, rows, columns=(_("place"), _("share"))), definition)]


def _verdicts(slug: str, found: list[Association]) -> Block:
    address = reverse("quality-rows", args=[slug])
    rows = [
        Bar(
            f"{one.feature} · {VERDICTS.get(one.label, one.label)}",
            value_of(one.npmi),
            ends_of(one.npmi),
            None,
            one.both,
            address + query_of(Filters(), place=one.feature, verdict=one.label),
            why(one.npmi),
        )
        for one in found[:20]
    ]
    title = _("Positions associated with a verdict")
    figure = bars("places-verdicts", title, _(_WITH_VERDICT), rows, high=0.5, columns=(_("place"), "NPMI"))
    return Block(figure, _(_WITH_VERDICT))
