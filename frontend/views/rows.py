"""Shared querysets behind counts, filters and pages."""

from __future__ import annotations

from django.db.models import Case, Count, F, Max, Q, QuerySet, Value, When
from django.utils import timezone

from annotation.claims.models import Claim
from annotation.projects.models import Project
from annotation.work.models import KEPT, AssignmentState


def claims_with_places(project: Project) -> QuerySet[Claim]:
    """Claims with `wanted`, `submitted`, `held` (or postponed, by a lease that runs), `free` and `withdrawn` places.

    A claim has one task; of one that nobody is offered any more no place is free, and the rest is withdrawn.
    """
    submitted = Q(verification_item__task__assignments__state=AssignmentState.SUBMITTED)
    held = Q(
        verification_item__task__assignments__state__in=KEPT,
        verification_item__task__assignments__leased_until__gte=timezone.now(),
    )
    rest = F("wanted") - F("submitted") - F("held")
    return (
        project.claims.filter(phase=0)
        .annotate(
            wanted=Max("verification_item__task__required_annotations", default=0),
            submitted=Count("verification_item__task__assignments", filter=submitted),
            held=Count("verification_item__task__assignments", filter=held),
        )
        .annotate(
            free=Case(When(verification_item__task__withdrawn_at__isnull=True, then=rest), default=Value(0)),
            withdrawn=Case(When(verification_item__task__withdrawn_at__isnull=False, then=rest), default=Value(0)),
        )
        .order_by("pk")
    )


CLAIM_STATES: dict[str, Q] = {
    "": Q(),
    "open": Q(free__gt=0),
    "held": Q(held__gt=0),
    "withdrawn": Q(withdrawn__gt=0),
    "done": Q(wanted__gt=0, submitted__gte=F("wanted")),
}
