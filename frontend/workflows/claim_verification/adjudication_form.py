"""Form of an adjudication."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from django.http import QueryDict
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.claims.models import Claim
from annotation.errors import Invalid
from annotation.evidence.excerpts import ExcerptJson, excerpts
from annotation.quality.adjudication.adjudicate import adjudicate, known_evidence
from annotation.quality.adjudication.models import Adjudication, Outcome, Turn
from annotation.quality.adjudication.rules import merged
from annotation.quality.adjudication.turns import manages
from annotation.quality.workflows.claim_verification.revision_requests import send_back
from annotation.workflows.claim_verification.access import verification_of_claim
from annotation.workflows.claim_verification.models import Verification
from corpus.models import Corpus
from frontend.views.lists import number_in

OWN = "own"
AS_DECIDED = {"first": Turn.FIRST, "second": Turn.SECOND}  # a manager takes over what one of two adjudicators decided
MOST_PIECES = 2_000


@dataclass(frozen=True, slots=True)
class Asked:
    """`outcome`: the number of a verification, OWN for evidence put together here, or one of AS_DECIDED. `pieces`:
    (set, element)."""

    action: str = "decide"
    outcome: str = ""
    verdict: str = ""
    challenge: str = ""
    pieces: list[tuple[int, str]] = field(default_factory=list)
    error_type: str = ""
    note: str = ""
    base_revision: int = 0
    verification: int = 0  # to be sent back

    @classmethod
    def of(cls, decision: Adjudication | None, base_revision: int = 0) -> Asked:
        """The form of a decision that may be decided anew; an empty one where there is none."""
        if decision is None:
            return cls(base_revision=base_revision)
        pieces = [(n, one["element_id"]) for n, each in enumerate(decision.evidence_sets, start=1) for one in each]
        return cls(
            outcome=str(decision.chosen_id) if decision.chosen_id else OWN,
            verdict=decision.verdict,
            challenge=decision.challenge,
            pieces=pieces,
            error_type=decision.error_type,
            note=decision.note,
            base_revision=base_revision,
        )

    @property
    def numbers(self) -> dict[str, list[int]]:
        """Element -> the sets it is in."""
        found: dict[str, list[int]] = {}
        for number, element in self.pieces:
            found.setdefault(element, []).append(number)
        return found

    def own_pieces(self, corpus: Corpus, theirs: set[str]) -> list[tuple[ExcerptJson, list[int]]]:
        """What is chosen here and by no annotator, with its sets."""
        numbers = self.numbers
        found, _unknown = excerpts(corpus, [element for element in numbers if element not in theirs])
        return [(one, numbers[one["id"]]) for one in found]


def asked_in(data: QueryDict) -> Asked:
    """Each `piece` is the number of a set, a space, and an element."""
    parts = [text.partition(" ") for text in data.getlist("piece")[:MOST_PIECES]]
    pieces = [(number_in(number, 9), element) for number, _space, element in parts]
    return Asked(
        action=data.get("action", "decide"),
        outcome=data.get("outcome", ""),
        verdict=data.get("verdict", ""),
        challenge=data.get("challenge", ""),
        pieces=[(number, element) for number, element in pieces if number],
        error_type=data.get("error_type", ""),
        note=data.get("note", "").strip(),
        base_revision=number_in(data.get("base_revision", ""), 9) or 0,
        verification=number_in(data.get("verification", ""), 9) or 0,
    )


def save(claim: Claim, person: User, asked: Asked) -> str:
    """Decide, or send back; returns what to tell the person. Raises AnnotationError as `adjudicate` and `send_back`."""
    if asked.action == "send-back":
        verification = verification_of_claim(claim, asked.verification)
        if verification is None:
            words = _("Choose the verification to return.")
            raise Invalid(words, {"verification": [words]})
        send_back(verification=verification, by=person, note=asked.note)
        return _("Returned. The annotator finds it under “My work”.")
    asked = _taken_over(claim, person, asked)
    chosen = verification_of_claim(claim, number_in(asked.outcome, 9))
    sets = merged(asked.pieces)
    adjudicate(
        claim=claim,
        adjudicator=person,
        kind=_kind(claim, asked, sets),
        chosen=chosen,
        verdict=asked.verdict,
        challenge=asked.challenge,
        evidence_sets=sets,
        error_type=asked.error_type,
        note=asked.note,
        base_revision=asked.base_revision,
    )
    if claim.project.second_adjudication_share:
        return _("Decided.")  # whether it holds yet would say that somebody else is asked as well
    return _("Decided. This decision is released for the claim.")


def _taken_over(claim: Claim, person: User, asked: Asked) -> Asked:
    """The form with what one of the two adjudicators decided, where a manager takes that over."""
    turn = AS_DECIDED.get(asked.outcome)
    if turn is None or not manages(claim.project_id, person):
        return asked
    decision = Adjudication.objects.filter(claim=claim, stands=True, turn=turn).first()
    theirs = Asked.of(decision)
    return replace(
        asked, outcome=theirs.outcome, verdict=theirs.verdict, challenge=theirs.challenge, pieces=theirs.pieces
    )


def _kind(claim: Claim, asked: Asked, sets: list[list[str]]) -> str:
    """Merged: of the annotators' evidence alone, under a verdict that one of them gave. Else it is new."""
    if asked.outcome != OWN:
        return Outcome.ONE if asked.outcome else ""
    verdicts = Verification.objects.filter(claim=claim, submission__is_current=True).values_list("verdict", flat=True)
    is_theirs = {element for each in sets for element in each} <= known_evidence(claim)
    return Outcome.MERGED if is_theirs and asked.verdict in set(verdicts) else Outcome.NEW
