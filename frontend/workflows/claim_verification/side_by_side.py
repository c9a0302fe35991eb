"""One claim with all of its annotators beside one another: verdicts, challenges, evidence, and what they share."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import combinations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from annotation.claims.access import claim_of
from annotation.quality.adjudication.queue import letters
from annotation.quality.agreement.evidence import best_overlap
from annotation.vocabulary.operation_names import OperationName
from annotation.work.models import Operation
from annotation.workflows.claim_verification.models import Report, Verification
from frontend.views.access import PersonRequest
from frontend.views.quality.access import QualityAccess, quality_view
from frontend.views.quality.items import list_query, listed_items
from frontend.views.quality.rows import listed_rows
from frontend.workflows.claim_verification.evidence_rows import EvidenceRow, Passages, contradictions_read, sets_of


@dataclass(frozen=True, slots=True)
class Card:
    """One element of a set. `kind`: "all" have it, "some" do, or "one" alone; `others`: who else, by letter."""

    evidence: EvidenceRow
    kind: str
    others: str


@dataclass(frozen=True, slots=True)
class Side:
    """One annotator of the claim. `letter`: the one that adjudication calls them by."""

    letter: str
    name: str
    verification: Verification
    first_submitted_at: datetime
    seconds: float | None
    sets: list[tuple[int, str, str, str, list[Card]]]  # number, name, colour, label, cards
    chosen: frozenset[str]
    contradictions: list[Passages]


@dataclass(frozen=True, slots=True)
class Shared:
    """An element that somebody chose, and beside each annotator whether they did."""

    evidence: EvidenceRow
    marks: list[bool]


@dataclass(frozen=True, slots=True)
class Beside:
    """Two annotators: the overlap of their nearest sets (None without evidence), and how many elements they share."""

    letters: str
    overlap: float | None
    shared: int
    of: int


@quality_view("GET")
def side_by_side(request: PersonRequest, access: QualityAccess, pk: int) -> HttpResponse:
    claim = claim_of(access.project, pk, "author", "highlight")
    sides = _sides(access, pk)
    verdicts = {side.verification.verdict for side in sides}
    names = access.names()
    shown = access.page(
        claim=claim,
        sides=sides,
        writer=names.get(claim.author_id) if claim.author_id else None,
        is_unanimous=len(verdicts) == 1,
        table=_table(sides),
        beside=[_beside(one, other) for one, other in combinations(sides, 2)],
        reports=Report.objects.filter(claim=claim).select_related("assignment__person"),
        around=_around(request, access, pk),
        names=names,
    )
    return render(request, "claim_verification/side_by_side.html", shown)


def _sides(access: QualityAccess, claim: int) -> list[Side]:
    rows = list(
        Verification.objects.filter(claim=claim, submission__is_current=True).select_related(
            "submission__assignment__person"
        )
    )
    letter_of = letters(rows)
    rows.sort(key=lambda row: letter_of[row.pk])
    names, seconds = access.names(), _active_seconds([row.assignment_id for row in rows])
    read = [sets_of(access.project.corpus, row) for row in rows]
    chosen = [frozenset(one.element_id for each in sets for one in each.evidence) for sets in read]
    sides = []
    for place, (row, sets) in enumerate(zip(rows, read, strict=True)):
        chosen_by_others = {letter_of[other.pk]: ids for other, ids in zip(rows, chosen, strict=True) if other != row}
        cards = [
            (each.number, each.name, each.colour, each.label, [_card(one, chosen_by_others) for one in each.evidence])
            for each in sets
        ]
        name = names.get(row.assignment.person_id, "?") if access.is_manager else ""
        taken = seconds.get(row.assignment_id)
        pairs = contradictions_read(access.project.corpus, row)
        letter, at = letter_of[row.pk], row.first_submitted_at
        sides.append(Side(letter, name, row, at, taken, cards, chosen[place], pairs))
    return sides


def _active_seconds(assignments: list[int]) -> dict[int, float]:
    """Assignment -> active seconds at its first `finish`; all seconds where nobody measured active ones."""
    rows = Operation.objects.filter(assignment__in=assignments, name=OperationName.FINISH.value, sitting=1)
    found = rows.order_by().values_list("assignment", "active_seconds", "seconds")
    return {number: float(seconds if active is None else active) for number, active, seconds in found}


def _card(one: EvidenceRow, others: dict[str, frozenset[str]]) -> Card:
    """`others`: letter -> what that annotator chose."""
    same = [letter for letter, ids in others.items() if one.element_id in ids]
    kind = "one" if not same else "all" if len(same) == len(others) else "some"
    return Card(one, kind if others else "", ", ".join(same))


def _table(sides: list[Side]) -> list[Shared]:
    """Every element that anybody chose: what most have first, then by page."""
    known: dict[str, EvidenceRow] = {}
    for side in sides:
        for *_set, cards in side.sets:
            known |= {card.evidence.element_id: card.evidence for card in cards}
    rows = [Shared(row, [element in side.chosen for side in sides]) for element, row in known.items()]
    return sorted(rows, key=lambda row: (-sum(row.marks), [not mark for mark in row.marks], row.evidence.page_title))


def _beside(one: Side, other: Side) -> Beside:
    mine, theirs = (
        tuple(frozenset(card.evidence.element_id for card in cards) for *_set, cards in side.sets)
        for side in (one, other)
    )
    both = one.chosen & other.chosen
    return Beside(
        f"{one.letter} – {other.letter}", best_overlap(mine, theirs), len(both), len(one.chosen | other.chosen)
    )


@dataclass(frozen=True, slots=True)
class Around:
    """Where one came from: the list, and the claims before and after this one in it."""

    back: str
    query: str
    place: int
    of: int
    before: int | None
    after: int | None


def _around(request: HttpRequest, access: QualityAccess, claim: int) -> Around | None:
    name = request.GET.get("list", "")
    if name not in ("items", "rows"):
        return None
    claims = listed_items(request, access).claims if name == "items" else listed_rows(request, access).claims
    if claim not in claims:
        return None
    at, query = claims.index(claim), list_query(request, name)
    return Around(
        back=f"quality-{name}",
        query=query,
        place=at + 1,
        of=len(claims),
        before=claims[at - 1] if at else None,
        after=claims[at + 1] if at + 1 < len(claims) else None,
    )
