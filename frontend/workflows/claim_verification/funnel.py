"""From highlights to claims that can be released: how many came how far."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from annotation.dashboard.disagreement import decisions
from annotation.dashboard.reports import report
from annotation.figures.funnel import Step, funnel
from annotation.projects.models import Project
from annotation.quality.agreement.items import Item
from annotation.results.job import ITEMS
from annotation.results.store import cached_result
from annotation.vocabulary.tasks import Phase
from annotation.work.counted import counted
from annotation.workflows.claim_verification.models import Verification
from annotation.workflows.kinds import TaskKind
from frontend.views.quality.figure_blocks import Block
from frontend.workflow_urls import is_reachable


def funnel_block(project: Project) -> Block:
    """Highlights, claims, verified, adjudicated, to be released; statistics of a large project are stored ones."""
    title = _("From highlight to release")
    definition = _(
        "In brackets: share of the step before; of adjudicated claims the share of those on whose verdict verifiers "
        "differ, of those that can be released the share of verified claims. Calibration and gold are not counted."
    )
    steps = [*_writing(project), *_verifying(project)]
    return Block(funnel("funnel", title, definition, steps, column=_("step")), definition)


def _writing(project: Project) -> list[Step]:
    """Highlights that were drawn, those with claims, and the claims; a project without writers has claims alone."""
    claims = project.claims.filter(phase=Phase.PRODUCTION).order_by()
    of_claims = Step(_("Claims"), claims.count(), _address(project, "manage-claims"), of=0)
    if TaskKind.CLAIM_GENERATION not in project.workflows:
        return [of_claims]
    highlights = project.highlights.exclude(generation_item__task__phase__gt=0).order_by()
    written = claims.filter(highlight__isnull=False).values("highlight").distinct().count()
    page = _address(project, "manage-highlights")
    return [
        Step(_("Highlights drawn"), highlights.count(), page),
        Step(_("Highlights with claims"), written, page),
        of_claims,
    ]


def _verifying(project: Project) -> list[Step]:
    items: list[Item] = report(project, ITEMS)
    decided = decisions(project)
    differing = {item.claim for item in items if len({rating.verdict for rating in item.ratings}) > 1}
    verified, released = _verified(project), report(project, "released claims")
    queue = _address(project, "quality-adjudicate")
    return [
        Step(_("Claims verified"), verified, _address(project, "manage-verifications")),
        Step(_("Claims adjudicated"), len(decided), f"{queue}?show=done", of=len(differing | decided.keys())),
        Step(_("Claims to be released"), released, reverse("releases", args=[project.slug]), of=verified),
    ]


def _verified(project: Project) -> int:
    """Claims with a verification that counts; of a large project stored, since counting reads all verifications."""
    stored = cached_result(project, "verified claims")
    if stored is not None:
        return int(stored.value)
    current = Verification.objects.filter(
        counted("submission__"), claim__project=project, claim__phase=Phase.PRODUCTION
    )
    return current.order_by().values("claim").distinct().count()


def _address(project: Project, page: str) -> str | None:
    return reverse(page, args=[project.slug]) if is_reachable(project, page) else None
