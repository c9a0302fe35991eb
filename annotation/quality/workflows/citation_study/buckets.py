"""Preference and evidence by bucket of a score (Figures 3 and 6 of Petroni et al. 2023). No database access."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from annotation.quality.agreement.bootstrap import estimate, ratio
from annotation.quality.agreement.result import Reason, Result, Undefined
from annotation.workflows.citation_study.queries import SUGGESTED

MOST_BUCKETS = 10


@dataclass(frozen=True, slots=True)
class Decided:
    """An item with what was decided on it: the choice, and by source the grade ("open" without a majority)."""

    item: int
    claim: str
    choice: str
    grades: Mapping[str, str]
    scores: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Bucket:
    """`size` items whose score lies from `low` to `high`. `choices`, and `grades` by source: value -> items.

    `share`: of the items whose majority prefers the suggested source, of all items of the bucket; its interval draws
    claims.
    """

    low: float
    high: float
    size: int
    choices: dict[str, int]
    grades: dict[str, dict[str, int]]
    share: Result


@dataclass(frozen=True, slots=True)
class ByScore:
    """The buckets of a score, the lowest first, with the tenth of its lowest items; `without`: items that lack it."""

    score: str
    buckets: list[Bucket]
    worst_tenth: Bucket
    without: int


def by_score(items: Sequence[Decided], score: str) -> ByScore:
    """Buckets of nearly equal size. Items of equal scores stay together, and so buckets may be fewer than ten."""
    having = sorted((one for one in items if score in one.scores), key=lambda one: (one.scores[score], one.item))
    count = min(MOST_BUCKETS, len(having))
    buckets, start = list[Bucket](), 0
    for place in range(1, count + 1):
        end = max(start, _end(having, score, len(having) * place // count))
        if end > start:
            buckets.append(bucket(having[start:end], score))
            start = end
    worst = having[: _end(having, score, -(-len(having) // 10))]
    return ByScore(score, buckets, bucket(worst, score), len(items) - len(having))


def _end(items: Sequence[Decided], score: str, end: int) -> int:
    """The end of a bucket after which the score changes."""
    while 0 < end < len(items) and items[end].scores[score] == items[end - 1].scores[score]:
        end += 1
    return end


def bucket(items: Sequence[Decided], score: str = "") -> Bucket:
    """A bucket of these items."""
    values = [one.scores[score] for one in items] if score else []
    sources = sorted({source for one in items for source in one.grades})
    return Bucket(
        low=min(values, default=0.0),
        high=max(values, default=0.0),
        size=len(items),
        choices=dict(Counter(one.choice for one in items).most_common()),
        grades={source: dict(Counter(one.grades[source] for one in items).most_common()) for source in sources},
        share=share_preferring([(one.claim, one.choice) for one in items]),
    )


def share_preferring(choices: Sequence[tuple[str, str]], wanted: str = SUGGESTED) -> Result:
    """Share of the choices for a source among all, ties and "neither" included; the interval draws claims.

    `choices`: claim and choice.
    """
    if not choices:
        return Undefined(Reason.NO_VALUES)
    of, preferring = Counter(claim for claim, _c in choices), Counter(c for c, one in choices if one == wanted)
    return estimate([(float(preferring[claim]), float(n)) for claim, n in of.items()], ratio)
