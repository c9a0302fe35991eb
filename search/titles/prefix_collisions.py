"""Crowded prefixes: prefixes that very many titles share, with the best titles of each.

One or two letters, or "list of", lead to more keys than can be sorted while somebody types. Their
answer is worked out when the index is built, in one pass over the sorted keys.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from os.path import commonprefix
from typing import NamedTuple

CROWD = 500  # keys that can be read and sorted for every letter typed
KEPT = 30  # more than are shown: some will be the same page under the other kind of key
LONGEST = 24  # characters; longer beginnings are never crowded in practice


class Candidate(NamedTuple):
    """Candidate title for a typed prefix; `key` is the folded text that matched."""

    key: str
    title: str
    redirect_from: str | None
    rank: int


def order(candidate: Candidate, beginning: str) -> tuple[bool, int, bool, int, str]:
    """Sort key: exact titles first, then most linked pages, then short names."""
    redirected = candidate.redirect_from is not None
    return candidate.key != beginning, -candidate.rank, redirected, len(candidate.title), candidate.title


def crowded_prefixes(candidates: Iterable[Candidate]) -> Iterator[tuple[str, list[Candidate]]]:
    """Yield (prefix, best candidates) for every prefix of more than CROWD candidates, which come sorted by key."""
    open_crowds: list[_Crowd] = []  # one for each beginning of the last key, shortest first
    last = ""
    for candidate in candidates:
        key = candidate.key[:LONGEST]
        shared = len(commonprefix((last, key)))
        yield from _closed(open_crowds, shared)
        open_crowds += [_Crowd(key[:length]) for length in range(shared + 1, len(key) + 1)]
        for crowd in open_crowds:
            crowd.add(candidate)
        last = key
    yield from _closed(open_crowds, 0)


def _closed(open_crowds: list[_Crowd], keep: int) -> Iterator[tuple[str, list[Candidate]]]:
    for crowd in open_crowds[keep:]:
        if crowd.count > CROWD:
            yield crowd.beginning, crowd.best()
    del open_crowds[keep:]


@dataclass(slots=True)
class _Crowd:
    """Candidates of one prefix: counts all, stores only the better ones, each title once."""

    beginning: str
    count: int = 0
    kept: dict[str, Candidate] = field(default_factory=dict)
    floor: int = 0  # the rank below which nothing gets in any more

    def add(self, candidate: Candidate) -> None:
        self.count += 1
        if candidate.rank < self.floor and candidate.key != self.beginning:
            return
        known = self.kept.get(candidate.title)
        if known is None or order(candidate, self.beginning) < order(known, self.beginning):
            self.kept[candidate.title] = candidate
            if len(self.kept) > 4 * KEPT:
                self._shrink()

    def best(self) -> list[Candidate]:
        return sorted(self.kept.values(), key=lambda candidate: order(candidate, self.beginning))[:KEPT]

    def _shrink(self) -> None:
        best = self.best()
        self.kept = {candidate.title: candidate for candidate in best}
        self.floor = best[-1].rank
