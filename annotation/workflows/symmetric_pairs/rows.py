"""The rows of a symmetric set, as those of FEVER Symmetric, and what claims alone can tell in them. No database."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import TypedDict

CONTRARY, NEW_EVIDENCE, NEW_CLAIM = "0000001", "0000002", "0000003"  # what FEVER Symmetric adds to the id of a claim


class SymmetricRow(TypedDict):
    """A claim, evidence in words, and what holds between them."""

    id: str
    claim: str
    evidence: str
    label: str


def rows_of(
    number: int, first: tuple[str, str], second: tuple[str, str], labels: tuple[str, str]
) -> list[SymmetricRow]:
    """The four rows of two pairs of claim and evidence: both pairs with the first label, crossed with the second.

    `number`: the id of the first claim in the release.
    """
    (claim, evidence), (new_claim, new_evidence), (label, contrary) = first, second, labels
    return [
        {"id": f"{number}", "claim": claim, "evidence": evidence, "label": label},
        {"id": f"{number}{CONTRARY}", "claim": new_claim, "evidence": new_evidence, "label": label},
        {"id": f"{number}{NEW_EVIDENCE}", "claim": claim, "evidence": new_evidence, "label": contrary},
        {"id": f"{number}{NEW_CLAIM}", "claim": new_claim, "evidence": evidence, "label": contrary},
    ]


def claim_only_accuracy(pairs: Iterable[tuple[str, str]]) -> float | None:
    """The accuracy of whoever knows each claim's most frequent label and sees no evidence: 0.5 in a symmetric set.

    `pairs` of claim and label; None where there are none.
    """
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for claim, label in pairs:
        found[claim][label] += 1
    rows = sum(labels.total() for labels in found.values())
    return sum(max(labels.values()) for labels in found.values()) / rows if rows else None


def pairs_of(rows: Iterable[SymmetricRow]) -> Iterator[tuple[str, str]]:
    """Claim and label of each row."""
    return ((row["claim"], row["label"]) for row in rows)
