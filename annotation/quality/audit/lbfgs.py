"""L-BFGS: the minimum of a smooth function of many variables (Nocedal and Wright 2006, algorithms 7.4 and 7.5)."""

from __future__ import annotations

from collections.abc import Callable
from operator import mul

Vector = list[float]
Function = Callable[[Vector], tuple[float, Vector]]

TOLERANCE, MOST_STEPS, REMEMBERED = 3e-4, 200, 8


def minimise(function: Function, start: Vector, tolerance: float = TOLERANCE, most: int = MOST_STEPS) -> Vector:
    """Where the function is lowest. `function` gives value and gradient; convex, the place does not hang on `start`.

    Ends when no part of the gradient is above `tolerance`, after `most` steps, or where no step leads lower.
    """
    place, (value, slope) = start, function(start)
    pairs: list[tuple[Vector, Vector, float]] = []
    for _ in range(most):
        if max(map(abs, slope)) <= tolerance:
            break
        direction = _direction(slope, pairs)
        if _dot(direction, slope) >= 0:  # rounding has spoilt what was remembered
            pairs, direction = [], [-one for one in slope]
        step = 1.0 if pairs else min(1.0, 1 / sum(map(abs, slope)))
        found = _step(function, place, value, slope, direction, step)
        if found is None:
            break
        reached, value, steeper = found
        moved = [new - old for new, old in zip(reached, place, strict=True)]
        turned = [new - old for new, old in zip(steeper, slope, strict=True)]
        curvature = _dot(moved, turned)
        if curvature > 1e-12:
            pairs = [*pairs[1 - REMEMBERED :], (moved, turned, 1 / curvature)]
        place, slope = reached, steeper
    return place


def _direction(slope: Vector, pairs: list[tuple[Vector, Vector, float]]) -> Vector:
    """The two-loop recursion: minus the slope, bent by the curvature that was seen."""
    bent, shares = list(slope), []
    for moved, turned, scale in reversed(pairs):
        share = scale * _dot(moved, bent)
        shares.append(share)
        bent = [one - share * other for one, other in zip(bent, turned, strict=True)]
    if pairs:
        _moved, turned, scale = pairs[-1]
        size = 1 / (scale * _dot(turned, turned))
        bent = [size * one for one in bent]
    for (moved, turned, scale), share in zip(pairs, reversed(shares), strict=True):
        back = share - scale * _dot(turned, bent)
        bent = [one + back * other for one, other in zip(bent, moved, strict=True)]
    return [-one for one in bent]


def _step(
    function: Function, place: Vector, value: float, slope: Vector, direction: Vector, step: float
) -> tuple[Vector, float, Vector] | None:
    """As far in the direction as lowers the value enough (Armijo's rule); None where nothing does."""
    wanted = 1e-4 * _dot(direction, slope)
    for _ in range(30):
        reached = [one + step * by for one, by in zip(place, direction, strict=True)]
        found, steeper = function(reached)
        if found <= value + step * wanted:
            return reached, found, steeper
        step /= 2
    return None


def _dot(a: Vector, b: Vector) -> float:
    total: float = sum(map(mul, a, b))
    return total
