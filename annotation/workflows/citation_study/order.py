"""Which source somebody is shown on the left: drawn for each assignment, and never told to anybody."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from annotation.work.models import Assignment
from annotation.workflows.citation_study.choices import LEFT, RIGHT, SOURCE_A, SOURCE_B
from annotation.workflows.citation_study.models import ShownOrder

Sides = Mapping[str, str]  # left and right -> source_a and source_b


def sides_of(assignment: Assignment) -> Sides:
    """Which source stands on which side. The first call draws it, from the system's source of randomness."""
    drawn = {"is_swapped": bool(secrets.randbits(1))}
    order, _made = ShownOrder.objects.get_or_create(assignment=assignment, defaults=drawn)
    return sides(is_swapped=order.is_swapped)


def sides(*, is_swapped: bool) -> Sides:
    """The same for a known order."""
    return {LEFT: SOURCE_B, RIGHT: SOURCE_A} if is_swapped else {LEFT: SOURCE_A, RIGHT: SOURCE_B}
