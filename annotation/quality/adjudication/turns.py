"""Whose decision comes next on a claim that one or two adjudicators decide on, and which one holds afterwards."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.claims.models import Claim
from annotation.errors import AnnotationError
from annotation.projects.data_version import ADJUDICATIONS, bump
from annotation.projects.models import Membership, Project, Role
from annotation.quality.adjudication.models import (
    Adjudication,
    AdjudicationAssignment,
    SecondAdjudication,
    SecondState,
    Turn,
)
from annotation.quality.adjudication.second import (
    HELD,
    OPEN,
    Doubled,
    doubled,
    is_drawn,
    people_of,
    worked_on,
)
from annotation.quality.agreement.distances import Sets
from annotation.quality.agreement.evidence import OVERLAPPING, best_overlap
from corpus.batching import batched


@dataclass(frozen=True, slots=True)
class Standing:
    """The decisions of a claim that stand, by turn. `row`: None where one person decides alone; `open`: None once
    nothing more is to come."""

    claim: Claim
    decisions: dict[int, Adjudication]
    row: SecondAdjudication | None
    open: Doubled | None

    @property
    def state(self) -> str:
        """A value of `SecondState`; empty where one person decides alone."""
        return "" if self.row is None else self.row.state

    @property
    def current(self) -> Adjudication | None:
        """The decision that holds."""
        return next((one for one in self.decisions.values() if one.is_current), None)

    def is_of(self, person: User) -> bool:
        """Whether the person is one of the two who decided."""
        own = (self.decisions.get(turn) for turn in (Turn.FIRST, Turn.SECOND))
        return any(one is not None and one.adjudicator_id == person.pk for one in own)

    def own_of(self, person: User) -> Adjudication | None:
        """The decision of this person as one of the two."""
        own = (self.decisions.get(turn) for turn in (Turn.SECOND, Turn.FIRST))
        return next((one for one in own if one is not None and one.adjudicator_id == person.pk), None)


def standing_of(claim: Claim) -> Standing:
    """Read the decisions of a claim."""
    decisions = {one.turn: one for one in Adjudication.objects.filter(claim=claim, stands=True)}
    row = SecondAdjudication.objects.filter(claim=claim).first()
    is_open = row is not None and row.state in OPEN
    return Standing(claim, decisions, row, doubled(claim.project, claim.pk).get(claim.pk) if is_open else None)


def manages(project: int, person: User) -> bool:
    return Membership.objects.filter(project=project, user=person, role=Role.MANAGER).exists()


def is_hidden_from(person: User, standing: Standing, *, is_manager: bool) -> bool:
    """Tell whether the person must not know what was decided: it is held, they are no manager and not one of the two.

    A manager who is asked for the second decision is not shown the first one on its page either.
    """
    if standing.open is None or not standing.open.is_held:
        return False
    return standing.open.is_asked(person.pk) or not (is_manager or standing.open.has_decided(person.pk))


def seen_by(person: User, standing: Standing, *, is_manager: bool) -> Adjudication | None:
    """The decision that this person is shown as the claim's."""
    if is_hidden_from(person, standing, is_manager=is_manager):
        return None
    if standing.state in HELD:
        return standing.own_of(person)
    return standing.current


def may_decide_finally(standing: Standing, person: User) -> bool:
    """Tell whether this manager may decide where two differ: not one of the two, unless no other manager can."""
    if not standing.is_of(person):
        return True
    project = standing.claim.project
    others = people_of(project).managers - {person.pk}
    own = worked_on([standing.claim.pk], others)[standing.claim.pk]
    decided = {one.adjudicator_id for turn, one in standing.decisions.items() if turn != Turn.FINAL}
    return not others - own - decided


def turn_of(standing: Standing, person: User, base_revision: int) -> Turn:
    """Which decision the person's is, who had `base_revision` before them. Raises AnnotationError.

    `revision_conflict` (somebody decided meanwhile), and as `next_turn`.
    """
    turn = next_turn(standing, person, has_raced=base_revision == 0)
    if known_revision(standing, turn) != base_revision:
        message = _("Somebody else decided on this claim meanwhile. Load it again to see what they decided.")
        raise AnnotationError("revision_conflict", message, 409)
    return turn


def next_turn(standing: Standing, person: User, *, has_raced: bool = False) -> Turn:
    """Which decision the person would give. Raises AnnotationError.

    `assigned_to_another`, `decided_twice` (only a manager changes what two have decided) and `one_of_two`
    (`may_decide_finally`). `has_raced`: they decided before they could know of the first decision. On a claim that is
    nobody's it is then the second one, whoever was drawn: it is as blind, and nobody's work is lost.
    """
    state, is_manager = standing.state, manages(standing.claim.project_id, person)
    if state in ("", SecondState.DRAWN, SecondState.WAIVED):
        return Turn.FIRST
    if state == SecondState.WAITING:
        assert standing.open is not None  # it is open
        if standing.open.first == person.pk:
            return Turn.FIRST
        is_nobodys = has_raced and not AdjudicationAssignment.objects.filter(claim=standing.claim).exists()
        if standing.open.is_asked(person.pk) or (is_nobodys and not is_manager):
            return Turn.SECOND
        if not is_manager:
            raise AnnotationError("assigned_to_another", _("This claim is assigned to another adjudicator."), 403)
    if not is_manager:
        words = _("Two adjudicators have decided on this claim. Only a manager can change it now.")
        raise AnnotationError("decided_twice", words, 409)
    if not may_decide_finally(standing, person):
        words = _("You are one of the two adjudicators of this claim: another manager has to decide.")
        raise AnnotationError("one_of_two", words, 403)
    return Turn.FINAL


def known_revision(standing: Standing, turn: Turn) -> int:
    """The revision that somebody has before them who gives this decision; 0 for none."""
    if turn == Turn.FINAL:
        return max(one.revision for one in standing.decisions.values())
    if turn == Turn.SECOND:
        return 0
    known = standing.decisions.get(Turn.FIRST) if standing.state == SecondState.WAITING else standing.current
    return known.revision if known else 0


def settle(standing: Standing, stored: Adjudication) -> None:
    """Say which decision holds now that `stored` was added. `standing`: as it was before; the claim is locked."""
    turn, row = stored.turn, standing.row
    if turn == Turn.FINAL:
        assert row is not None  # only of two is there a final one
        _close(row, SecondState.DECIDED, stored.adjudicator)
        _hold(stored)
    elif turn == Turn.SECOND:
        assert row is not None  # as above
        first, row.adjudicator = standing.decisions[Turn.FIRST], stored.adjudicator
        row.state = SecondState.AGREED if agree(first, stored) else SecondState.DIFFERENT
        row.save(update_fields=["adjudicator", "state"])
        if row.state == SecondState.AGREED:
            _hold(first)
    elif standing.state == SecondState.WAITING:
        return  # the first decision was revised
    elif (
        standing.state != SecondState.WAIVED
        and not standing.decisions
        and is_drawn(stored.claim.project, stored.claim_id)
    ):
        person = _other_than(standing, stored)
        changed = {"project": stored.claim.project, "adjudicator_id": person, "state": SecondState.WAITING}
        SecondAdjudication.objects.update_or_create(claim=stored.claim, defaults=changed)
    else:
        SecondAdjudication.objects.filter(claim=stored.claim, state=SecondState.DRAWN).delete()
        _hold(stored)


def agree(one: Adjudication, other: Adjudication) -> bool:
    """Tell whether two decisions are the same (`is_same`)."""
    return is_same((one.verdict, sets_in(one.evidence_sets)), (other.verdict, sets_in(other.evidence_sets)))


def is_same(one: tuple[str, Sets], other: tuple[str, Sets]) -> bool:
    """Tell whether there is one verdict, and evidence that overlaps by `OVERLAPPING` or is absent from both."""
    overlap = best_overlap(one[1], other[1])
    return one[0] == other[0] and (overlap is None or overlap >= OVERLAPPING)


def sets_in(pinned: list[list[dict[str, str]]]) -> Sets:
    """The elements of each set of a decision."""
    return tuple(frozenset(piece["element_id"] for piece in each) for each in pinned)


@transaction.atomic
def do_without(*, project: Project, claims: Collection[int], by: User) -> int:
    """Let the first decision of claims hold that wait for a second one; returns of how many."""
    done = 0
    for some in batched(sorted(set(claims)), 500):
        for claim in Claim.objects.select_for_update(no_key=True).filter(project=project, pk__in=some).order_by("pk"):
            row = SecondAdjudication.objects.filter(claim=claim, state=SecondState.WAITING).first()
            first = Adjudication.objects.filter(claim=claim, stands=True, turn=Turn.FIRST).first()
            if row is not None and first is not None:
                _close(row, SecondState.WAIVED, by)
                _hold(first)
                done += 1
    if done:
        bump(project.pk, ADJUDICATIONS)
    return done


def void(claim: Claim) -> None:
    """The claim has other words now: nothing that was decided of the old ones stands."""
    Adjudication.objects.filter(claim=claim, stands=True).update(is_current=False, stands=False)
    SecondAdjudication.objects.filter(claim=claim).delete()


def _hold(decision: Adjudication) -> None:
    Adjudication.objects.filter(claim=decision.claim_id, is_current=True).update(is_current=False)
    Adjudication.objects.filter(pk=decision.pk).update(is_current=True)
    decision.is_current = True


def _close(row: SecondAdjudication, state: SecondState, by: User) -> None:
    row.state, row.closed_by, row.closed_at = state, by, timezone.now()
    row.save(update_fields=["state", "closed_by", "closed_at"])


def _other_than(standing: Standing, stored: Adjudication) -> int | None:
    """Who decides as well: whom the claim is assigned to, if somebody else was quicker; else who was drawn."""
    claim, people = stored.claim_id, people_of(stored.claim.project)
    without = {stored.adjudicator_id} | worked_on([claim], people.all)[claim]
    assigned = AdjudicationAssignment.objects.filter(claim=claim).values_list("adjudicator", flat=True).first()
    drawn = None if standing.row is None else standing.row.adjudicator_id
    known = (one for one in (assigned, drawn) if one is not None and one in people.all - without)
    return next(known, None) or people.drawn(claim, without)
