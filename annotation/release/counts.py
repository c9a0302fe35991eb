"""Counts of released claims, and of the others by reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(slots=True)
class Counts:
    """Released and excluded claims of a project; filled while the records are read."""

    claims: int = 0
    released: int = 0
    labels: Counter[str] = field(default_factory=Counter)
    sources: Counter[str] = field(default_factory=Counter)
    excluded: Counter[str] = field(default_factory=Counter)
    # What is wrong with the data: reason -> row number -> the elements that are meant (`rule.FAULTS`).
    faults: dict[str, dict[int, list[str]]] = field(default_factory=dict)
    # Verifications that speak for no row: of claims that are left out, and beside the one that is released.
    verifications: int = 0
    verifications_released: int = 0
    # Rows that came without a challenge; the contract wants one (`formats.feverous`).
    challenges_not_given: int = 0
    # The contract takes three sets a row; a project may ask for more, which stay in the database.
    evidence_sets_left_out: int = 0
    # The contract wants operations that name pages of the corpus; what a browser sent otherwise stays in the database.
    operations_left_out: int = 0

    def leave_out(self, reason: str) -> None:
        """One more claim is not released."""
        self.excluded[reason] += 1

    def fault(self, reason: str, number: int, elements: Sequence[str] = ()) -> None:
        """A claim that is left out should be looked at."""
        self.faults.setdefault(reason, {})[number] = list(elements)
