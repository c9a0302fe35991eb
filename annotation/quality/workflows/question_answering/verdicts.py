"""Agreement on verdicts between phases 2 and 3 and among validators, and disputes with their outcome."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from annotation.quality.agreement.bootstrap import estimate, ratio
from annotation.quality.agreement.result import Reason, Result, Undefined
from annotation.quality.agreement.verdict_agreement import label_agreement
from annotation.quality.audit.dataset import AuditDataset
from annotation.quality.workflows.question_answering.claims import ClaimCourse, courses_of
from annotation.workflows.question_answering.phases import PhaseName

MEASURES = ("fleiss", "alpha", "ac1", "percent")
ANSWERING, VALIDATION, ANOTHER, WAITING = "answering", "validation", "another", "waiting"
OUTCOMES = (ANSWERING, VALIDATION, ANOTHER, WAITING)  # whose verdict the dispute came to
CONFIRMED, CONTRADICTED, NOT_CONTROLLED = "confirmed", "contradicted", "not_controlled"
CONTROLS = (CONFIRMED, CONTRADICTED, NOT_CONTROLLED)


@dataclass(frozen=True, slots=True)
class DisputeShare:
    """Of `claims` validated claims of one label, type or person, `disputes` are disputed; `rate` is their share.

    `outcomes`: by OUTCOMES. `upheld`: of the resolved ones, the share that came to the verdict of phase 2.
    """

    name: str
    claims: int
    disputes: int
    outcomes: dict[str, int]
    rate: Result
    upheld: Result


@dataclass(frozen=True, slots=True)
class VerdictReport:
    """`between`: agreement of phase 2 with the first validator of each of `validated` claims; `validators`: among the
    validators of the claims that `several` have, both by MEASURES. `pairs`: (label of 2, label of 3) -> claims.
    `disputes`: all of them, `controls`: what post-control made of resolved ones (CONTROLS)."""

    validated: int
    between: dict[str, Result]
    pairs: dict[tuple[str, str], int]
    several: int
    validators: dict[str, Result]
    disputes: DisputeShare
    controls: dict[str, int]
    by_label: list[DisputeShare]
    by_type: list[DisputeShare]
    by_annotator: list[DisputeShare]
    by_validator: list[DisputeShare]


def verdict_report(rows: AuditDataset) -> VerdictReport:
    """Compute the report over all claims with work in production. Intervals draw claims."""
    courses = [one for one in courses_of(rows.project) if one.is_validated]
    several = [labels for one in courses if len(labels := one.labels(PhaseName.VALIDATION)) > 1]
    pairs = [(one.labels(PhaseName.ANSWERING)[-1], one.labels(PhaseName.VALIDATION)[0]) for one in courses]
    return VerdictReport(
        validated=len(courses),
        between=_agreement(pairs),
        pairs=dict(sorted(Counter(pairs).items())),
        several=len(several),
        validators=_agreement(several),
        disputes=dispute_share("", courses),
        controls={name: Counter(map(control, courses))[name] for name in CONTROLS},
        by_label=_by(courses, lambda one: [one.labels(PhaseName.ANSWERING)[-1]]),
        by_type=_by(courses, lambda one: one.types),
        by_annotator=_by(courses, lambda one: [str(one.work[PhaseName.ANSWERING][-1][1])]),
        by_validator=_by(courses, lambda one: [str(person) for _label, person in one.work[PhaseName.VALIDATION]]),
    )


def dispute_share(name: str, courses: Sequence[ClaimCourse]) -> DisputeShare:
    """Count the disputes of these claims and what they came to."""
    found = [outcome(one) for one in courses]
    outcomes = {each: found.count(each) for each in OUTCOMES}
    rate = mean([float(bool(one)) for one in found])
    upheld = mean([float(one == ANSWERING) for one in found if one and one != WAITING])
    return DisputeShare(name, len(courses), sum(map(bool, found)), outcomes, rate, upheld)


def outcome(course: ClaimCourse) -> str:
    """One of OUTCOMES; "" where the claim is not disputed."""
    if not course.has_dispute:
        return ""
    resolved = course.label(PhaseName.DISPUTE)
    if resolved is None:
        return WAITING
    if resolved == course.labels(PhaseName.ANSWERING)[-1]:
        return ANSWERING
    return VALIDATION if resolved == course.label(PhaseName.VALIDATION) else ANOTHER


def control(course: ClaimCourse) -> str:
    """One of CONTROLS; "" where there is no resolved dispute."""
    resolved, controlled = course.label(PhaseName.DISPUTE), course.label(PhaseName.CONTROL)
    if not course.has_dispute or resolved is None:
        return ""
    if controlled is None:
        return NOT_CONTROLLED
    return CONFIRMED if controlled == resolved else CONTRADICTED


def _agreement(labels: Sequence[Sequence[str]]) -> dict[str, Result]:
    if not labels:
        return {name: Undefined(Reason.NO_ITEMS) for name in MEASURES}
    found = label_agreement(labels)
    return {name: found[name] for name in MEASURES}


def _by(courses: Sequence[ClaimCourse], keys: Callable[[ClaimCourse], Iterable[str]]) -> list[DisputeShare]:
    """By group, the largest share of disputes first."""
    groups: defaultdict[str, list[ClaimCourse]] = defaultdict(list)
    for one in courses:
        for key in dict.fromkeys(keys(one)):
            groups[key].append(one)
    found = [dispute_share(name, of_group) for name, of_group in groups.items()]
    return sorted(found, key=lambda one: (-one.disputes / one.claims, one.name))


def mean(values: Sequence[float]) -> Result:
    """The mean with its interval."""
    return estimate(((value, 1.0) for value in values), ratio) if values else Undefined(Reason.NO_VALUES)
