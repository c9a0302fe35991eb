"""Query the verifications that the arms are compared by: submitted in production, with an arm."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, NamedTuple

from annotation.evidence.models import Evidence
from annotation.projects.models import Project
from annotation.quality.adjudication.models import Adjudication
from annotation.suggestions.dismissals import dismissed
from annotation.suggestions.hashing import text_hash
from annotation.suggestions.measures import Work
from annotation.suggestions.models import Stage, Suggestion, SuggestionArm, SuggestionRun
from annotation.suggestions.payload import MOST_SHOWN
from annotation.suggestions.provenance import STEPS as TELLING
from annotation.suggestions.provenance import FoundBy, found_by
from annotation.vocabulary.operation_names import OperationName, OwnOperation
from annotation.vocabulary.tasks import Phase
from annotation.work.models import AssignmentState, Operation
from annotation.workflows.claim_verification.models import Verification

AT_ONCE = 1000  # verifications whose logs are in memory
SEEN = (OwnOperation.SUGGESTION_SHOWN, OwnOperation.SUGGESTION_ACCEPTED, OwnOperation.SUGGESTION_DISMISSED)


@dataclass(frozen=True, slots=True)
class _Handed:
    verification: int
    claim: int
    person: int
    assignment: int
    verdict: str
    arm: str
    run: int | None


class _Said(NamedTuple):
    """An operation, as far as it is read: rows of a model would take three times as long."""

    assignment: int
    name: str
    value: str
    detail: Mapping[str, Any]
    sitting: int
    seconds: Decimal
    active_seconds: Decimal | None


@dataclass(frozen=True, slots=True)
class _Log:
    """What a log tells of one verification."""

    from_suggestions: int
    counts: dict[str, int]
    seconds: float | None


def works(project: Project) -> list[Work]:
    """Every current verification in production whose assignment has an arm, by id."""
    handed = _handed(project)
    elements = _elements(project)
    suggested = _suggested(project, handed)
    others = _others(project)
    found = []
    for start in range(0, len(handed), AT_ONCE):
        some = handed[start : start + AT_ONCE]
        logs = _logs({one.assignment: elements[one.verification] for one in some})
        found += [_work(one, elements[one.verification], suggested, logs[one.assignment], others) for one in some]
    return found


def _work(
    one: _Handed,
    elements: frozenset[str],
    suggested: dict[int, frozenset[str]],
    log: _Log,
    others: dict[int, Counter[str]],
) -> Work:
    verdicts = others[one.claim]
    return Work(
        verification=one.verification,
        claim=one.claim,
        person=one.person,
        arm=one.arm,
        verdict=one.verdict,
        elements=elements,
        suggested=None if one.run is None else suggested.get(one.run, frozenset()),
        from_suggestions=log.from_suggestions,
        shown=log.counts.get(OwnOperation.SUGGESTION_SHOWN, 0),
        accepted=log.counts.get(OwnOperation.SUGGESTION_ACCEPTED, 0),
        dismissed=log.counts.get(OwnOperation.SUGGESTION_DISMISSED, 0),
        seconds=log.seconds,
        compared=verdicts.total() - 1,
        agreeing=verdicts[one.verdict] - 1,
    )


def _handed(project: Project) -> list[_Handed]:
    """`run`: what was shown, or would have been; where it came too late for that, the newest over the claim's words."""
    newest = _newest_runs(project)
    rows = SuggestionArm.objects.filter(
        assignment__project=project,
        assignment__task__phase=Phase.PRODUCTION,
        assignment__state=AssignmentState.SUBMITTED,
        assignment__verifications__is_current=True,
    ).order_by("assignment__verifications__pk")
    of = "assignment__verifications"
    columns = (of, f"{of}__claim", "assignment__person", "assignment", f"{of}__verdict", "arm", "run")
    handed = []
    for pk, claim, person, assignment, verdict, arm, run in rows.values_list(*columns).iterator(chunk_size=5000):
        handed.append(_Handed(pk, claim, person, assignment, verdict, arm, run or newest.get(claim)))
    return handed


def _newest_runs(project: Project) -> dict[int, int]:
    """Claim -> its newest run over its present words."""
    runs = SuggestionRun.objects.filter(project=project).order_by("pk")
    rows = runs.values_list("claim", "pk", "text_hash", "claim__text").iterator(chunk_size=5000)
    return {claim: pk for claim, pk, hashed, text in rows if hashed == text_hash(text)}


def _suggested(project: Project, handed: Iterable[_Handed]) -> dict[int, frozenset[str]]:
    """Run -> what of it is, or would be, shown."""
    wanted = {one.run for one in handed}
    found: defaultdict[int, set[str]] = defaultdict(set)
    rows = Suggestion.objects.filter(run__project=project).order_by()
    for run, element, stage, rank in rows.values_list("run", "element_id", "stage", "rank").iterator(chunk_size=5000):
        if run in wanted and rank <= MOST_SHOWN[Stage(stage)]:
            found[run].add(element)
    return {run: frozenset(elements) for run, elements in found.items()}


def _elements(project: Project) -> defaultdict[int, frozenset[str]]:
    """Verification -> the elements of all its sets."""
    found: defaultdict[int, set[str]] = defaultdict(set)
    of = "evidence_set__verification"
    rows = Evidence.objects.filter(**{f"{of}__claim__project": project, f"{of}__is_current": True}).order_by()
    for verification, element in rows.values_list(of, "element_id").iterator(chunk_size=5000):
        found[verification].add(element)
    return defaultdict(frozenset, {verification: frozenset(one) for verification, one in found.items()})


def _others(project: Project) -> dict[int, Counter[str]]:
    """Claim -> how often each verdict stands: of all current verifications, and of the adjudication."""
    counts: defaultdict[int, Counter[str]] = defaultdict(Counter)
    current = Verification.objects.filter(claim__project=project, claim__phase=Phase.PRODUCTION, is_current=True)
    for claim, verdict in current.order_by().values_list("claim", "verdict").iterator(chunk_size=5000):
        counts[claim][verdict] += 1
    decided = Adjudication.objects.filter(claim__project=project, is_current=True)
    for claim, verdict in decided.values_list("claim", "verdict"):
        counts[claim][verdict] += 1
    return counts


def _logs(elements: dict[int, Collection[str]]) -> dict[int, _Log]:
    """Assignment -> what its log tells of the evidence given here. Time is that of the first sitting."""
    wanted = {*map(str, TELLING), *SEEN, OperationName.FINISH}
    rows: Any = Operation.objects.filter(assignment__in=elements, name__in=wanted).order_by("assignment", "sequence")
    logs: defaultdict[int, list[_Said]] = defaultdict(list)
    for row in map(_Said._make, rows.values_list(*_Said._fields).iterator(chunk_size=5000)):
        logs[row.assignment].append(row)
    return {assignment: _log(logs[assignment], chosen) for assignment, chosen in elements.items()}


def _log(rows: list[_Said], chosen: Collection[str]) -> _Log:
    ways = found_by(rows, chosen)
    said = {str(name): len({row.value for row in rows if row.name == name}) for name in SEEN}
    said[OwnOperation.SUGGESTION_DISMISSED] = len(dismissed(rows))
    ends = (row for row in rows if row.name == OperationName.FINISH and row.sitting == 1)
    end = next(ends, None)
    seconds = None if end is None else float(end.seconds if end.active_seconds is None else end.active_seconds)
    return _Log(sum(way == FoundBy.SUGGESTION for way in ways.values()), said, seconds)
