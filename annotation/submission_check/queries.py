"""Query the verifications that the arms are compared by: submitted in production or as attention checks."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

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


def works(project: Project) -> Iterator[CheckedWork]:
    """Every first submission with an arm, by the id of its verification; read AT_ONCE at a time."""
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
    values = rows.order_by(of).values_list(*columns, f"{task}__gold__verdict").iterator(chunk_size=AT_ONCE)
    submitted = map(_Submitted._make, values)
    while some := list(islice(submitted, AT_ONCE)):
        yield from _works(some)


class _Submitted(NamedTuple):
    pk: int
    claim: int
    person: int
    assignment: int
    verdict: str
    arm: str
    phase: int
    gold: str | None


def _works(some: Sequence[_Submitted]) -> Iterator[CheckedWork]:
    keys, claims = [one.pk for one in some], {one.claim for one in some}
    evidence, lines, decided = _evidence(keys), _lines(keys), _decided(claims)
    verdicts = _verdicts(claims, decided)
    logs = logs_of([one.assignment for one in some], {OperationName.NOW_ON, OperationName.FINISH})
    for one in some:
        pieces, log = evidence[one.pk], [row for row in logs[one.assignment] if row.sitting == 1]
        others = verdicts[one.claim]
        yield CheckedWork(
            verification=one.pk,
            claim=one.claim,
            person=one.person,
            arm=one.arm,
            verdict=one.verdict,
            elements=len(pieces.elements),
            headers=len(pieces.headers),
            pages=len(pieces.pages),
            opened=len({row.value for row in log if _is_page(row)}),
            lines=lines[one.pk],
            seconds=_seconds(log),
            gold=one.gold or decided.get(one.claim, ""),
            compared=max(0, others.total() - 1),
            agreeing=max(0, others[one.verdict] - 1),
            is_gold=one.phase == Phase.SILENT,
        )


def _is_page(row: Logged) -> bool:
    return row.name == OperationName.NOW_ON and not row.value.startswith(RESULTS)


def _seconds(log: list[Logged]) -> float | None:
    """Active seconds of the first sitting; None if they were not measured."""
    end = next((row for row in log if row.name == OperationName.FINISH), None)
    return None if end is None else end.taken


def _evidence(verifications: Collection[int]) -> defaultdict[int, _Evidence]:
    found: defaultdict[int, _Evidence] = defaultdict(_Evidence)
    rows = evidence_of(verification__in=verifications, revision=1)
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


def _lines(verifications: Collection[int]) -> defaultdict[int, dict[str, str]]:
    found: defaultdict[int, dict[str, str]] = defaultdict(dict)
    rows = CheckLine.objects.filter(verification__in=verifications).order_by("pk")
    for pk, code, state in rows.values_list("verification", "code", "state").iterator():
        found[pk][code] = state
    return found


def _verdicts(claims: Collection[int], decided: Mapping[int, str]) -> defaultdict[int, Counter[str]]:
    """Claim -> how often each verdict was submitted first, and decided by an adjudicator."""
    counts: defaultdict[int, Counter[str]] = defaultdict(Counter)
    first = Verification.objects.filter(
        claim__in=claims, submission__revision=1, submission__assignment__set_aside__isnull=True
    )
    for claim, verdict in first.order_by().values_list("claim", "verdict").iterator():
        counts[claim][verdict] += 1
    for claim, verdict in decided.items():
        counts[claim][verdict] += 1
    return counts


def _decided(claims: Collection[int]) -> dict[int, str]:
    rows = Adjudication.objects.filter(claim__in=claims, is_current=True)
    return dict(rows.values_list("claim", "verdict"))
