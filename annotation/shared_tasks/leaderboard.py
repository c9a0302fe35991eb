"""The leaderboard of a split: stored standings with the names that teams and systems have today."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef

from annotation.projects.models import Membership
from annotation.shared_tasks.models import TaskSplit, TeamMember, TeamSubmission

FIELDS = ("rank_first", "rank_last", "team", "system", "value", "low", "high", "organisers", "code", "submitted_at")


@dataclass(frozen=True, slots=True)
class Entry:
    """A row. `first`, `last`: the ranks between which the system may stand; values from 0 to 1; `tied`: whether its
    range meets that of another system; `by_organisers`: somebody on the team has a role in the project."""

    submission: TeamSubmission
    value: float
    low: float
    high: float
    first: int
    last: int
    tied: bool
    by_organisers: bool

    def as_row(self) -> dict[str, Any]:
        """The values of FIELDS."""
        system = self.submission.system
        values = (
            *(self.first, self.last, system.team.name, system.name, self.value, self.low, self.high),
            *(self.by_organisers, system.code_url, self.submission.submitted_at),
        )
        return dict(zip(FIELDS, values, strict=True))


def entries(split: TaskSplit) -> list[Entry]:
    """The rows, best first; two queries, however many there are."""
    theirs = TeamMember.objects.filter(
        Exists(Membership.objects.filter(project=split.task.project_id, user=OuterRef("user"))),
        team=OuterRef("system__team"),
    )
    rows = TeamSubmission.objects.filter(split=split).select_related("system__team")
    known = rows.annotate(by_organisers=Exists(theirs)).in_bulk([one["submission"] for one in split.standings])
    found = []
    for one in split.standings:
        submission = known.get(one["submission"])
        if submission is not None:
            values = {name: one[name] for name in ("value", "low", "high", "first", "last")}
            is_theirs: bool = submission.by_organisers
            found.append(Entry(submission, **values, tied=one["last"] > one["first"], by_organisers=is_theirs))
    return found
