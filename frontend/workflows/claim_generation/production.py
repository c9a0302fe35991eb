"""What claim writers did, in Production: searches and hyperlinks for a highlight, reports of their claims."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from annotation.accounts.models import User
from annotation.dashboard.reports import report
from annotation.quality.workflows.claim_generation.writing_effort import (
    ALL,
    NOT_ASKED,
    ONE_PAGE,
    SEVERAL_PAGES,
    WritingEffort,
)
from annotation.vocabulary.tasks import Phase
from annotation.workflows.claim_verification.models import ReportReason
from frontend.views.measures import Measure, rate_measure
from frontend.views.quality.access import QualityAccess
from frontend.views.quality.figure_blocks import Block, bar_block, result_bar
from frontend.views.quality.production import rate_block
from frontend.workflow_urls import is_reachable

_EFFORT = gettext_noop(
    "Mean number per submitted highlight, up to submission; in brackets the number of highlights. The log does not say "
    "for which of the three claims a search was made; highlights are grouped by what they require of the Type II "
    "claim. For FEVEROUS: 0.15 searches and 0.71 hyperlinks; for Type II over several pages 0.2 and 1.2."
)


def figures(access: QualityAccess) -> list[Block]:
    """Reported claims by writer, and the writers' effort."""
    blocks = []
    if is_reachable(access.project, "quality-reported"):
        definition = _("Share of a person’s claims that were reported.")
        found = report(access.project, "reported")
        title = _("Reported claims by writer")
        blocks.append(rate_block(access, "reported", title, definition, found, _address(access)))
    return [*blocks, *_effort(report(access.project, "writing effort"))]


def person_section(access: QualityAccess, person: User) -> dict[str, Any]:
    """A writer on their page: their claims, and how many of them were reported."""
    project = access.project
    written = project.claims.filter(phase=Phase.PRODUCTION, author=person)
    listed = reverse("quality-claims", args=[project.slug]) + f"?writer={person.pk}"
    measures = [Measure(_("Claims written"), str(written.count()), "", listed, _("Claims in production."))]
    if is_reachable(project, "quality-reported"):
        words = _("Claims of the person that somebody reported.")
        found, label = report(project, "reported"), _("Claims reported by others")
        measures += rate_measure(label, found, person.pk, f"{_address(access)}{person.pk}", words)
    return {"measures": measures, "all": listed, "latest": written.order_by("-pk")[:5]}


def reports(access: QualityAccess) -> dict[str, Any]:
    """A table of reports by writer and reason; empty where claims cannot be reported."""
    shown = is_reachable(access.project, "quality-reported")
    return {"reported": _reported(access) if shown else None, "reasons": ReportReason.choices}


def _address(access: QualityAccess) -> str:
    return reverse("quality-reported", args=[access.project.slug]) + "?writer="


def _effort(found: Sequence[WritingEffort]) -> list[Block]:
    """A figure for each kind of operation, with a bar for each group of highlights."""
    groups = {
        ALL: _("all highlights"),
        SEVERAL_PAGES: _("Type II: several pages"),
        ONE_PAGE: _("Type II: one page"),
        NOT_ASKED: _("Type II: not specified"),
    }
    titles = {
        "searches": _("Searches per highlight"),
        "full_text": _("Full-text searches per highlight"),
        "hyperlinks": _("Hyperlinks per highlight"),
    }
    return [
        bar_block(
            f"writing-{name.replace('_', '-')}",
            title,
            _(_EFFORT),
            [result_bar(groups[one.group], one.means[name], one.annotations) for one in found if one.annotations],
            columns=(_("highlights"), _("mean")),
        )
        for name, title in titles.items()
    ]


def _reported(access: QualityAccess) -> list[tuple[int, str, list[tuple[str, int]], int]]:
    """Writer, name, how often for each reason, reports in all; most reported first."""
    names = access.names()
    found = report(access.project, "report reasons")
    ordered = sorted(found.items(), key=lambda one: (-one[1].total(), one[0]))
    return [
        (writer, names.get(writer, "?"), [(reason, counts[reason]) for reason in ReportReason.values], counts.total())
        for writer, counts in ordered
    ]
