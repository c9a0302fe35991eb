"""Storage of a workflow whose submission is the fields of one row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from annotation.work.models import Assignment, Operation, Submission, SubmittedWork

Row = TypeVar("Row", bound=SubmittedWork)


@dataclass(frozen=True, slots=True)
class RowStorage(Generic[Row]):
    """Stores what the submission serializer returns, each value in the field of the same name of `model`."""

    model: type[Row]

    def prepare(self, assignment: Assignment, content: Mapping[str, Any]) -> dict[str, Any]:
        return dict(content)

    def missing_operations(self, log: Iterable[Operation], work: dict[str, Any]) -> None:
        """Nothing is replayed from the log: nothing can be missing."""

    def store(self, submission: Submission, work: dict[str, Any]) -> Row:
        return self.model.objects.create(submission=submission, **work)

    def store_all(self, works: Iterable[tuple[Submission, dict[str, Any]]]) -> list[Row]:
        """Store the rows of these submissions in one statement."""
        return self.model.objects.bulk_create(self.model(submission=submission, **work) for submission, work in works)

    def load(self, submission: Submission) -> Row:
        return self.model.objects.get(submission=submission)

    def explain(self, assignment: Assignment, work: dict[str, Any], error: Exception) -> None:
        """Rows of different submissions cannot collide."""


def is_same_row(stored: Any, work: Any) -> bool:
    """Tell whether each field of a row that `RowStorage` wrote has its value in `work`."""
    return all(getattr(stored, name) == value for name, value in work.items())
