"""Gwet's AC1: agreement beyond chance that stays near the observed agreement where one category is rare."""

from __future__ import annotations

from collections.abc import Sequence

from annotation.quality.agreement.fleiss import mean_shares
from annotation.quality.agreement.result import Point, Reason


def ac1(sums: Sequence[float]) -> Point:
    """(P - P_e) / (1 - P_e); P as in Fleiss' kappa, P_e = sum over categories of p (1 - p) / (categories - 1), p the
    mean over items of the category's share of the item's answers.

    Gwet (2008), Computing inter-rater reliability and its variance in the presence of high agreement. Kappa falls with
    the prevalence of one category even where nearly everybody agrees; AC1 does not. Takes the sum of `fleiss_row`.
    """
    if not sums[1]:
        return Reason.NO_ITEMS
    shares = mean_shares(sums)
    if len(shares) < 2:
        return Reason.ONE_CATEGORY
    expected = sum(share * (1 - share) for share in shares) / (len(shares) - 1)
    return (sums[0] / sums[1] - expected) / (1 - expected)
