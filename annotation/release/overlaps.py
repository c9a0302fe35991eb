"""Write splits.json: how a release was split, the result, and what the splits have in common."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

from annotation.release.allocation import MOST_NEI_IN_TEST
from annotation.release.feverous import BatchRead, Row
from annotation.release.queries import VerificationRow
from annotation.release.splits import Sides
from annotation.release.summary import PAPER_TEST_NEI, SPLITS, ReleaseOptions
from annotation.vocabulary.label_set import LabelSet

BIT = {split: 1 << place for place, split in enumerate(SPLITS)}
PAIRS = [(one, other) for place, one in enumerate(SPLITS) for other in SPLITS[place + 1 :]]
RULE = [
    "Claims of one highlight stand in one split, and so do claims that share 70 % or more of their content words, with "
    "all claims of their highlights.",
    "Splits are dealt in the order in which highlights (claims that have none) were first verified. Later claims, "
    "verifications, changed verdicts, adjudications and reports do not change them.",
    "What can still move: where a claim that is verified later makes two groups near-duplicates of one another, both "
    "stand in the split of the group that was verified first; and where the words of a reported claim were corrected, "
    "it is a near-duplicate of others than before.",
    "Claims that came with a released data set keep the split they had there, also beside near-duplicates.",
    "The label balance is steered by the first verdict on each claim; what is released may differ from it.",
]


class Overlaps:
    """Count what the splits share while rows are written. Memory: an entry per page, person and highlight."""

    def __init__(self, labels: LabelSet) -> None:
        self.known = labels
        self.labels: dict[str, Counter[str]] = {split: Counter() for split in SPLITS}
        self.seen: dict[str, defaultdict[object, int]] = {
            name: defaultdict(int) for name in ("highlights", "texts", "evidence pages", "writers", "annotators")
        }

    def add(self, read: BatchRead, rows: dict[int, Row]) -> None:
        for row in rows.values():
            bit, one = BIT[row.split], row.one
            self.labels[row.split][row.record.label] += 1
            if one.claim.highlight is not None:
                self.seen["highlights"][one.claim.highlight] |= bit
            if one.claim.author is not None:
                self.seen["writers"][one.claim.author] |= bit
            if isinstance(one.said, VerificationRow):
                self.seen["annotators"][one.said.person] |= bit
            self.seen["texts"][hash(" ".join(row.record.claim.casefold().split()))] |= bit
            for each in one.sets:
                for piece in each:
                    self.seen["evidence pages"][piece.page_title] |= bit

    def rows(self) -> dict[str, int]:
        return {split: of.total() for split, of in self.labels.items()}

    def by_label(self) -> dict[str, dict[str, int]]:
        return {split: {label: of[label] for label in self.known.values} for split, of in self.labels.items()}

    def shared(self) -> dict[str, dict[str, int]]:
        """Count each kind of thing, in all and in both of two splits."""
        found = {}
        for name, seen in self.seen.items():
            masks = Counter(seen.values())
            found[name] = {"all": len(seen)} | {
                f"{one} and {other}": sum(n for mask, n in masks.items() if mask & BIT[one] and mask & BIT[other])
                for one, other in PAIRS
            }
        return found


def splits_report(settings: ReleaseOptions, sides: Sides, overlaps: Overlaps) -> dict[str, Any]:
    """Content of splits.json."""
    rows, labels = overlaps.rows(), overlaps.by_label()
    total, test = sum(rows.values()), rows["test"]
    wanted, unknown = PAPER_TEST_NEI if settings.test_nei is None else settings.test_nei, overlaps.known.not_enough_info
    crossing = [pair for pair in sides.near if sides.of[pair[0]] != sides.of[pair[1]]]
    return {
        "rule": RULE,
        "settings": {
            "splits": dict(zip(SPLITS, settings.splits, strict=True)),
            "seed": settings.seed,
            "test_nei": settings.test_nei,
            **({"balanced": True} if settings.balanced else {}),
        },
        "rows": rows,
        "shares": {split: round(count / total, 4) if total else None for split, count in rows.items()},
        "labels": labels,
        "test_nei": {
            "wanted": wanted,
            "at_most": f"{MOST_NEI_IN_TEST:.0%} of all claims without enough information are in test",
            "reached": round(labels["test"][unknown] / test, 4) if test else None,
        }
        if unknown and not settings.balanced
        else None,
        "groups": {
            "groups": sides.groups,
            "joined_by_near_duplicates": sides.linked,
            "claims_in_the_largest": sides.largest,
            "claims_moved_by_a_later_link": sides.moved,
        },
        "near_duplicates": {
            "pairs": len(sides.near),
            "pairs_on_two_sides": len(crossing),
            "pairs_compared": sides.compared.pairs,
            "pairs_not_compared": sides.compared.skipped,
        },
        "shared": overlaps.shared(),
    }
