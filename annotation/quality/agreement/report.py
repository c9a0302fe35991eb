"""Agreement figures over items, each with its definition and the claims behind it. Runs without Django.

To add a statistic: write it as a module of this folder, a formula over rows that items give, with its source in the
docstring and a hand-checkable test; define it in `definitions.py`, and add it to the report here. Its interval comes
from `bootstrap.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from annotation.quality.agreement.bootstrap import estimate, estimate_all
from annotation.quality.agreement.definitions import DEFINITIONS, LABELS
from annotation.quality.agreement.distances import jaccard, masi
from annotation.quality.agreement.evidence import EVIDENCE_MEASURES, evidence_row, match_of
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


def verdict_figures(items: Sequence[Item]) -> list[Figure]:
    """Compute all measures of agreement on the verdict, and the share of disagreements with one NEI."""
    behind = lowest_first(items)
    two = lowest_first([item for item in items if len(item.ratings) == 2])
    with_one = lowest_first([item for item in items if _has_one_nei(item)])
    return [
        *(figure(f"verdict.{name}", result, behind) for name, result in verdict_agreement(items).items()),
        figure("verdict.cohen", first_and_second(items), two),
        figure("verdict.not_enough", estimate(map(nei_disagreement_row, items), nei_disagreement_share), with_one),
    ]


def challenge_figures(items: Sequence[Item]) -> list[Figure]:
    """Compute agreement on the challenge."""
    found = label_agreement([[rating.challenge for rating in item.ratings] for item in items])
    behind = lowest_first(items)
    return [figure(f"challenge.{name}", found[name], behind) for name in ("percent", "fleiss", "alpha")]


def evidence_figures(items: Sequence[Item]) -> list[Figure]:
    """Compute agreement on evidence. Claims are sorted by overlap, lowest first."""
    found = estimate_all(map(evidence_row, items), EVIDENCE_MEASURES)
    units = [[rating.evidence for rating in item.ratings] for item in items]
    found |= {"alpha_jaccard": set_alpha(units, jaccard), "alpha_masi": set_alpha(units, masi)}
    behind = tuple(item.claim for item in sorted(items, key=lambda item: (_least_match(item), item.claim)))
    return [figure(f"evidence.{name}", result, behind) for name, result in found.items()]


BY: dict[str, Keys] = {
    "ways": by_ways,
    "evidence_match": by_evidence_match,
    "challenge": by_challenge,
    **{name: by_claim(name) for name in ("claim_type", "mutation", "expected_challenge", "highlight_kind", "week")},
}


def grouped(items: Sequence[Item], by: str, scores: Mapping[int, float]) -> list[Group]:
    """Compute agreement by one of GROUPINGS; raises KeyError for another.

    `scores`: person -> label accuracy in calibration, 0 to 1.
    """
    return by_group(items, by_calibration(scores, items) if by == "calibration" else BY[by])


def lowest_first(items: Sequence[Item]) -> tuple[int, ...]:
    """Claims of the items, sorted by agreement on the verdict, lowest first."""
    return tuple(claim for _share, claim in sorted((agreement_of(item), item.claim) for item in items))


def _least_match(item: Item) -> float:
    return min((match for pair in pairs(item) if (match := match_of(pair)) is not None), default=1.0)


def _has_one_nei(item: Item) -> bool:
    given = {rating.verdict for rating in item.ratings}
    return NEI in given and len(given) > 1
