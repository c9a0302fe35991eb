"""Target and actual shares of verdicts, claim types, mutations and highlights."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from annotation.dashboard.reports import report
from annotation.figures.bars import Bar
from annotation.quality.agreement.filters import Filters
from annotation.quality.audit.balance import Balance
from frontend.templatetags.words import CLAIM_TYPES, MUTATIONS
from frontend.views.access import PersonRequest
from frontend.views.quality.access import QualityAccess, quality_view
from frontend.views.quality.figure_blocks import Block, bar_block, figures_page
from frontend.views.quality.filters import query_of


@quality_view("GET")
def balance_page(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    """Labels, claim types and mutations: how many there are, beside what the project's settings ask for."""
    found = report(access.project, "balance")
    blocks = [_balance_block(access, name, one) for name, one in found.items()]
    judged = list(zip(blocks, found.values(), strict=True))
    return figures_page(request, access, "quality/balance.html", blocks, judged=judged)


_TITLES = {
    "verdicts": gettext_noop("Verdicts given"),
    "claim-types": gettext_noop("Claims by type"),
    "mutations": gettext_noop("Type III claims by mutation"),
    "highlights": gettext_noop("Highlights by kind"),
    "intended-labels": gettext_noop("Labels intended by writers"),
}
# The page and its filter that show what was counted.
_BEHIND = {
    "verdicts": ("quality-rows", "verdict"),
    "claim-types": ("quality-claims", "claim_type"),
    "mutations": ("quality-claims", "mutation"),
    "highlights": ("quality-claims", "highlight_kind"),
    "intended-labels": ("quality-claims", "intended"),
}
_BALANCE = gettext_noop("Actual counts. Dashed line: count expected from the project’s settings, if there is a target.")


def _balance_block(access: QualityAccess, name: str, found: Balance) -> Block:
    page, column = _BEHIND[name]
    asked = any(kind.expected for kind in found.kinds)
    words: Mapping[str, str | Promise] = {
        **CLAIM_TYPES,
        **MUTATIONS,
        "sentences": _("four sentences"),
        "table": _("a table"),
    }
    if name in ("verdicts", "intended-labels"):
        words = access.labels.names
    rows = [
        Bar(
            str(words.get(kind.name, kind.name)),
            float(kind.count),
            None,
            kind.expected if asked else None,
            None,
            reverse(page, args=[access.project.slug]) + query_of(Filters(), **{column: kind.name}),
        )
        for kind in found.kinds
    ]
    return bar_block(name, _(_TITLES[name]), _(_BALANCE), rows, columns=(_("kind"), _("count")), digits=0)
