"""Searches and hyperlinks of claim writers (FEVEROUS paper, section 7.5.1)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Q

from annotation.projects.models import Project
from annotation.quality.agreement.bootstrap import Row, estimate, ratio
from annotation.quality.agreement.result import Reason, Result, Undefined
from annotation.quality.audit.queries import submitted
from annotation.vocabulary.operation_names import FULL_TEXT, OperationName
from annotation.work.models import Operation
from annotation.workflows.kinds import TaskKind
from annotation.workflows.models import ClaimSet

ALL, SEVERAL_PAGES, ONE_PAGE, NOT_ASKED = "all", "several_pages", "one_page", "not_asked"
GROUPS = (ALL, SEVERAL_PAGES, ONE_PAGE, NOT_ASKED)
MEASURES = ("searches", "full_text", "hyperlinks")
_GROUP_OF = {True: SEVERAL_PAGES, False: ONE_PAGE, None: NOT_ASKED}


@dataclass(frozen=True, slots=True)
class WritingEffort:
    """Operations of writers in one group of annotations; an annotation is the work of three claims.

    `counts`: by MEASURES, how many operations in all; `means`: the same an annotation, with intervals that draw
    annotations. `group`: ALL, or what the highlight asked of its Type II claim.
    """

    group: str
    annotations: int
    counts: dict[str, int]
    means: dict[str, Result]


def writing_effort(project: Project) -> list[WritingEffort]:
    """Count searches, full-text searches and hyperlinks of all submitted claim writing that has a log.

    From assignment to submission: later changes are not counted, nor is calibration. The log does not say for which of
    the three claims an operation was, so annotations are grouped by what the highlight asked of its Type II claim.
    Groups without annotations are absent, but for ALL.
    """
    rows = _rows(project)
    groups = defaultdict(list)
    for assignment, several in _asked(project).items():
        if assignment in rows:
            groups[ALL].append(rows[assignment])
            groups[_GROUP_OF[several]].append(rows[assignment])
    return [_effort(name, groups[name]) for name in GROUPS if name == ALL or groups[name]]


def _effort(name: str, rows: Sequence[Row]) -> WritingEffort:
    counts = {measure: int(sum(row[at] for row in rows)) for at, measure in enumerate(MEASURES)}
    means = {measure: _mean([(row[at], row[-1]) for row in rows]) for at, measure in enumerate(MEASURES)}
    return WritingEffort(name, len(rows), counts, means)


def _mean(rows: Sequence[Row]) -> Result:
    return estimate(rows, ratio) if rows else Undefined(Reason.NO_VALUES)


def _asked(project: Project) -> dict[int, bool | None]:
    """Assignment -> whether its Type II claim was to cover several pages; None where the highlight does not say."""
    done = ClaimSet.objects.filter(submission__assignment__in=submitted(project, TaskKind.CLAIM_GENERATION)).order_by(
        "submission__assignment"
    )
    return dict(done.values_list("submission__assignment", "highlight__several_pages"))


def _rows(project: Project) -> dict[int, Row]:
    """Assignment -> searches, full-text searches, hyperlinks and 1; assignments without a log are absent."""
    work = submitted(project, TaskKind.CLAIM_GENERATION)
    names = [OperationName.FINISH, OperationName.SEARCH, OperationName.HYPERLINK]
    operations = Operation.objects.filter(assignment__in=work, sitting=1, name__in=names).order_by()
    full_text = Count("pk", filter=Q(value__istartswith=FULL_TEXT))
    counts = operations.values_list("assignment", "name").annotate(number=Count("pk"), full_text=full_text)
    found: dict[int, dict[str, tuple[int, int]]] = defaultdict(dict)
    for assignment, name, number, with_full_text in counts.iterator(chunk_size=5000):
        found[assignment][name] = number, with_full_text
    return {assignment: _row(of) for assignment, of in found.items() if OperationName.FINISH in of}


def _row(of: dict[str, tuple[int, int]]) -> Row:
    searches, full_text = of.get(OperationName.SEARCH, (0, 0))
    hyperlinks, _full_text = of.get(OperationName.HYPERLINK, (0, 0))
    return float(searches - full_text), float(full_text), float(hyperlinks), 1.0
