"""Evidence position and type, by verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from annotation.dashboard.reports import report
from annotation.figures.bars import Bar
from annotation.quality.agreement.filters import Filters
from annotation.quality.audit.evidence_types import VerdictsOfType
from annotation.quality.audit.pmi import Association
from annotation.quality.audit.positions import INTRODUCTION, Positions
from annotation.quality.audit.table_positions import TENTHS, Depths
from annotation.quality.audit.whole_lines import WholeLines
from frontend.views.access import PersonRequest
from frontend.views.quality.access import QualityAccess, quality_view
from frontend.views.quality.figure_blocks import Block, bar_block, figures_page, result_bar
from frontend.views.quality.filters import query_of
from frontend.views.quality.rows import FIRST_SHOWN, RELEASED
from frontend.workflows.claim_verification.classifier import EVIDENCE

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
_BY_TYPE = gettext_noop(
    "Share of each verdict among the verifications of one evidence type, with 95 % confidence intervals; in brackets "
    "the number of verifications."
)
_WHOLE_LINES = gettext_noop(
    "Share of evidence sets that contain all data cells of a table row or column with at least two of them; header "
    "cells are not required. In brackets the number of evidence sets."
)
_WITH_VERDICT = gettext_noop(
    "Normalised PMI of evidence position and verdict; in brackets the number of released claims with both."
)


@quality_view("GET")
def evidence_places(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    project = access.project
    blocks = [
        _types(access.project.slug, report(project, "evidence types")),
        *_verdicts_by_type(access, report(project, "verdicts by evidence type")),
        *_places(access.project.slug, report(project, "positions")),
    ]
    blocks += [
        *_depths(report(project, "depths")),
        _whole_lines(report(project, "whole lines")),
        _verdicts(access, report(project, "places and verdicts")),
    ]
    return figures_page(request, access, "claim_verification/evidence_positions.html", blocks)


def _types(slug: str, counts: Counter[str]) -> Block:
    total = counts.total()
    address = reverse("quality-rows", args=[slug])
    rows = [
        Bar(_(words), counts[name] / total, None, None, counts[name], address + query_of(Filters(), evidence=name))
        for name, words in EVIDENCE.items()
        if total
    ]
    columns = (_("type"), _("share"))
    return bar_block("evidence-types", _("Type of evidence"), _(_TYPES), rows, high=1.0, columns=columns)


def _verdicts_by_type(access: QualityAccess, found: Sequence[VerdictsOfType]) -> list[Block]:
    """A figure for each type of evidence, with a bar for each verdict."""
    address = reverse("quality-rows", args=[access.project.slug])
    blocks = []
    for one in found:
        rows = [
            result_bar(
                access.labels.name(verdict),
                share,
                one.counts[verdict],
                address + query_of(Filters(), evidence=one.evidence, verdict=verdict),
            )
            for verdict, share in one.shares.items()
        ]
        title = _("Verdicts by type of evidence: %(type)s") % {"type": _(EVIDENCE[one.evidence])}
        columns = (_("verdict"), _("share"))
        blocks.append(bar_block(f"verdicts-{one.evidence}", title, _(_BY_TYPE), rows, high=1.0, columns=columns))
    return blocks


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
    return bar_block(f"places-{name}", title, _(_PLACES), rows, columns=(_("place"), _("share")))


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
    return [bar_block("places-depth", title, definition, rows, columns=(_("place"), _("share")))]


def _whole_lines(found: WholeLines) -> Block:
    """The bars open nothing: pages must be read to tell which sets these are."""
    definition = _(_WHOLE_LINES)
    if found.verifications < found.of:
        told = _("From %(some)d verifications, sampled from the %(of)d with evidence.")
        definition = f"{definition} {told % {'some': found.verifications, 'of': found.of}}"
    words = {"row": _("a whole row"), "column": _("a whole column"), "either": _("row or column")}
    rows = [result_bar(words[name], result, found.counts[name]) for name, result in found.shares.items() if found.sets]
    columns = (_("contains"), _("share"))
    return bar_block("whole-lines", _("Whole rows and columns of tables"), definition, rows, columns=columns)


def _verdicts(access: QualityAccess, found: list[Association]) -> Block:
    address = reverse("quality-rows", args=[access.project.slug])
    rows = [
        result_bar(
            f"{one.feature} · {access.labels.name(one.label)}",
            one.npmi,
            one.both,
            address + query_of(Filters(), place=one.feature, verdict=one.label, **{RELEASED: "yes"}),
        )
        for one in found[:20]
    ]
    title = _("Positions associated with a verdict")
    return bar_block("places-verdicts", title, _(_WITH_VERDICT), rows, high=0.5, columns=(_("place"), "NPMI"))
