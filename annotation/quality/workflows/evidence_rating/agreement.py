"""Agreement of raters on scales, major errors and verdicts; means of systems; how far each rater is from others."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from annotation.projects.models import Project
from annotation.quality.agreement.bootstrap import estimate, ratio
from annotation.quality.agreement.krippendorff import ordinal_alpha
from annotation.quality.agreement.result import Reason, Result, Undefined
from annotation.quality.agreement.verdict_agreement import label_agreement
from annotation.quality.audit.dataset import AuditDataset
from annotation.workflows.evidence_rating.queries import counted_ratings
from annotation.workflows.evidence_rating.scales import POINTS, scales

MEASURES = ("alpha", "fleiss", "percent")
ASSIGNMENT = "submission__assignment"


@dataclass(frozen=True, slots=True)
class OneRating:
    """A rating that counts. `item`: its task."""

    item: int
    person: int
    system: str
    major_error: str
    label: str
    scores: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class RatedScale:
    """A scale: ordinal alpha over the items that several people rated on it, and how often each point was given."""

    name: str
    alpha: Result
    counts: list[int]


@dataclass(frozen=True, slots=True)
class RatedChoice:
    """Major errors, or verdicts: agreement by MEASURES over the items of several raters, and how often each was given.

    Its name is `name`."""

    name: str
    agreement: dict[str, Result]
    counts: dict[str, int]


@dataclass(frozen=True, slots=True)
class RatedSystem:
    """A system: `means` by scale over its items, of which each is the mean of its raters. `errors`: of its `ratings`,
    those with a major error."""

    name: str
    items: int
    ratings: int
    errors: int
    means: dict[str, Result]


@dataclass(frozen=True, slots=True)
class RaterBias:
    """A rater: by scale the mean of their point minus the mean point of the others, over the `shared` items that others
    rated too."""

    person: int
    ratings: int
    shared: int
    bias: dict[str, Result]


@dataclass(frozen=True, slots=True)
class RatingReport:
    """`items` have `ratings`, `several` of them of two people or more. Intervals draw items."""

    items: int
    several: int
    ratings: int
    scales: list[RatedScale]
    errors: RatedChoice
    verdicts: RatedChoice
    systems: list[RatedSystem]
    raters: list[RaterBias]


def ratings_of(project: Project) -> list[OneRating]:
    """The ratings that count, by item and time. One query."""
    columns = ("task", "person", "task__rated_evidence__system")
    rows = counted_ratings(project).values_list(
        *(f"{ASSIGNMENT}__{name}" for name in columns), "major_error", "label", "scores"
    )
    return [OneRating(*row) for row in rows.iterator(chunk_size=5_000)]


def rating_report(rows: AuditDataset) -> RatingReport:
    """Compute the report over all ratings of a project."""
    return report_over(ratings_of(rows.project))


def report_over(ratings: Sequence[OneRating]) -> RatingReport:
    """Compute the report over these ratings."""
    items = _by(ratings, lambda one: one.item)
    return RatingReport(
        items=len(items),
        several=sum(len(found) > 1 for found in items.values()),
        ratings=len(ratings),
        scales=[_scale(name, items) for name in scales().names],
        errors=_choice("major_error", items),
        verdicts=_choice("label", items),
        systems=[_system(name, of) for name, of in sorted(_by(ratings, lambda one: one.system).items())],
        raters=_raters(ratings, items),
    )


def _by(ratings: Iterable[OneRating], key: Any) -> dict[Any, list[OneRating]]:
    found: defaultdict[Any, list[OneRating]] = defaultdict(list)
    for one in ratings:
        found[key(one)].append(one)
    return found


def _scale(name: str, items: Mapping[int, Sequence[OneRating]]) -> RatedScale:
    units = [[str(one.scores[name]) for one in found if name in one.scores] for found in items.values()]
    counts = Counter(point for unit in units for point in unit)
    values = [str(point) for point in POINTS]
    return RatedScale(name, ordinal_alpha(units, values), [counts[value] for value in values])


def _choice(name: str, items: Mapping[int, Sequence[OneRating]]) -> RatedChoice:
    units = [[str(getattr(one, name)) for one in found] for found in items.values()]
    counts = Counter(value for unit in units for value in unit)
    several = [unit for unit in units if len(unit) > 1]
    found: Mapping[str, Result] = label_agreement(several) if several else {}
    none = Undefined(Reason.NO_ITEMS)
    return RatedChoice(name, {each: found.get(each, none) for each in MEASURES}, dict(counts.most_common()))


def _system(name: str, ratings: Sequence[OneRating]) -> RatedSystem:
    items = _by(ratings, lambda one: one.item)
    errors = sum(not one.scores for one in ratings)
    means = {
        scale: _mean([fmean(points) for found in items.values() if (points := _points(found, scale))])
        for scale in scales().names
    }
    return RatedSystem(name, len(items), len(ratings), errors, means)


def _raters(ratings: Sequence[OneRating], items: Mapping[int, Sequence[OneRating]]) -> list[RaterBias]:
    """Those with the most ratings first."""
    found = []
    for person, mine in _by(ratings, lambda one: one.person).items():
        bias = {}
        for scale in scales().names:
            apart = [
                one.scores[scale] - fmean(others)
                for one in mine
                if scale in one.scores
                and (others := _points([each for each in items[one.item] if each.person != person], scale))
            ]
            bias[scale] = _mean(apart)
        shared = sum(any(each.person != person for each in items[one.item]) for one in mine)
        found.append(RaterBias(person, len(mine), shared, bias))
    return sorted(found, key=lambda one: (-one.ratings, one.person))


def _points(ratings: Sequence[OneRating], scale: str) -> list[int]:
    return [one.scores[scale] for one in ratings if scale in one.scores]


def _mean(values: Sequence[float]) -> Result:
    return estimate(((value, 1.0) for value in values), ratio) if values else Undefined(Reason.NO_VALUES)
