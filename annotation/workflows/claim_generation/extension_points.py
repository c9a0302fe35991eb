"""Extension points of claim writing. `annotation.composition` fills them in."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from annotation.claims.models import Claim

# The ids of those claims that were graded in calibration: they cannot be changed any more.
graded_claims: Callable[[Sequence[Claim]], set[int]]
