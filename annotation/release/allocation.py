"""Allocate each bundle of claims to a split, once, in the order of first verification.

A bundle is what may not be torn apart from the start: the claims of one highlight, or one claim that has none. When the
first claim of a bundle is first verified, the bundle is dealt a side, and nothing that comes later changes it: only
what came earlier is looked at. So a project may grow and be released again, and what was in test stays there.

Of a bundle that is being dealt one verdict is known, and how many claims were written with that one. These are counted
on their side, as what claims are on the whole, until they are verified: else a test set that was given claims without
enough information is thinned by their companions when there is nothing left to deal.

Pure: no Django, no database.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence

from annotation.release.summary import PAPER_TEST_NEI, SPLITS
from annotation.vocabulary.labels import Verdict
from annotation.vocabulary.verdicts import VERDICTS

# What verdicts are taken to be while few are known (FEVEROUS, Table 2), and how many claims that weighs.
EXPECTED = {Verdict.SUPPORTS.value: 0.564, Verdict.REFUTES.value: 0.387, Verdict.NOT_ENOUGH_INFO.value: 0.049}
EXPECTED_WEIGHS = 20
# Of all claims without enough information test has at most so many: the others are to learn from.
MOST_NEI_IN_TEST = 0.5
MOST_HELD = 0.5  # of all claims of a verdict dev and test have at most so many where they are balanced

Side = str


class Allocator:
    """Deals sides so that, claim by claim, the shares and the verdicts of test come out as wanted.

    `shares`: of claims in train, dev, test. `test_nei`: the share of NOT ENOUGH INFO in test; None: the paper's, or the
    project's own where that is higher. `seed` decides between sides that lack claims of a verdict. `verdicts`: all
    there are, of which `not_enough_info` says so; "": none does, and test gets of each what it is on the whole. Others
    than FEVEROUS' are taken to be equally frequent while few are known. `balanced`: dev and test get equally many
    claims of each verdict, as far as that leaves enough for train.
    """

    def __init__(
        self,
        shares: tuple[float, float, float],
        test_nei: float | None,
        seed: int,
        verdicts: Sequence[str] = VERDICTS.values,
        not_enough_info: str = VERDICTS.not_enough_info,
        *,
        balanced: bool = False,
    ) -> None:
        self.likely = EXPECTED if set(verdicts) == set(EXPECTED) else dict.fromkeys(verdicts, 1 / len(verdicts))
        self.not_enough_info = not_enough_info
        self.shares = dict(zip(SPLITS, shares, strict=True))
        self.test_nei = test_nei
        self.seed = seed
        self.balanced = balanced
        self.dealt: Counter[tuple[Side, str]] = Counter()
        self.verdicts: Counter[str] = Counter()
        self.expected: Counter[Side] = Counter()

    def deal(self, name: str, verdict: str, others: int = 0) -> Side:
        """The side of a bundle of which nothing was dealt yet; `name` is its first claim's, `verdict` its verdict, and
        `others` how many claims it has beside that one.

        The side is drawn by how many claims of that verdict each side lacks.
        """
        if self.shares[SPLITS[0]] == 1:  # which the drawing below says of each, claim by claim
            return SPLITS[0]
        share = self._share()
        targets = self._targets(share, self.verdicts.total() + self.expected.total() + 1 + others)
        has = {side: self.dealt[side, verdict] + self.expected[side] * share[verdict] for side in SPLITS}
        lacks = {side: max(0.0, targets[side, verdict] - has[side]) for side in SPLITS}
        # Where claims that came with others have overfilled every side, by what is wanted of it.
        weights = lacks if sum(lacks.values()) > 1e-9 else {side: targets[side, verdict] for side in SPLITS}
        at = self._drawn(name) * sum(weights.values())
        for side in SPLITS:
            at -= weights[side]
            if at < 0:
                return side
        return max(SPLITS, key=lambda side: weights[side])

    def expect(self, side: Side, claims: int) -> None:
        """Note that so many more (fewer, if negative) claims of a bundle in this split are still to be verified."""
        self.expected[side] += claims

    def count(self, side: Side, verdict: str) -> None:
        """A claim of a bundle was verified for the first time."""
        self.dealt[side, verdict] += 1
        self.verdicts[verdict] += 1

    def _drawn(self, name: str) -> float:
        digest = hashlib.sha256(f"{self.seed}\n{name}".encode()).digest()
        return int.from_bytes(digest[:7], "big") / 2**56

    def _share(self) -> Mapping[str, float]:
        """Estimated share of each verdict among all claims."""
        known = self.verdicts.total() + EXPECTED_WEIGHS
        return {verdict: (self.verdicts[verdict] + EXPECTED_WEIGHS * of) / known for verdict, of in self.likely.items()}

    def _targets(self, share: Mapping[str, float], claims: int) -> Mapping[tuple[Side, str], float]:
        """How many claims of each verdict each side should have, of so many in all."""
        if self.balanced:
            return self._balanced(share, claims)
        test, rest = self.shares["test"], 1 - self.shares["test"]
        unknown = self.not_enough_info
        wanted = self._wanted_nei(share[unknown]) if unknown else 0.0
        others = 1 - share[unknown] if unknown else 1.0
        found = {}
        for verdict, part in share.items():
            in_test = test * (wanted if verdict == unknown else (1 - wanted) * part / others)
            in_test = in_test if rest > 0 else part
            found["test", verdict] = in_test * claims
            for side in ("train", "dev"):
                found[side, verdict] = self.shares[side] / rest * (part - in_test) * claims if rest > 0 else 0.0
        return found

    def _balanced(self, share: Mapping[str, float], claims: int) -> Mapping[tuple[Side, str], float]:
        """Of each verdict the same number for dev, and for test; less of one of which there are too few."""
        held = {side: self.shares[side] / len(share) for side in ("dev", "test")}
        found = {}
        for verdict, part in share.items():
            fitting = min(1.0, MOST_HELD * part / sum(held.values())) if any(held.values()) else 0.0
            for side, wanted in held.items():
                found[side, verdict] = wanted * fitting * claims
            found["train", verdict] = (part - sum(held.values()) * fitting) * claims
        return found

    def _wanted_nei(self, share: float) -> float:
        """The share of NOT ENOUGH INFO that test can be given: not more than `MOST_NEI_IN_TEST` of all there is."""
        wanted = max(PAPER_TEST_NEI, share) if self.test_nei is None else self.test_nei
        test = self.shares["test"]
        return wanted if test == 0 else min(wanted, max(share, MOST_NEI_IN_TEST * share / test))
