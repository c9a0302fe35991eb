"""Report of a draw of sentences, for managers and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from annotation.workflows.sentence_claims.sampling.candidates import Candidate

PLACES = ("1", "2-3", "4-6", "7+")


@dataclass(frozen=True, slots=True)
class Report:
    """A draw in numbers. `places`: how many sentences by their place on the page; `with_links`: with a dictionary.

    `skipped`: untrusted sentences of the pages read, by reason.
    """

    size: int
    drawn: int
    pages_read: int
    pages: int
    with_links: int
    alone: int
    places: dict[str, int]
    skipped: dict[str, int]

    def to_json(self) -> dict[str, Any]:
        """Plain values, as stored with the sample."""
        return asdict(self)

    def as_text(self) -> str:
        """The report for a terminal."""
        lines = [f"{self.drawn:,} sentences drawn of {self.size:,} wanted, from {self.pages:,} pages."]
        lines.append(f"{self.pages_read:,} pages read; {self.with_links:,} sentences with links, {self.alone:,} alone.")
        if self.drawn < self.size:
            lines.append(f"The corpus has no more sentences to spare: {self.size - self.drawn:,} are missing.")
        lines += [f"Skipped as untrusted ({reason}): {number:,}." for reason, number in self.skipped.items()]
        lines += [f"  sentence {place:<5} {number:>7,}" for place, number in self.places.items()]
        return "\n".join(lines)


def report(drawn: Sequence[Candidate], size: int, pages_read: int, skipped: Mapping[str, int]) -> Report:
    """Count what was drawn."""
    places = Counter(_place(one.number) for one in drawn)
    return Report(
        size,
        len(drawn),
        pages_read,
        len({one.page_title for one in drawn}),
        sum(one.has_links for one in drawn),
        sum(not one.before and not one.after for one in drawn),
        {place: places[place] for place in PLACES},
        dict(skipped),
    )


def _place(number: int) -> str:
    return PLACES[0] if number == 0 else PLACES[1] if number < 3 else PLACES[2] if number < 6 else PLACES[3]
