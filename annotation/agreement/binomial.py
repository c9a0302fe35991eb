"""Draws from binomial and multinomial distributions: Python has them from 3.12 on, and the web part has no numpy."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, lgamma, log, sqrt
from random import Random

_SMALL_MEAN = 10.0  # below it adding up is quicker, and BTRS is not proven


def multinomial(trials: int, weights: Sequence[int], random: Random) -> list[int]:
    """How often each kind comes up in `trials` draws, in proportion to `weights` (not negative, one above 0).

    One conditional binomial a kind. Drawing N items with replacement from kinds with these counts is the same thing,
    in time proportional to the kinds and not to the items. What `binomial` decides stands here once more: it is called
    a million times for a page.
    """
    left, whole = trials, sum(weights)
    drawn = []
    for weight in weights:
        if not left or not weight:
            drawn.append(0)
            continue
        if weight == whole:
            number = left
        else:
            p = weight / whole
            if p > 0.5:
                q = 1 - p
                number = left - (_by_inversion if left * q < _SMALL_MEAN else _by_rejection)(left, q, random)
            else:
                number = (_by_inversion if left * p < _SMALL_MEAN else _by_rejection)(left, p, random)
        drawn.append(number)
        left -= number
        whole -= weight
    return drawn


def binomial(trials: int, p: float, random: Random) -> int:
    """Successes in so many trials of probability 0 < p < 1. Exact, whatever the size."""
    if p > 0.5:
        return trials - binomial(trials, 1 - p, random)
    if trials * p < _SMALL_MEAN:
        return _by_inversion(trials, p, random)
    return _by_rejection(trials, p, random)


def _by_inversion(trials: int, p: float, random: Random) -> int:
    """Adding up probabilities until they pass a number (BINV; Kachitvichyanukul and Schmeiser 1988, Binomial random
    variate generation). Means are small, so the first probability does not underflow."""
    odds = p / (1 - p)
    scale, first = (trials + 1) * odds, (1 - p) ** trials
    while True:
        left, successes, probability = random.random(), 0, first
        while left > probability:
            left -= probability
            successes += 1
            if successes > trials:
                break  # rounding ate the last of it: draw again
            probability *= scale / successes - odds
        else:
            return successes


def _by_rejection(trials: int, p: float, random: Random) -> int:
    """BTRS: transformed rejection with squeeze (Hörmann 1993, The generation of binomial random variates)."""
    uniform = random.random
    spread = sqrt(trials * p * (1 - p))
    b = 1.15 + 2.53 * spread
    a = -0.0873 + 0.0248 * b + 0.01 * p
    centre, v_r = trials * p + 0.5, 0.92 - 4.2 / b
    while True:
        v, u = uniform(), uniform() - 0.5
        us = 0.5 - abs(u)
        k = int((2 * a / us + b) * u + centre) if us > 0 else -1
        if us >= 0.07 and v <= v_r:
            return k
        if k < 0 or k > trials:
            continue
        if len(_LOG_GAMMA) < trials + 2:
            _LOG_GAMMA.extend(lgamma(n) for n in range(len(_LOG_GAMMA), trials + 2))
        alpha = (2.83 + 5.1 / b) * spread
        mode = ceil((trials + 1) * p) - 1
        h = _LOG_GAMMA[mode + 1] + _LOG_GAMMA[trials - mode + 1]
        if log(v * alpha / (a / (us * us) + b)) <= (
            h - _LOG_GAMMA[k + 1] - _LOG_GAMMA[trials - k + 1] + (k - mode) * log(p / (1 - p))
        ):
            return k


_LOG_GAMMA = [0.0, 0.0]  # of 0 (never asked for), 1, 2, ...: a table is quicker than the function; 8 bytes a trial
