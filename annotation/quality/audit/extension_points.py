"""Extension points of the audit: what folders above `quality` decide. `annotation.composition` fills them in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol


class ReleaseRule(Protocol):
    """Returns what is released of a claim and where it comes from, or a code for why nothing is."""

    def __call__(
        self, candidates: Sequence[Any], *, adjudicated: Any, reported: bool, first_counts: bool
    ) -> tuple[Any, Any] | str: ...


choose: ReleaseRule
