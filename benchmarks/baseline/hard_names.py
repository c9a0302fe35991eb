"""Claims that call their page otherwise than its title does: `names.jsonl`, own sentences over pages of `wiki_like.py`.

The pages are those of OTT-QA's passages, among all of `real_sized.py`. Kinds: a title with a parenthesis or a region,
with initials, of unusual spelling; a claim in small letters; one that says nothing that the page does ("named alone").
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

NAMES = Path(__file__).with_name("names.jsonl")


@dataclass(frozen=True, slots=True)
class NameClaim:
    """A claim and the one page it is about."""

    kind: str
    title: str
    claim: str

    @property
    def is_for_tuning(self) -> bool:
        """By page, so that none is in both halves."""
        return sum(self.title.encode()) % 2 == 0


def name_claims() -> list[NameClaim]:
    """All claims."""
    with NAMES.open(encoding="utf-8") as lines:
        rows = [*map(json.loads, lines)]
    return [NameClaim(row["kind"], unicodedata.normalize("NFD", row["title"]), row["claim"]) for row in rows]


def report(name: str, claims: Sequence[NameClaim], retrieve: Callable[[str], Sequence[str]]) -> list[list[float]]:
    """Print the share of the claims whose page is @1 and @5, by kind and half. Returns the hits of each, @1 and @5."""
    found = [retrieve(one.claim) for one in claims]
    hits = [[float(one.title in titles[:k]) for k in (1, 5)] for one, titles in zip(claims, found, strict=True)]
    groups: dict[str, list[list[float]]] = {}
    for one, pair in zip(claims, hits, strict=True):
        for group in (one.kind, "tuned" if one.is_for_tuning else "reported", "all"):
            groups.setdefault(group, []).append(pair)
    for group, pairs in groups.items():
        columns = zip((1, 5), zip(*pairs, strict=True), strict=True)
        shown = "  ".join(f"@{k} {100 * sum(column) / len(pairs):5.1f}" for k, column in columns)
        print(f"{name:20} {group:12} {len(pairs):4}  {shown}", flush=True)
    return hits
