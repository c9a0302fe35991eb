"""All that the page of the check shows of everybody: computed by the page, or by a job and stored."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Project
from annotation.submission_check.measures import measures_of
from annotation.submission_check.queries import works
from annotation.suggestions.comparison import Compared, compare
from annotation.vocabulary.submission_check import CheckCode, LineState
from annotation.workflows.models import CheckLine


@dataclass(frozen=True, slots=True)
class LineCount:
    """A line of the check over all verifications: how often each state, and each reason for a dismissal."""

    code: str
    states: dict[str, int]
    reasons: dict[str, int]

    @property
    def shown(self) -> int:
        """How often it was before a verifier's eyes."""
        return sum(count for state, count in self.states.items() if state != LineState.SILENT)


@dataclass(frozen=True, slots=True)
class CheckDashboard:
    """`lines`: in the order of CheckCode, those that ever came."""

    arms: list[Compared]
    lines: list[LineCount]


RESULT_CLASSES = (CheckDashboard, LineCount)
SUBMISSION_CHECK = "submission check"


def dashboard(project: Project) -> CheckDashboard:
    """Over everybody's work."""
    return CheckDashboard(compare(works(project), measures_of(label_set_of(project))), _lines(project))


def _lines(project: Project) -> list[LineCount]:
    rows = CheckLine.objects.filter(verification__claim__project=project).order_by()
    states: dict[str, Counter[str]] = {code: Counter() for code in CheckCode}
    reasons: dict[str, Counter[str]] = {code: Counter() for code in CheckCode}
    for code, state, reason in rows.values_list("code", "state", "reason").iterator():
        states[code][state] += 1
        if reason:
            reasons[code][reason] += 1
    return [LineCount(code, dict(states[code]), dict(reasons[code])) for code in CheckCode if states[code]]


REPORTS = {SUBMISSION_CHECK: dashboard}
