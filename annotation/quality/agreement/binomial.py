"""Draws from a multinomial distribution, by binomial ones: Python has these from 3.12 on, the web part has no numpy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, lgamma, log, sqrt
from random import Random
from typing import NamedTuple

_SMALL_MEAN = 10.0  # below it adding up is quicker, and BTRS is not proven


class _Kind(NamedTuple):
    """How likely a kind is among what is left after those before it: `p` is that, or what remains of 1; at most 0.5.

    `q` is 1 - p, `is_it` whether p is the kind's own; `odds` = p / q, and its logarithm.
    """

    p: float
    q: float
    is_it: bool
    odds: float
    log_odds: float


def multinomials(trials: int, weights: Sequence[int], random: Random) -> Iterator[list[int]]:
    """How often each kind comes up in `trials` draws, in proportion to `weights` (not negative, one above 0); without
    end, each time drawn anew. Exact, whatever the size.

    One conditional binomial a kind. Drawing N items with replacement from kinds with these counts is the same thing,
    in time proportional to the kinds and not to the items. Small means by inversion (BINV; Kachitvichyanukul and
    Schmeiser 1988, Binomial random variate generation), others by transformed rejection with squeeze (BTRS; Hörmann
    1993, The generation of binomial random variates). All in one place, since a page comes by here a million times.
    """
    kinds, uniform, log_gamma = list(_kinds(weights)), random.random, _log_gammas(trials)
    while True:
        left, drawn = trials, []
        for p, q, is_it, odds, log_odds in kinds:
            mean = left * p
            if not mean:
                number = 0
            elif not q:
                number = left
            elif mean < _SMALL_MEAN:
                first, scale, number = q**left, (left + 1) * odds, left + 1
                while number > left:  # where rounding ate the last of it: draw again
                    rest, number, probability = uniform(), 0, first
                    while rest > probability and number <= left:
                        rest -= probability
                        number += 1
                        probability *= scale / number - odds
            else:
                spread, is_taken = sqrt(mean * q), False
                b = 1.15 + 2.53 * spread
                a, squeezed = -0.0873 + 0.0248 * b + 0.01 * p, 0.92 - 4.2 / b
                while not is_taken:
                    v, u = uniform(), uniform() - 0.5
                    us = 0.5 - abs(u)
                    number = int((2 * a / us + b) * u + (mean + 0.5)) if us else -1
                    if us >= 0.07 and v <= squeezed:
                        break
                    if 0 <= number <= left:
                        mode = ceil((left + 1) * p) - 1
                        is_taken = log(v * ((2.83 + 5.1 / b) * spread) / (a / (us * us) + b)) <= (
                            log_gamma[mode + 1]
                            + log_gamma[left - mode + 1]
                            - log_gamma[number + 1]
                            - log_gamma[left - number + 1]
                            + (number - mode) * log_odds
                        )
            if not is_it:
                number = left - number
            drawn.append(number)
            left -= number
        yield drawn


def _kinds(weights: Sequence[int]) -> Iterator[_Kind]:
    whole = sum(weights)
    for weight in weights:
        if weight in (0, whole):
            yield _Kind(float(weight > 0), float(weight == 0), True, 0.0, 0.0)
        else:
            share = weight / whole
            p = min(share, 1 - share)
            q = 1 - p
            yield _Kind(p, q, share <= 0.5, p / q, log(p / q))
        whole -= weight


_LOG_GAMMA = [0.0, 0.0]  # of 0 (never asked for), 1, 2, ...: a table is quicker than the function; 8 bytes a trial


def _log_gammas(trials: int) -> list[float]:
    if len(_LOG_GAMMA) < trials + 2:
        _LOG_GAMMA.extend(lgamma(n) for n in range(len(_LOG_GAMMA), trials + 2))
    return _LOG_GAMMA
