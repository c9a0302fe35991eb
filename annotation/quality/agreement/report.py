"""Agreement figures over items, each with its definition and the claims behind it. Runs without Django.

To add a statistic of agreement: write a module in this folder that computes it from one row per item, with formula and
citation in the docstring, and a test that can be checked by hand; define it in `definitions.py`; add it to `report`
below. Its confidence interval comes from `bootstrap.py`. Statistics of annotation artefacts are in `quality/audit/`.
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
from annotation.quality.agreement.nei_disagreement import nei_disagreement_row, nei_disagreement_share
from annotation.quality.agreement.result import Result
from annotation.quality.agreement.verdict_agreement import (
    first_and_second,
    fleiss_by_ways,
    label_agreement,
    verdict_agreement,
)
from annotation.vocabulary.label_set import LabelSet
from annotation.vocabulary.verdicts import VERDICTS


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


def verdict_figures(items: Sequence[Item], labels: LabelSet = VERDICTS) -> list[Figure]:
    """Compute all measures of agreement on the verdict, and the share of disagreements with one NEI.

    `labels`: the project's verdicts. Without a label that means "not enough information" the last is left out.
    """
    found = label_figures(items, labels, "verdict")
    if unknown := labels.not_enough_info:
        with_one = lowest_first([item for item in items if _has_one(unknown, item)])
        rows = (nei_disagreement_row(item, unknown) for item in items)
        found.append(figure("verdict.not_enough", estimate(rows, nei_disagreement_share), with_one))
    return found


def label_figures(items: Sequence[Item], labels: LabelSet, name: str = "label") -> list[Figure]:
    """Compute all measures of agreement on a label; `name` begins the names of the figures.

    Krippendorff's alpha leads, then AC1, two-way and three-way agreement.
    """
    behind = lowest_first(items)
    found = [figure(f"{name}.{each}", result, behind) for each, result in verdict_agreement(items, labels).items()]
    of_number = {ways: lowest_first([item for item in items if len(item.ratings) == ways]) for ways in (2, 3)}
    of_ways = [
        figure(f"{name}.fleiss_{ways}", result, of_number[ways])
        for ways, result in fleiss_by_ways(items, labels).items()
    ]
    at = 1 + next(place for place, one in enumerate(found) if one.name == f"{name}.ac1")
    return [*found[:at], *of_ways, *found[at:], figure(f"{name}.cohen", first_and_second(items, labels), of_number[2])]


def challenge_figures(items: Sequence[Item]) -> list[Figure]:
    """Compute agreement on the challenge."""
    found = label_agreement([[rating.challenge for rating in item.ratings] for item in items])
    behind = lowest_first(items)
    return [figure(f"challenge.{name}", found[name], behind) for name in ("alpha", "ac1", "fleiss", "percent")]


def evidence_figures(items: Sequence[Item]) -> list[Figure]:
    """Compute agreement on evidence. Claims are sorted by overlap, lowest first."""
    found = estimate_all(map(evidence_row, items), EVIDENCE_MEASURES)
    units = [[rating.evidence for rating in item.ratings] for item in items]
    found |= {"alpha_jaccard": set_alpha(units, jaccard), "alpha_masi": set_alpha(units, masi)}
    behind = tuple(item.claim for item in sorted(items, key=lambda item: (_least_match(item), item.claim)))
    return [figure(f"evidence.{name}", result, behind) for name, result in found.items()]


# Groupings by calibration score, and whether they look at a person's first annotations alone.
CALIBRATION = {"calibration": True, "calibration_all": False}
BY: dict[str, Keys] = {
    "ways": by_ways,
    "evidence_match": by_evidence_match,
    "challenge": by_challenge,
    **{name: by_claim(name) for name in ("claim_type", "mutation", "expected_challenge", "highlight_kind", "week")},
}


def grouped(items: Sequence[Item], by: str, scores: Mapping[int, float], labels: LabelSet = VERDICTS) -> list[Group]:
    """Compute agreement by one of GROUPINGS; raises KeyError for another.

    `scores`: person -> label accuracy in calibration, 0 to 1. `labels`: the project's verdicts.
    """
    keys = by_calibration(scores, only_early=CALIBRATION[by]) if by in CALIBRATION else BY[by]
    return by_group(items, keys, labels)


def lowest_first(items: Sequence[Item]) -> tuple[int, ...]:
    """Claims of the items, sorted by agreement on the verdict, lowest first."""
    return tuple(claim for _share, claim in sorted((agreement_of(item), item.claim) for item in items))


def _least_match(item: Item) -> float:
    return min((match for pair in pairs(item) if (match := match_of(pair)) is not None), default=1.0)


def _has_one(verdict: str, item: Item) -> bool:
    given = {rating.verdict for rating in item.ratings}
    return verdict in given and len(given) > 1
