"""The chapter on arms has the numbers of the quality pages."""

from __future__ import annotations

from annotation.release.report.arms import blocks
from annotation.release.report.document import Group, Table
from annotation.submission_check.measures import measures_of
from annotation.suggestions.comparison import compare
from annotation.vocabulary.verdicts import VERDICTS
from tests.submission_check.test_dashboard import arm, simulated


def test_a_project_without_arms_has_no_such_chapter(project):
    assert blocks(project) == []


def test_values_and_differences_are_those_of_the_page(project, monkeypatch):
    works = list(simulated(40, 1, effect=1))
    monkeypatch.setattr("annotation.submission_check.queries.works", lambda _project: works)
    wanted = compare(works, measures_of(VERDICTS))
    _words, table = blocks(project)
    assert isinstance(table, Table) and table.name == "arms-check"
    rows = [row for row in table.rows if not isinstance(row, Group)]
    assert len(rows) == 2 * (len(table.rows) - len(rows)) == 2 * len(measures_of(VERDICTS))
    at = 2 * [measure.name for measure in measures_of(VERDICTS)].index("elements")
    own, shown = rows[at], rows[at + 1]
    assert own[1] == shown[1] == 20 and own[6:] == [None] * 3
    assert own[3] == arm(wanted, "none").values["elements"].value
    assert shown[6] == arm(wanted, "shown").differences["elements"].value
    assert table.csv().count("\n") == len(rows) + 1
