"""Assign claims of the queue to adjudicators: chosen ones to one person, or the rest evenly among all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.claims.models import Claim
from annotation.errors import AnnotationError
from annotation.projects.models import Membership, Project, Role
from annotation.quality.adjudication.models import Adjudication, AdjudicationAssignment, SecondState
from annotation.quality.adjudication.second import DECIDING, doubled, draw_for, forget_undecided, worked_on
from corpus.batching import batched


def deciders(project: Project) -> QuerySet[User]:
    """Those who may decide and may log in, by name."""
    people = User.objects.filter(memberships__project=project, memberships__role__in=DECIDING, is_active=True)
    return people.distinct().order_by("username")


def adjudicators(project: Project) -> QuerySet[User]:
    """Those whose role it is to decide, by name; managers only where nobody else has it."""
    found = deciders(project)
    own = Membership.objects.filter(project=project, role=Role.ADJUDICATOR).values("user")
    return found.filter(pk__in=own) if found.filter(pk__in=own).exists() else found


@transaction.atomic
def assign_claims(*, project: Project, claims: Collection[int], to: User | None, by: User) -> int:
    """Assign claims to a person, whoever had them before, or to nobody; returns how many.

    Claims that the person wrote or verified are left as they are. Raises AnnotationError `no_decider` for somebody who
    may not decide here.
    """
    if to is not None and not deciders(project).filter(pk=to.pk).exists():
        raise AnnotationError("no_decider", _("This person may not decide in this project."), 409)
    known = set(_of(project, claims))
    own = set(worked_on(known, [to.pk])) if to is not None else set()
    chosen = sorted(known - own)
    if to is None:
        for some in batched(chosen, 500):
            AdjudicationAssignment.objects.filter(claim__in=some).delete()
            forget_undecided(some)
        record(Act.ADJUDICATOR_ASSIGNED, by=by, project=project, after={"claims": chosen, "adjudicator": None})
        return len(chosen)
    AdjudicationAssignment.objects.bulk_create(
        _rows(((claim, to.pk) for claim in chosen), by),
        batch_size=500,
        update_conflicts=True,  # also with what somebody else assigns at this moment
        unique_fields=["claim"],
        update_fields=["adjudicator", "assigned_by", "created_at"],
    )
    draw_for(project, dict.fromkeys(chosen, to.pk))
    record(Act.ADJUDICATOR_ASSIGNED, by=by, project=project, person=to, after={"claims": chosen})
    return len(chosen)


@transaction.atomic
def share_out(*, project: Project, claims: Sequence[int], by: User) -> int:
    """Assign the claims that nobody has, each to the adjudicator with the fewest open ones; returns how many.

    A claim that all of them wrote or verified is nobody's. Who is drawn as well (`second`) has one more open.
    """
    people = list(adjudicators(project).values_list("pk", flat=True))
    known = set(_of(project, claims))
    taken = set(AdjudicationAssignment.objects.filter(claim__project=project).values_list("claim", flat=True))
    open_claims = [claim for claim in claims if claim in known and claim not in taken]
    own, load = worked_on(open_claims, people), open_counts(project)
    pairs = []
    for claim in open_claims:
        free = [person for person in people if person not in own[claim]]
        if free:
            person = min(free, key=lambda one: (load[one], one))
            load[person] += 1
            pairs.append((claim, person))
    # What somebody else assigns at this moment stays theirs.
    AdjudicationAssignment.objects.bulk_create(_rows(pairs, by), batch_size=500, ignore_conflicts=True)
    keys, stored = [claim for claim, _person in pairs], dict[int, int]()
    for some in batched(keys, 500):
        rows = AdjudicationAssignment.objects.filter(claim__in=some)
        stored |= dict(rows.values_list("claim", "adjudicator"))
    draw_for(project, stored)
    shares = Counter(person for _claim, person in pairs)
    record(Act.ADJUDICATOR_ASSIGNED, by=by, project=project, after={"claims_by_adjudicator": shares})
    return len(pairs)


def open_counts(project: Project) -> Counter[int]:
    """Adjudicator -> claims that are assigned to them, or that they decide on as well, and have not decided."""
    decided = Adjudication.objects.filter(claim__project=project, stands=True).values("claim")
    rows = AdjudicationAssignment.objects.filter(claim__project=project).exclude(claim__in=decided)
    found = Counter(rows.values_list("adjudicator", flat=True))
    as_well = (one.asked for one in doubled(project).values() if one.state != SecondState.DIFFERENT)
    found.update(person for person in as_well if person is not None)
    return found


def assigned_to(project: Project) -> dict[int, int]:
    """Claim -> the adjudicator that it is assigned to, of all that are."""
    return dict(AdjudicationAssignment.objects.filter(claim__project=project).values_list("claim", "adjudicator"))


def _rows(pairs: Iterable[tuple[int, int]], by: User) -> list[AdjudicationAssignment]:
    return [AdjudicationAssignment(claim_id=claim, adjudicator_id=person, assigned_by=by) for claim, person in pairs]


def _of(project: Project, claims: Collection[int]) -> list[int]:
    found: list[int] = []
    for some in batched(claims, 500):
        found += Claim.objects.filter(project=project, pk__in=some).values_list("pk", flat=True)
    return found
