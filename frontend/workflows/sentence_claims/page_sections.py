"""What claims from sentences show on pages that all workflows share."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.dashboard.reports import report
from annotation.figures.bars import Bar
from annotation.projects.models import Project
from annotation.quality.workflows.sentence_claims.audit import SentenceFigures
from annotation.work.period import Period
from annotation.workflows.sentence_claims.queries import claims_written
from frontend.page_sections import Column, PageSections
from frontend.views.quality.access import QualityAccess
from frontend.views.quality.figure_blocks import Block, bar_block


def _written(project: Project, person: int | None, period: Period) -> dict[int, int]:
    return claims_written(project, person, period.condition("work__submission__assignment__ended_at"))


def _address(project: Project, person: int, period: Period) -> str | None:
    """The list of claims knows no days."""
    return None if period else reverse("quality-claims", args=[project.slug]) + f"?writer={person}"


def _figures(access: QualityAccess) -> list[Block]:
    """Seconds a line of each writer, over both steps."""
    found: SentenceFigures = report(access.project, "sentence claims")
    names = access.names()
    rows = [
        Bar(names.get(person, "?"), seconds, None, None, found.lines[person])
        for person, seconds in sorted(found.seconds.items(), key=lambda one: one[1])
    ]
    definition = _(
        "Median over a writer’s sentences: seconds from assignment to submission by the server’s clock, over the "
        "number of claims and mutations. In brackets: claims and mutations. FEVER asked for about two minutes for the "
        "claims of a sentence and one minute for the mutations of a claim."
    )
    columns = (_("person"), _("seconds"))
    return [bar_block("seconds-a-line", _("Seconds per claim or mutation"), definition, rows, columns=columns)]


SECTIONS = PageSections(
    column=Column(gettext_lazy("Claims and mutations"), _written, _address),
    done=gettext_lazy("Sentences"),
    figures=_figures,
)
