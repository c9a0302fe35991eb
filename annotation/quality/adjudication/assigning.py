"""Assign claims of the queue to adjudicators: chosen ones to one person, or the rest evenly among all of them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.claims.models import Claim
from annotation.errors import AnnotationError
from annotation.projects.models import Membership, Project, Role
from annotation.quality.adjudication.models import Adjudication, AdjudicationAssignment
from annotation.workflows.models import Verification
from corpus.batching import batched

DECIDING = (Role.ADJUDICATOR, Role.MANAGER)


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
    own = _own_work(known, [to.pk])[to.pk] if to is not None else set()
    chosen = sorted(known - own)
    if to is None:
        for some in batched(chosen, 500):
            AdjudicationAssignment.objects.filter(claim__in=some).delete()
        return len(chosen)
    AdjudicationAssignment.objects.bulk_create(
        _rows(((claim, to.pk) for claim in chosen), by),
        batch_size=500,
        update_conflicts=True,  # also with what somebody else assigns at this moment
        unique_fields=["claim"],
        update_fields=["adjudicator", "assigned_by", "created_at"],
    )
    return len(chosen)


@transaction.atomic
def share_out(*, project: Project, claims: Sequence[int], by: User) -> int:
    """Assign the claims that nobody has, each to the adjudicator with the fewest open ones; returns how many.

    A claim that all of them wrote or verified is nobody's.
    """
    people = list(adjudicators(project).values_list("pk", flat=True))
    known = set(_of(project, claims))
    taken = set(AdjudicationAssignment.objects.filter(claim__project=project).values_list("claim", flat=True))
    open_claims = [claim for claim in claims if claim in known and claim not in taken]
    own, load = _own_work(set(open_claims), people), open_counts(project)
    pairs = []
    for claim in open_claims:
        free = [person for person in people if claim not in own[person]]
        if free:
            person = min(free, key=lambda one: (load[one], one))
            load[person] += 1
            pairs.append((claim, person))
    # What somebody else assigns at this moment stays theirs.
    AdjudicationAssignment.objects.bulk_create(_rows(pairs, by), batch_size=500, ignore_conflicts=True)
    return len(pairs)


def open_counts(project: Project) -> Counter[int]:
    """Adjudicator -> claims assigned to them that are not decided."""
    decided = Adjudication.objects.filter(claim__project=project, is_current=True).values("claim")
    rows = AdjudicationAssignment.objects.filter(claim__project=project).exclude(claim__in=decided)
    return Counter(rows.values_list("adjudicator", flat=True))


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


def _own_work(claims: Collection[int], people: Collection[int]) -> defaultdict[int, set[int]]:
    """Person -> those of the claims that they wrote or verified, and so must not adjudicate."""
    found: defaultdict[int, set[int]] = defaultdict(set)
    for some in batched(claims, 500):
        written = Claim.objects.filter(pk__in=some, author__in=people).values_list("author", "pk")
        verified = Verification.objects.filter(claim__in=some, submission__assignment__person__in=people)
        for person, claim in [*written, *verified.values_list("submission__assignment__person", "claim")]:
            if person is not None:
                found[person].add(claim)
    return found
