"""Extension points of the audit: what folders above `quality` decide. `annotation.composition` fills them in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:  # the audit's statistics need no database
    from annotation.projects.models import Project
    from annotation.quality.audit.classifier import Sample


class ReleaseRule(Protocol):
    """Returns what is released of a claim and where it comes from, or a code for why nothing is."""

    def __call__(
        self, candidates: Sequence[Any], *, adjudicated: Any, reported: bool, first_counts: bool
    ) -> tuple[Any, Any] | str: ...


class Samples(Protocol):
    """Returns by name the claims of workflows whose verdict the claim-only classifier predicts too."""

    def __call__(self) -> Mapping[str, Callable[[Project], Sample]]: ...


choose: ReleaseRule
samples_of_workflows: Samples
