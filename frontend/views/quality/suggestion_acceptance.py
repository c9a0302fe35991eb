"""Acceptance of suggestions by annotator."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from annotation.quality.agreement.filters import Filters
from annotation.quality.audit.rates import Rate
from frontend.views.quality.figure_blocks import Block, bar_block, result_bar
from frontend.views.quality.filters import query_of

SHOWN = 20


def people_blocks(slug: str, found: Sequence[Rate], names: Mapping[int, str]) -> list[Block]:
    """The rate of acceptance of everybody who was shown any; nothing where nobody was."""
    if not found:
        return []
    address = reverse("quality-suggestions", args=[slug])
    rows = [
        result_bar(
            names.get(one.person, "?") + (" ▲" if one.is_high else ""),
            one.rate,
            one.events,
            address + query_of(Filters(person=one.person)),
            one.others,
        )
        for one in found[:SHOWN]
    ]
    words = _(
        "Share of the suggestions shown to a person that they accepted; highest first, with 95 % confidence "
        "intervals. The dashed line is the rate of all others; ▲ marks people significantly above it. An acceptance "
        "rate near 100 % suggests that a person follows the model; each name opens the arms of that person alone."
    )
    title = _("Suggestions accepted, by person")
    return [bar_block("suggestions-people", title, words, rows, high=1.0, columns=(_("person"), _("share")))]
