"""Claims that two adjudicators decide on: which are drawn, who decides as well, and what each of them knows meanwhile.

A claim is drawn by a hash of the project's secret seed: nobody can tell beforehand, a larger share contains a smaller
one, and asked again it draws the same. So is the second adjudicator, among those who may decide on the claim and are
not the first; managers only where there is nobody else, since managers see every decision. Of a claim that is assigned
both are drawn beforehand, and each finds it among their own; of others the second is drawn when the first has decided.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256

from annotation.accounts.models import User
from annotation.claims.models import Claim
from annotation.projects.models import Membership, Project, Role
from annotation.quality.adjudication.models import (
    Adjudication,
    AdjudicationAssignment,
    SecondAdjudication,
    SecondState,
    Turn,
)
from annotation.workflows.models import Verification
from corpus.batching import batched

DECIDING = (Role.ADJUDICATOR, Role.MANAGER)
OPEN = (SecondState.DRAWN, SecondState.WAITING, SecondState.DIFFERENT)
HELD = (SecondState.WAITING, SecondState.DIFFERENT)  # decided, and the decision does not hold yet


def is_drawn(project: Project, claim: int) -> bool:
    """Tell whether two adjudicators are to decide on the claim, by the project's share of now."""
    digest = sha256(f"second adjudication {project.qa_seed} {claim}".encode()).digest()
    return int.from_bytes(digest[:8]) < project.second_adjudication_share * 2**64 // 100


@dataclass(frozen=True, slots=True)
class People:
    """Those of a project who may decide and are not paused. `managers`: of `all` those who see every decision."""

    seed: int
    all: frozenset[int]
    managers: frozenset[int]

    def drawn(self, claim: int, without: Collection[int]) -> int | None:
        """The person for a claim: an adjudicator who is no manager, if there is one; by hash."""
        free = self.all - set(without)
        return min(free - self.managers or free, key=lambda person: self._place(claim, person), default=None)

    def _place(self, claim: int, person: int) -> bytes:
        return sha256(f"second adjudicator {self.seed} {claim} {person}".encode()).digest()


def people_of(project: Project) -> People:
    """Read who may be asked."""
    roles: defaultdict[str, set[int]] = defaultdict(set)
    members = Membership.objects.filter(project=project, role__in=DECIDING, user__is_active=True)
    for person, role in members.values_list("user", "role"):
        roles[role].add(person)
    paused = set(project.member_settings.filter(paused_at__isnull=False).values_list("user", flat=True))
    everybody = roles[Role.ADJUDICATOR] | roles[Role.MANAGER]
    return People(project.qa_seed, frozenset(everybody - paused), frozenset(roles[Role.MANAGER]))


@dataclass(frozen=True, slots=True)
class Doubled:
    """A claim whose second decision, or a manager's, is still to come. `asked`: who is to decide as well, None where
    nobody can. `first`, `second`: who has decided; None: not yet."""

    claim: int
    state: str
    asked: int | None
    first: int | None
    second: int | None

    @property
    def is_held(self) -> bool:
        """Whether somebody has decided."""
        return self.state in HELD

    def is_asked(self, person: int) -> bool:
        """Whether the claim waits for this person's second decision."""
        return self.state == SecondState.WAITING and self.asked == person

    def has_decided(self, person: int) -> bool:
        return person in (self.first, self.second)


def doubled(project: Project, claim: int | None = None) -> dict[int, Doubled]:
    """Claim -> where it stands, of those that are not settled; of one claim alone where it is given."""
    rows = SecondAdjudication.objects.filter(project=project, state__in=OPEN)
    if claim is not None:
        rows = rows.filter(claim=claim)
    found = {row: (person, state) for row, person, state in rows.values_list("claim", "adjudicator", "state")}
    if not found:
        return {}
    by: dict[tuple[int, int], int] = {}
    decided = Adjudication.objects.filter(stands=True, claim__second_adjudication__in=rows)
    for one, turn, person in decided.values_list("claim", "turn", "adjudicator"):
        by[one, turn] = person
    of_claims = AdjudicationAssignment.objects.filter(claim__second_adjudication__in=rows)
    assigned, people = dict(of_claims.values_list("claim", "adjudicator")), people_of(project)
    own = worked_on(found, people.all)
    made = {}
    for one, (stored, state) in found.items():
        first = by.get((one, Turn.FIRST))
        # Of a claim that nobody has decided yet, the other one is whom it is assigned to.
        without = {first if state != SecondState.DRAWN else assigned.get(one)} | own[one]
        asked = _asked(people, one, stored, {person for person in without if person is not None})
        made[one] = Doubled(one, state, asked, first, by.get((one, Turn.SECOND)))
    return made


def _asked(people: People, claim: int, stored: int | None, without: Collection[int]) -> int | None:
    """Who was drawn, as long as they can decide; else somebody else."""
    drawn = people.drawn(claim, without)
    can = stored is not None and stored in people.all and stored not in without
    return stored if can and (stored not in people.managers or drawn in people.managers) else drawn


def worked_on(claims: Iterable[int], people: Collection[int]) -> defaultdict[int, set[int]]:
    """Claim -> those of the people who wrote or verified it, and so must not decide on it."""
    found: defaultdict[int, set[int]] = defaultdict(set)
    for some in batched(claims, 500):
        written = Claim.objects.filter(pk__in=some, author__in=people).values_list("pk", "author")
        verified = Verification.objects.filter(claim__in=some, submission__assignment__person__in=people)
        for claim, person in [*written, *verified.values_list("claim", "submission__assignment__person")]:
            if person is not None:
                found[claim].add(person)
    return found


def assigned_for(person: User, project: Project, assigned: Mapping[int, int]) -> dict[int, int]:
    """`assigned` as this person is to see it: what they decide on as well looks as what they are the first for."""
    seen = dict(assigned)
    for claim, one in doubled(project).items():
        if one.asked == person.pk and claim in seen and one.state != SecondState.DIFFERENT:
            seen[claim] = person.pk
    return seen


def draw_for(project: Project, assigned: Mapping[int, int]) -> dict[int, int | None]:
    """Draw the other adjudicator of those of these claims that are drawn and not decided; claim -> person.

    `assigned`: claim -> whom it is assigned to. What was drawn before is drawn again only where that person has it now.
    """
    claims = [claim for claim in assigned if is_drawn(project, claim)]
    decided = set(Adjudication.objects.filter(claim__in=claims, stands=True).values_list("claim", flat=True))
    claims = [claim for claim in claims if claim not in decided]
    people = people_of(project)
    own, drawn = worked_on(claims, people.all), dict[int, int | None]()
    for claim in claims:
        drawn[claim] = people.drawn(claim, {assigned[claim]} | own[claim])
    SecondAdjudication.objects.bulk_create(
        (SecondAdjudication(project=project, claim_id=claim, adjudicator_id=person) for claim, person in drawn.items()),
        batch_size=500,
        update_conflicts=True,  # assigned to somebody else now
        unique_fields=["claim"],
        update_fields=["adjudicator"],
    )
    return drawn


def draw_again(project: Project) -> None:
    """After a change of the share: the other adjudicator of claims that are assigned and not decided.

    What somebody has decided on stays as it was drawn.
    """
    rows = SecondAdjudication.objects.filter(project=project, state=SecondState.DRAWN)
    gone = [row for row, claim in rows.values_list("pk", "claim") if not is_drawn(project, claim)]
    for some in batched(gone, 500):
        SecondAdjudication.objects.filter(pk__in=some, state=SecondState.DRAWN).delete()
    assigned = AdjudicationAssignment.objects.filter(claim__project=project)
    draw_for(project, dict(assigned.exclude(claim__in=rows.values("claim")).values_list("claim", "adjudicator")))


def forget_undecided(claims: Collection[int]) -> None:
    """Claims that are nobody's any more: nobody is drawn for them before somebody has decided."""
    SecondAdjudication.objects.filter(claim__in=claims, state=SecondState.DRAWN).delete()
