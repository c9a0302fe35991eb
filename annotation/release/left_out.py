"""Verifications that a release has nothing of: set aside by a manager, or of people and periods that were left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import UTC, date

from annotation.release.queries import Batch, ClaimRow, VerificationRow
from annotation.release.rule import Excluded
from annotation.release.summary import ReleaseOptions

SET_ASIDE, PERSON, PERIOD = "set aside", "person left out", "period left out"


@dataclass(slots=True)
class LeftOut:
    """Removes them from batches. `counts`: reason -> current verifications; of those set aside with the manager's."""

    people: Collection[int]
    periods: Collection[tuple[date, date]]
    counts: Counter[str] = field(default_factory=Counter)

    @classmethod
    def of(cls, options: ReleaseOptions, counts: Counter[str]) -> LeftOut:
        periods = [(date.fromisoformat(first), date.fromisoformat(last)) for first, last in options.without_periods]
        return cls(frozenset(options.without_people), periods, counts)

    def remove_from(self, batch: Batch) -> dict[int, Excluded]:
        """Remove them; returns why a claim that has no other verification, or whose writer is left out, has none.

        What an adjudicator adopted stays: the decision rests on it.
        """
        why: dict[int, Excluded] = {}
        for claim in batch.claims:
            said = batch.said.get(claim.pk, [])
            decided = batch.decided.get(claim.pk)
            adopted = None if decided is None or self.is_written_by_one(claim) else decided.chosen_assignment
            kept = []
            for one in said:
                reason = self._reason(claim, one) if one.assignment != adopted else ""
                if not reason:
                    kept.append(one)
                elif one.is_current:
                    self.counts[reason] += 1
                    why[claim.pk] = Excluded.SET_ASIDE if one.set_aside is not None else Excluded.LEFT_OUT
            if len(kept) < len(said):
                batch.said[claim.pk] = kept
            if self.is_written_by_one(claim):
                why[claim.pk] = Excluded.LEFT_OUT
        return why

    def is_written_by_one(self, claim: ClaimRow) -> bool:
        """Whether a person who is left out wrote the claim."""
        return claim.author in self.people

    def _reason(self, claim: ClaimRow, said: VerificationRow) -> str:
        if said.set_aside is not None:
            return f"{SET_ASIDE}: {said.set_aside}"
        if said.person in self.people or self.is_written_by_one(claim):
            return PERSON
        day = said.first_submitted_at.astimezone(UTC).date()  # whatever the site's time zone: the bytes are the same
        return PERIOD if any(first <= day <= last for first, last in self.periods) else ""
