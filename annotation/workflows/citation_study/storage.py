"""Storage of a judgement: left and right become source A and B, by the order that its person was shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from annotation.work.models import Assignment
from annotation.work.row_storage import RowStorage
from annotation.workflows.citation_study.choices import LEFT, RIGHT, SOURCE_A
from annotation.workflows.citation_study.models import Preference
from annotation.workflows.citation_study.order import sides_of


class PreferenceStorage(RowStorage[Preference]):
    """A row a submission."""

    def prepare(self, assignment: Assignment, content: Mapping[str, Any]) -> dict[str, Any]:
        sides = sides_of(assignment)
        work = {"label": sides.get(content["choice"], content["choice"])}
        for side in (LEFT, RIGHT):
            end = "a" if sides[side] == SOURCE_A else "b"
            work |= {f"grade_{end}": content[side]["grade"], f"reason_{end}": content[side]["reason"]}
        return work
