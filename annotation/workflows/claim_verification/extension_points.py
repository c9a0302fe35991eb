"""Extension points of verification: what quality assurance adds to it. `annotation.composition` fills them in."""

from __future__ import annotations

from collections.abc import Callable

from annotation.work.models import Assignment
from annotation.workflows.claim_verification.models import Verification

# Run, in this order, in the transaction that stores the first revision and closes its assignment.
after_submission: list[Callable[[Verification], object]] = []

# Each says why what was submitted cannot be changed, as a sentence; empty where it has nothing against it.
edit_locks: list[Callable[[Assignment], str]] = []
