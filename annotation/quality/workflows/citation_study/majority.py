"""What the annotators of an item decide together, by the rules of a project. No database access."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from annotation.quality.workflows.citation_study.sign_test import OPEN
from annotation.workflows.citation_study.choices import BOTH
from annotation.workflows.citation_study.models import Majority, Ties


def decide(choices: Sequence[str], majority: str, ties: str) -> str:
    """The choice of more than half, or the most frequent one; OPEN or BOTH where there is none."""
    found = most_of(choices, majority)
    return found or (BOTH if ties == Ties.BOTH else OPEN)


def most_of(values: Sequence[str], majority: str) -> str:
    """The value that has the majority; "" where none has."""
    counts = Counter(values).most_common(2)
    if not counts:
        return ""
    value, count = counts[0]
    if majority == Majority.ABSOLUTE:
        return value if 2 * count > len(values) else ""
    return value if len(counts) == 1 or count > counts[1][1] else ""
