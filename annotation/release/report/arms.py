"""Chapter on arms: the effect of suggestions and of the check, from the functions of the quality pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import override

from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Project
from annotation.release.report.document import Block, Cell, Group, Table, Words, result_cells
from annotation.submission_check import measures as of_check
from annotation.submission_check import queries as checked
from annotation.suggestions import measures as of_suggestions
from annotation.suggestions import queries as suggested
from annotation.suggestions.comparison import Compared, compare
from annotation.suggestions.measures import Measure

COLUMNS = ("Arm", "Verifications", "Claims", "Value", "Low", "High", "Difference", "Low", "High")
SUGGESTIONS = {"none": "never shown", "after": "shown after a first verdict", "at_once": "shown at once"}
CHECK = {"none": "not shown", "shown": "shown"}
W = TypeVar("W")


def blocks(project: Project) -> list[Block]:
    """A table for suggestions and one for the check; nothing where no work has an arm."""
    labels = label_set_of(project)
    with override("en"):
        found: list[Block] = []
        measures = of_suggestions.measures_of(labels)
        if arms := compare(suggested.works(project), measures):
            found.append(_table("arms-suggestions", "Suggested evidence", arms, measures, SUGGESTIONS))
        of_lines = of_check.measures_of(labels)
        if arms := compare(checked.works(project), of_lines):
            found.append(_table("arms-check", "Check before submission", arms, of_lines, CHECK))
    return [_words(), *found] if found else []


def _words() -> Words:
    return Words(
        "Claims were put into arms at random. A value is over the verifications of its arm, and a difference is that "
        "to the first arm; low and high are the ends of a 95 % interval over draws of the arm's claims."
    )


def _table(
    name: str, title: str, arms: Sequence[Compared], measures: Sequence[Measure[W]], words: Mapping[str, str]
) -> Table:
    rows: list[Sequence[Cell] | Group] = []
    for measure in measures:
        rows.append(Group(_(measure.label)))
        rows.extend(_row(one, measure.name, words) for one in arms)
    return Table(
        name, title, "Each measure by arm, with its interval, and its difference to the first arm.", COLUMNS, rows
    )


def _row(one: Compared, measure: str, words: Mapping[str, str]) -> list[Cell]:
    own, difference = one.values.get(measure), one.differences.get(measure)
    nothing: tuple[Cell, ...] = (None, None, None)
    return [
        words.get(one.arm, one.arm),
        one.verifications,
        one.claims,
        *(result_cells(own) if own is not None else nothing),
        *(result_cells(difference) if difference is not None else nothing),
    ]
