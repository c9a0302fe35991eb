"""What a guided example refuses: it is left or submitted, and neither skipped, reported nor postponed."""

from __future__ import annotations

from django.utils.translation import gettext as _

from annotation.errors import AnnotationError
from annotation.work.assignment import is_guided
from annotation.work.models import Assignment


def guide_kind_of(assignment: Assignment) -> str:
    """Return the kind of a guided example; empty for everything else. No query for everything else."""
    return str(assignment.task.gold.guide_kind) if is_guided(assignment) else ""


def refuse_guided(assignment: Assignment) -> None:
    """Raise AnnotationError `guided_example` for a guided example."""
    if is_guided(assignment):
        raise AnnotationError("guided_example", _("A guided example cannot be skipped, reported or postponed."), 409)
