"""What the page of a claim shows of the decisions of two adjudicators, by who reads it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.claims.models import Claim
from annotation.errors import AnnotationError
from annotation.quality.adjudication.models import Adjudication, SecondState, Turn
from annotation.quality.adjudication.second import HELD
from annotation.quality.adjudication.turns import (
    Standing,
    is_hidden_from,
    known_revision,
    next_turn,
    seen_by,
    sets_in,
)
from annotation.quality.agreement.evidence import best_overlap
from annotation.workflows.claim_verification.models import Verification
from corpus.models import Corpus
from frontend.workflows.claim_verification.adjudication_sides import decided_sets


@dataclass(frozen=True, slots=True)
class Told:
    """One of the two decisions, with its evidence: (element, page, words) of each set."""

    label: str
    decision: Adjudication
    sets: list[list[tuple[str, str, str]]]


@dataclass(frozen=True, slots=True)
class OfTwo:
    """`decision`: what the reader is shown as decided. `refused`: why they may not decide; empty where they may.

    `both`: for managers, of a claim that two decide on; `overlap`: of their evidence. `warnings`: codes, for managers.
    `notes_before`: of a reader who must not know of the first decision, when it was made. `asked`: the name of who is
    to decide as well; empty where nobody can.
    """

    decision: Adjudication | None
    base_revision: int
    refused: str
    is_final: bool
    state: str = ""
    both: list[Told] = field(default_factory=list)
    overlap: float | None = None
    asked: str = ""
    warnings: tuple[str, ...] = ()
    notes_before: datetime | None = None
    earlier: QuerySet[Adjudication] = field(default_factory=Adjudication.objects.none)

    @property
    def is_waiting(self) -> bool:
        return self.state == SecondState.WAITING

    @property
    def is_different(self) -> bool:
        return self.state == SecondState.DIFFERENT


def of_two(standing: Standing, reader: User, *, is_manager: bool) -> OfTwo:
    """Everything of it that this reader may know."""
    refused, turn = "", None
    try:
        turn = next_turn(standing, reader)
    except AnnotationError as error:
        refused = error.message
    decision = seen_by(reader, standing, is_manager=is_manager)
    base = 0 if turn is None else known_revision(standing, turn)
    is_final, claim = turn == Turn.FINAL, standing.claim
    if is_hidden_from(reader, standing, is_manager=is_manager):
        warnings = ("asked",) if is_manager else ()
        first = standing.decisions[Turn.FIRST].created_at
        return OfTwo(None, base, refused, is_final, warnings=warnings, notes_before=first)
    earlier = claim.adjudications.filter(stands=False).order_by("-revision")
    if not is_manager:
        mine = earlier.filter(adjudicator=reader) if standing.state in HELD else earlier
        return OfTwo(decision, base, refused, is_final, earlier=mine)
    both = list(_both(standing, claim.project.corpus)) if standing.state not in ("", SecondState.DRAWN) else []
    two = [sets_in(one.decision.evidence_sets) for one in both[:2]]
    person = standing.open.asked if standing.open else None
    asked = User.objects.filter(pk=person).first() if person is not None else None
    return OfTwo(
        decision,
        base,
        refused,
        is_final,
        state=standing.state,
        both=both,
        overlap=best_overlap(*two) if len(two) > 1 else None,
        asked=asked.get_username() if asked else "",
        warnings=tuple(_warnings(standing, reader, is_final=is_final)),
        earlier=earlier,
    )


def _both(standing: Standing, corpus: Corpus) -> Iterator[Told]:
    words = {Turn.FIRST: _("First adjudicator"), Turn.SECOND: _("Second adjudicator")}
    for turn, label in words.items():
        if (one := standing.decisions.get(turn)) is not None:
            yield Told(label, one, decided_sets(one, corpus))


def _warnings(standing: Standing, reader: User, *, is_final: bool) -> Iterator[str]:
    if is_final and standing.is_of(reader):
        yield "one_of_two"
    if changed_between(standing.claim, standing.decisions):
        yield "changed_between"


def changed_between(claim: Claim, decisions: dict[int, Adjudication]) -> bool:
    """Whether an annotation was submitted or changed after the first and before the second decision."""
    first, second = decisions.get(Turn.FIRST), decisions.get(Turn.SECOND)
    if first is None or second is None:
        return False
    span = (first.created_at, second.created_at)
    return Verification.objects.filter(claim=claim, submission__created_at__range=span).exists()
