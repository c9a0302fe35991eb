"""Who said what against whom, in what verifiers of one claim differ, and what adjudicators named as the reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from annotation.dashboard.confusion import Confusion
from annotation.projects.models import Project
from annotation.quality.adjudication.models import Adjudication
from annotation.quality.agreement.evidence import OVERLAPPING, match_of
from annotation.quality.agreement.items import Item, pairs


class Difference(StrEnum):
    """The first of these in which the verifiers of a claim differ."""

    VERDICT = "verdict"
    EVIDENCE = "evidence"  # the same verdict; two people's evidence overlaps by less than OVERLAPPING
    CHALLENGE = "challenge"  # the same verdict, much the same evidence
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Decision:
    """The verdict of an adjudicator, and why the annotators disagreed: a value of `ErrorType`."""

    verdict: str
    reason: str


def opposed(item: Item) -> set[tuple[str, str]]:
    """Each verdict with each verdict of somebody else on the claim, in both orders."""
    return {both for one, other in pairs(item) for both in _both(one.verdict, other.verdict)}


def opposed_to_decision(item: Item, decision: Decision | None) -> set[tuple[str, str]]:
    """Each verdict with the adjudicated one; nothing where nobody decided."""
    return set() if decision is None else {(rating.verdict, decision.verdict) for rating in item.ratings}


def verdict_confusion(items: Iterable[Item]) -> Confusion:
    """Claims on which one verifier gave the first and another the second verdict; symmetric."""
    return Counter(pair for item in items for pair in opposed(item))


def decided_confusion(items: Iterable[Item], decided: Mapping[int, Decision]) -> Confusion:
    """Claims by the verdict of a verifier and the adjudicated one."""
    return Counter(pair for item in items for pair in opposed_to_decision(item, decided.get(item.claim)))


def difference_of(item: Item) -> Difference:
    """In what the verifiers of the claim differ."""
    if len({rating.verdict for rating in item.ratings}) > 1:
        return Difference.VERDICT
    overlaps = [overlap for pair in pairs(item) if (overlap := match_of(pair)) is not None]
    if overlaps and min(overlaps) < OVERLAPPING:
        return Difference.EVIDENCE
    return Difference.CHALLENGE if len({rating.challenge for rating in item.ratings}) > 1 else Difference.NONE


def decisions(project: Project) -> dict[int, Decision]:
    """Claim -> what an adjudicator decided last."""
    current = Adjudication.objects.filter(claim__project=project, is_current=True).order_by()
    return {
        claim: Decision(verdict, reason)
        for claim, verdict, reason in current.values_list("claim", "verdict", "error_type")
    }


def _both(one: str, other: str) -> tuple[tuple[str, str], tuple[str, str]]:
    return (one, other), (other, one)
