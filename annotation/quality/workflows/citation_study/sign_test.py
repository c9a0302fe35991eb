"""The sign test of two sources: one-tailed and two-tailed, with everything that it leaves out. No database access."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import comb, exp, lgamma

from annotation.workflows.citation_study.choices import BOTH, NEITHER
from annotation.workflows.citation_study.queries import ORIGINAL, SUGGESTED

OPEN = "open"  # a claim without a majority


@dataclass(frozen=True, slots=True)
class SignTest:
    """`suggested` against `original`, of `n` = both together. `both`, `neither` and `open` are no sign, and counted.

    `one_tailed`: probability of as many for the suggested source, or more, were each equally likely; `two_tailed`: of a
    difference as large in either direction. None with n = 0. `unit`: claim or annotation.
    """

    unit: str
    suggested: int
    original: int
    both: int
    neither: int
    open: int
    one_tailed: float | None
    two_tailed: float | None

    @property
    def n(self) -> int:
        return self.suggested + self.original

    @property
    def total(self) -> int:
        """All units, with those that are no sign."""
        return self.n + self.both + self.neither + self.open


def sign_test(unit: str, choices: Iterable[str]) -> SignTest:
    """The exact test over choices: original, suggested, both, neither, or OPEN (Dixon and Mood 1946, The Statistical
    Sign Test)."""
    counts = Counter(choices)
    suggested, original = counts[SUGGESTED], counts[ORIGINAL]
    n = suggested + original
    one = upper_tail(suggested, n) if n else None
    two = min(1.0, 2 * upper_tail(max(suggested, original), n)) if n else None
    return SignTest(unit, suggested, original, counts[BOTH], counts[NEITHER], counts[OPEN], one, two)


def upper_tail(k: int, n: int) -> float:
    """P(X >= k) of a binomial with n trials and one half, exact: a ratio of whole numbers."""
    above = n - k + 1 <= k  # sum the shorter side
    terms = range(k, n + 1) if above else range(k)
    total, term = 0, comb(n, terms.start) if len(terms) else 0
    for place in terms:
        total += term
        term = term * (n - place) // (place + 1)
    share = total / 2**n if n < 1_000 else _ratio(total, n)
    return share if above else 1 - share


def _ratio(total: int, n: int) -> float:
    """total / 2**n of numbers that no float holds."""
    shift = max(0, total.bit_length() - 64)
    return float((total >> shift) * 2.0 ** (shift - n))


def fewer(k: int, n: int, others: int, of: int) -> float:
    """Fisher's exact test, one-tailed: P(X <= k) of k in n, given k + others in n + of. 1 where either is empty."""
    if not n or not of:
        return 1.0
    total, size = k + others, n + of
    least = max(0, total - of)
    whole = _log_comb(size, n)
    return min(1.0, sum(exp(_log_comb(total, i) + _log_comb(size - total, n - i) - whole) for i in range(least, k + 1)))


def _log_comb(n: int, k: int) -> float:
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)
