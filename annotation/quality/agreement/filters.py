"""Filters over items."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from annotation.quality.agreement.items import Item


@dataclass(frozen=True, slots=True)
class Filters:
    """Conditions on claims; None matches all. `first` and `last`: days of the last verification, inclusive.

    `person`: claims that this person verified. `ways`: how many people verified the claim. `guidelines`: all of its
    verifications were made under this version.
    """

    ways: int | None = None
    claim_type: str | None = None
    mutation: str | None = None
    challenge: str | None = None
    highlight_kind: str | None = None
    person: int | None = None
    first: date | None = None
    last: date | None = None
    guidelines: int | None = None

    def keep(self, item: Item) -> bool:
        """Tell whether the item matches."""
        day = item.ratings[-1].at.date()
        return (
            self.ways in (None, len(item.ratings))
            and self.claim_type in (None, item.claim_type)
            and self.mutation in (None, item.mutation)
            and self.challenge in (None, item.ratings[0].challenge)
            and self.highlight_kind in (None, item.highlight_kind)
            and (self.person is None or any(rating.person == self.person for rating in item.ratings))
            and (self.first is None or day >= self.first)
            and (self.last is None or day <= self.last)
            and (self.guidelines is None or all(one.guidelines == self.guidelines for one in item.ratings))
        )


EVERYTHING = Filters()
