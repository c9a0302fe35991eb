"""How far the person is in their phase of calibration, in the header of their work."""

from __future__ import annotations

from django import template

from annotation.quality.calibration.phase_completion import Progress, progress_of
from annotation.work.models import Assignment

register = template.Library()


@register.simple_tag
def calibration_progress(assignment: Assignment) -> Progress | None:
    """The item of the phase that is open; None in production, of attention checks too."""
    return progress_of(assignment)
