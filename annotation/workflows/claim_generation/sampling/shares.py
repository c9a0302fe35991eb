"""Allocate a number by weights, without remainder."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from random import Random
from typing import TypeVar

K = TypeVar("K", bound=Hashable)


def share_out(total: int, weights: Mapping[K, float]) -> dict[K, int]:
    """`total` in whole parts as near to the weights as can be (largest remainder, Hamilton's method).

    Weights are not negative and one is above 0. Ties go to the earlier key.
    """
    whole = sum(weights.values())
    exact = {key: total * weight / whole for key, weight in weights.items()}
    shares = {key: int(value) for key, value in exact.items()}
    by_remainder = sorted(exact, key=lambda key: shares[key] - exact[key])  # stable: ties keep their order
    for key in by_remainder[: total - sum(shares.values())]:
        shares[key] += 1
    return shares


def allocate_shuffled(total: int, weights: Mapping[K, float], random: Random) -> list[K]:
    """`total` keys in random order, each as often as `share_out` says."""
    cards = [key for key, count in share_out(total, weights).items() for _ in range(count)]
    random.shuffle(cards)
    return cards
