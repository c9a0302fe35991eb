"""Query the verifications that the arms are compared by: submitted in production or as attention checks."""

from __future__ import annotations

from collections import Counter, defaultdict

from annotation.evidence.queries import VERIFICATION, evidence_of
from annotation.projects.models import Project
from annotation.quality.adjudication.models import Adjudication
from annotation.submission_check.measures import CheckedWork
from annotation.submission_check.models import SubmissionCheckArm
from annotation.suggestions.logs import Logged, logs_of
from annotation.vocabulary.operation_names import OperationName
from annotation.vocabulary.tasks import IN_PRODUCTION, Phase
from annotation.work.models import AssignmentState
from annotation.workflows.models import CheckLine, Verification
from corpus.page.element_id import BadElementId, ElementKind, parse

AT_ONCE = 1000  # verifications whose logs are in memory
RESULTS = "?search="  # what the title of a list of results begins with


class _Evidence:
    """What the evidence of a verification is made of."""

    def __init__(self) -> None:
        self.elements, self.headers, self.pages = set[str](), set[str](), set[str]()


def works(project: Project) -> list[CheckedWork]:
    """Every first submission with an arm, by the id of its verification."""
    of = "assignment__submissions__verification"
    task = "assignment__task"
    columns = (of, f"{of}__claim", "assignment__person", "assignment", f"{of}__verdict", "arm", f"{task}__phase")
    rows = SubmissionCheckArm.objects.filter(
        assignment__project=project,
        assignment__task__phase__in=IN_PRODUCTION,
        assignment__state=AssignmentState.SUBMITTED,
        assignment__submissions__revision=1,
        assignment__set_aside__isnull=True,
    )
    submitted = list(rows.order_by(of).values_list(*columns, f"{task}__gold__verdict"))
    evidence, verdicts, lines = _evidence(project), _verdicts(project), _lines(project)
    decided = _decided(project)
    found = []
    for start in range(0, len(submitted), AT_ONCE):
        some = submitted[start : start + AT_ONCE]
        logs = logs_of([row[3] for row in some], {OperationName.NOW_ON, OperationName.FINISH})
        for pk, claim, person, assignment, verdict, arm, phase, gold in some:
            pieces, log = evidence[pk], [row for row in logs[assignment] if row.sitting == 1]
            others = verdicts[claim]
            found.append(
                CheckedWork(
                    verification=pk,
                    claim=claim,
                    person=person,
                    arm=arm,
                    verdict=verdict,
                    elements=len(pieces.elements),
                    headers=len(pieces.headers),
                    pages=len(pieces.pages),
                    opened=len({row.value for row in log if _is_page(row)}),
                    lines=lines[pk],
                    seconds=_seconds(log),
                    gold=gold or decided.get(claim, ""),
                    compared=max(0, others.total() - 1),
                    agreeing=max(0, others[verdict] - 1),
                    is_gold=phase == Phase.SILENT,
                )
            )
    return found


def _is_page(row: Logged) -> bool:
    return row.name == OperationName.NOW_ON and not row.value.startswith(RESULTS)


def _seconds(log: list[Logged]) -> float | None:
    """Active seconds of the first sitting; None if they were not measured."""
    end = next((row for row in log if row.name == OperationName.FINISH), None)
    if end is None:
        return None
    return end.seconds if end.active_seconds is None else end.active_seconds


def _evidence(project: Project) -> defaultdict[int, _Evidence]:
    found: defaultdict[int, _Evidence] = defaultdict(_Evidence)
    rows = evidence_of(verification__claim__project=project, revision=1)
    for pk, element, context, title in rows.values_list(VERIFICATION, "element_id", "context", "page_title").iterator():
        found[pk].elements.add(element)
        found[pk].pages.add(title)
        found[pk].headers.update(filter(_is_header, context))
    return found


def _is_header(element_id: str) -> bool:
    try:
        return parse(element_id).kind is ElementKind.HEADER_CELL
    except BadElementId:
        return False


def _lines(project: Project) -> defaultdict[int, dict[str, str]]:
    found: defaultdict[int, dict[str, str]] = defaultdict(dict)
    rows = CheckLine.objects.filter(verification__claim__project=project).order_by("pk")
    for pk, code, state in rows.values_list("verification", "code", "state").iterator():
        found[pk][code] = state
    return found


def _verdicts(project: Project) -> defaultdict[int, Counter[str]]:
    """Claim -> how often each verdict was submitted first, and decided by an adjudicator."""
    counts: defaultdict[int, Counter[str]] = defaultdict(Counter)
    first = Verification.objects.filter(
        claim__project=project, submission__revision=1, submission__assignment__set_aside__isnull=True
    )
    for claim, verdict in first.order_by().values_list("claim", "verdict").iterator():
        counts[claim][verdict] += 1
    for claim, verdict in _decided(project).items():
        counts[claim][verdict] += 1
    return counts


def _decided(project: Project) -> dict[int, str]:
    rows = Adjudication.objects.filter(claim__project=project, is_current=True)
    return dict(rows.values_list("claim", "verdict"))
