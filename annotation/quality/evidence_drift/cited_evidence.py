"""Read the verdicts of a project, by annotators and adjudicators, with their pinned evidence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Model, Prefetch, QuerySet

from annotation.evidence.models import Evidence, EvidenceSet
from annotation.projects.models import Project
from annotation.quality.adjudication.models import Adjudication
from annotation.quality.evidence_drift.comparison import Pin
from annotation.workflows.models import Verification

BATCH = 50  # verdicts, with the text of the pages they rest on


@dataclass(frozen=True, slots=True)
class Said:
    """A verdict with its evidence as it was pinned; `kind` is "verification" or "adjudication"."""

    kind: str
    number: int
    claim: int
    text: str
    verdict: str
    sets: tuple[tuple[Pin, ...], ...]


def said_in(project: Project) -> Iterator[list[Said]]:
    """The current verifications, then the adjudications that hold, each by number; a batch at a time."""
    sets = EvidenceSet.objects.order_by("position").prefetch_related(
        Prefetch("evidence", Evidence.objects.filter(source=None).order_by("position"))
    )
    verifications = _current(Verification, project).prefetch_related(Prefetch("submission__evidence_sets", sets))
    for rows, said in ((verifications, _verified), (_current(Adjudication, project), _adjudicated)):
        after = 0
        while batch := list(rows.filter(pk__gt=after)[:BATCH]):
            yield list(map(said, batch))
            after = batch[-1].pk


def how_many(project: Project) -> int:
    """How many verdicts `said_in` gives."""
    return _current(Verification, project).count() + _current(Adjudication, project).count()


def _current(model: type[Model], project: Project) -> QuerySet[Any]:
    is_current = "submission__is_current" if model is Verification else "is_current"
    rows = model._default_manager.filter(claim__project=project, claim__phase=0, **{is_current: True})
    return rows.select_related("claim").order_by("pk")


def _verified(row: Verification) -> Said:
    sets = [[vars(one) for one in each.evidence.all()] for each in row.evidence_sets]
    return _said("verification", row, sets)


def _adjudicated(row: Adjudication) -> Said:
    return _said("adjudication", row, row.evidence_sets)


def _said(kind: str, row: Verification | Adjudication, sets: Iterable[Iterable[Mapping[str, Any]]]) -> Said:
    pins = tuple(
        tuple(Pin(one["element_id"], one["page_title"], _automatic(one), one["content_hash"]) for one in each)
        for each in sets
    )
    return Said(kind, row.pk, row.claim.pk, row.claim.text, row.verdict, pins)


def _automatic(one: Mapping[str, Any]) -> tuple[str, ...]:
    """The context that the corpus gave, whatever the verifier dropped or added; early adjudications added nothing."""
    added = one.get("added", ())
    return (*(each for each in one["context"] if each not in added), *one["dropped"])
