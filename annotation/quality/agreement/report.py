"""Agreement figures over items, each with its definition and the claims behind it. Runs without Django.

To add a statistic: write it as a module of this folder, a formula over rows that items give, with its source in the
docstring and a hand-checkable test; define it in `definitions.py`, and add it to the report here. Its interval comes
from `bootstrap.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from annotation.quality.agreement.bootstrap import RESAMPLES, Formula, estimate, estimate_all
from annotation.quality.agreement.definitions import DEFINITIONS, GROUPINGS, LABELS
from annotation.quality.agreement.distances import jaccard, masi
from annotation.quality.agreement.evidence import (
    evidence_row,
    identical,
    match_of,
    mean_overlap,
    overlapping,
    proper_subset,
)
from annotation.quality.agreement.groups import (
    Group,
    Keys,
    by_calibration,
    by_challenge,
    by_claim,
    by_evidence_match,
    by_group,
    by_ways,
)
from annotation.quality.agreement.items import Item, agreement_of, pairs
from annotation.quality.agreement.krippendorff import set_alpha
from annotation.quality.agreement.nei_disagreement import NEI, nei_disagreement_row, nei_disagreement_share
from annotation.quality.agreement.result import Result
from annotation.quality.agreement.verdict_agreement import first_and_second, label_agreement, verdict_agreement


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with its label and definition (gettext msgids). `claims`: lowest agreement first."""

    name: str
    label: str
    definition: str
    result: Result
    claims: tuple[int, ...]


def figure(name: str, result: Result, claims: tuple[int, ...]) -> Figure:
    """Create the figure of a name in `definitions`."""
    return Figure(name, LABELS[name], DEFINITIONS[name], result, claims)


def verdict_figures(items: Sequence[Item], *, resamples: int = RESAMPLES) -> list[Figure]:
    """Compute all measures of agreement on the verdict, and the share of disagreements with one NEI."""
    found = verdict_agreement(items, resamples=resamples)
    behind = lowest_first(items)
    two = lowest_first([item for item in items if len(item.ratings) == 2])
    with_one = lowest_first([item for item in items if _has_one_nei(item)])
    not_enough = estimate(map(nei_disagreement_row, items), nei_disagreement_share, resamples=resamples)
    return [
        *(figure(f"verdict.{name}", result, behind) for name, result in found.items()),
        figure("verdict.cohen", first_and_second(items, resamples=resamples), two),
        figure("verdict.not_enough", not_enough, with_one),
    ]


def challenge_figures(items: Sequence[Item], *, resamples: int = RESAMPLES) -> list[Figure]:
    """Compute agreement on the challenge."""
    found = label_agreement([[rating.challenge for rating in item.ratings] for item in items], resamples=resamples)
    behind = lowest_first(items)
    return [figure(f"challenge.{name}", result, behind) for name, result in found.items()]


def evidence_figures(items: Sequence[Item], *, resamples: int = RESAMPLES) -> list[Figure]:
    """Compute agreement on evidence. Claims are sorted by overlap, lowest first."""
    measures: dict[str, Formula] = {
        "identical": identical,
        "overlapping": overlapping,
        "proper_subset": proper_subset,
        "mean_overlap": mean_overlap,
    }
    found = estimate_all(map(evidence_row, items), measures, resamples=resamples)
    units = [[rating.evidence for rating in item.ratings] for item in items]
    found["alpha_jaccard"] = set_alpha(units, jaccard, resamples=resamples)
    found["alpha_masi"] = set_alpha(units, masi, resamples=resamples)
    behind = tuple(item.claim for item in sorted(items, key=lambda item: (_least_match(item), item.claim)))
    return [figure(f"evidence.{name}", result, behind) for name, result in found.items()]


def groupings(items: Sequence[Item], scores: Mapping[int, float]) -> dict[str, Callable[[], Keys]]:
    """Name -> constructor of every grouping; `scores`: person -> label accuracy in calibration, 0 to 1."""
    claims = ("claim_type", "mutation", "expected_challenge", "highlight_kind", "week")
    found: dict[str, Callable[[], Keys]] = {name: _constant(by_claim(name)) for name in claims}
    found |= {"ways": lambda: by_ways, "challenge": lambda: by_challenge, "evidence_match": lambda: by_evidence_match}
    found["calibration"] = lambda: by_calibration(scores, items)
    return {name: found[name] for name in GROUPINGS}


def grouped(items: Sequence[Item], by: str, scores: Mapping[int, float], *, resamples: int = RESAMPLES) -> list[Group]:
    """Compute agreement by one of GROUPINGS. Raises KeyError for another."""
    return by_group(items, groupings(items, scores)[by](), resamples=resamples)


def lowest_first(items: Sequence[Item]) -> tuple[int, ...]:
    """Claims of the items, sorted by agreement on the verdict, lowest first."""
    return tuple(claim for _share, claim in sorted((agreement_of(item), item.claim) for item in items))


def _constant(keys: Keys) -> Callable[[], Keys]:
    return lambda: keys


def _least_match(item: Item) -> float:
    return min((match for pair in pairs(item) if (match := match_of(pair)) is not None), default=1.0)


def _has_one_nei(item: Item) -> bool:
    given = {rating.verdict for rating in item.ratings}
    return NEI in given and len(given) > 1
