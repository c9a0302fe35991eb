"""Replay of an operation log: the page of each step with the draft at that time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import render

from annotation.evidence.excerpts import excerpts
from annotation.projects.models import Project
from annotation.vocabulary.operation_names import OperationName
from annotation.work.models import Operation
from annotation.workflows.claim_verification.access import verification_of
from annotation.workflows.claim_verification.models import Verification
from annotation.workflows.claim_verification.replay import Chosen, replay, verdict_of
from corpus.page.context import all_contexts
from corpus.store import PageNotFound, stored
from frontend.views.access import PersonRequest
from frontend.views.lists import number_in
from frontend.views.quality.access import QualityAccess, quality_view
from frontend.views.reader import article, find_page
from frontend.workflows.claim_verification.verifications import SELECTING

SEARCH_PAGE = "?search="
ROWS_AROUND = 100  # of the list of steps, on either side
SEARCHING = frozenset({OperationName.SEARCH, OperationName.PAGE_SEARCH, OperationName.HYPERLINK})


@dataclass(frozen=True, slots=True)
class Step:
    """One operation with its number, from 1."""

    number: int
    row: Operation


@dataclass(frozen=True, slots=True)
class SetThen:
    """An evidence set as it was at a step; `number` counts from 1."""

    number: int
    name: str
    colour: str
    label: str
    is_active: bool
    evidence: list[str]
    dropped: list[str]
    added: list[str]


@quality_view("GET")
def route(request: PersonRequest, access: QualityAccess, pk: int) -> HttpResponse:
    """`?step=` is the number of the operation that was the last; the first where it is left out."""
    project = access.project
    verification = verification_of(project, pk)
    log = list(_log(verification))
    number = min(max(number_in(request.GET.get("step", ""), 8) or 1, 1), len(log))
    done = log[:number]
    chosen = replay(done)
    here = log[number - 1] if log else None
    around = range(max(0, number - 1 - ROWS_AROUND), min(len(log), number + ROWS_AROUND))
    steps = [Step(index + 1, log[index]) for index in around]
    shown = access.page() | {
        "verification": verification,
        "number": number,
        "last": len(log),
        "here": here,
        "steps": steps,
        "sets": _sets(chosen),
        "chosen": chosen | {"verdict": verdict_of(chosen)},
        "searches": [row for row in done if row.name in SEARCHING],
        "words": _words(project, chosen, steps),
        **_place(project, done, chosen),
    }
    return render(request, "claim_verification/replay.html", shown)


def _log(verification: Verification) -> QuerySet[Operation]:
    return Operation.objects.filter(assignment=verification.assignment_id).order_by("sequence")


def _sets(chosen: Chosen) -> list[SetThen]:
    return [
        SetThen(
            number=number + 1,
            name=chosen["looks"][number]["name"],
            colour=chosen["looks"][number]["colour"],
            label=chosen["labels"][number] if ids else "",
            is_active=number == chosen["active_set"],
            evidence=ids,
            dropped=_all_of(chosen["dropped"][number]),
            added=_all_of(chosen["added"][number]),
        )
        for number, ids in enumerate(chosen["sets"])
    ]


def _all_of(refinement: Mapping[str, Sequence[str]]) -> list[str]:
    return [each for ids in refinement.values() for each in ids]


def _words(project: Project, chosen: Chosen, steps: Sequence[Step]) -> dict[str, str]:
    """Element id -> its text, for what was chosen and what the list of steps speaks of."""
    wanted = {element_id for ids in chosen["sets"] for element_id in ids}
    wanted |= {each for refinement in (*chosen["dropped"], *chosen["added"]) for each in _all_of(refinement)}
    wanted |= {step.row.value for step in steps if step.row.name in SELECTING}
    found, _unknown = excerpts(project.corpus, sorted(wanted))
    return {words["id"]: words["text"] for words in found}


def _place(project: Project, done: Sequence[Operation], chosen: Chosen) -> dict[str, Any]:
    """What the reader showed: an article, the search page (`searched`), or a page that is not there (`missing`)."""
    place = next((row.value for row in reversed(done) if row.name == OperationName.NOW_ON), SEARCH_PAGE)
    if place.startswith(SEARCH_PAGE):
        return {"searched": place.removeprefix(SEARCH_PAGE)}
    try:
        found = find_page(project, place)
    except PageNotFound:
        return {"missing": place}
    marks = {element_id for ids in chosen["sets"] for element_id in ids}
    shown = article(project, stored(project.corpus, found.title), found, marks)
    contexts = all_contexts(shown["page"])
    context = frozenset(
        each
        for ids, dropped, added in zip(chosen["sets"], chosen["dropped"], chosen["added"], strict=True)
        for element_id in ids
        for each in (*contexts.get(element_id, []), *added.get(element_id, []))
        if each not in dropped.get(element_id, [])
    )
    return shown | {"rendering": replace(shown["rendering"], context=context)}
