"""Query the verifications that the arms are compared by: submitted in production, with an arm."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from django.db.models import QuerySet

from annotation.evidence.queries import evidence_sets
from annotation.projects.models import Project
from annotation.quality.adjudication.models import Adjudication
from annotation.suggestions.hashing import text_hash
from annotation.suggestions.logs import REACTIONS, Logged, dismissed, elements_of, logs_of
from annotation.suggestions.measures import Work
from annotation.suggestions.models import Suggestion, SuggestionArm, SuggestionRun
from annotation.suggestions.provenance import STEPS, FoundBy, found_by
from annotation.vocabulary.operation_names import OperationName, OwnOperation
from annotation.vocabulary.tasks import Phase
from annotation.work.counted import COUNTED, counted
from annotation.work.models import AssignmentState
from annotation.workflows.models import Verification

AT_ONCE = 1000  # verifications whose logs are in memory
READ = {*map(str, STEPS), *REACTIONS, OperationName.FINISH}


def works(project: Project) -> Iterator[Work]:
    """Every current verification in production whose assignment has an arm, by id; read AT_ONCE at a time."""
    of = "assignment__submissions__verification"
    columns = (of, f"{of}__claim", "assignment__person", "assignment", f"{of}__verdict", "arm", "run")
    rows = SuggestionArm.objects.filter(
        assignment__project=project,
        assignment__task__phase=Phase.PRODUCTION,
        assignment__state=AssignmentState.SUBMITTED,
        assignment__submissions__is_current=True,
        assignment__set_aside__isnull=True,
    )
    submitted = map(_Submitted._make, rows.order_by(of).values_list(*columns).iterator(chunk_size=AT_ONCE))
    while some := list(islice(submitted, AT_ONCE)):
        yield from _works(some)


class _Submitted(NamedTuple):
    pk: int
    claim: int
    person: int
    assignment: int
    verdict: str
    arm: str
    run: int | None


def _works(some: Sequence[_Submitted]) -> Iterator[Work]:
    sets_of = evidence_sets(verification__in=[one.pk for one in some], **COUNTED)
    # What was shown, or would have been; where it came too late for that, the newest over the claim's words.
    newest = newest_runs(claim__in={one.claim for one in some if one.run is None})
    run_of = {one.pk: one.run or newest.get(one.claim) for one in some}
    suggested, verdicts = _suggested(run_of.values()), _verdicts({one.claim for one in some})
    logs = logs_of([one.assignment for one in some], READ)
    for one in some:
        log, run, others = logs[one.assignment], run_of[one.pk], verdicts[one.claim]
        elements: frozenset[str] = frozenset().union(*sets_of.get(one.pk, ()))
        ways = found_by(log, elements).values()
        yield Work(
            verification=one.pk,
            claim=one.claim,
            person=one.person,
            arm=one.arm,
            verdict=one.verdict,
            elements=elements,
            suggested=None if run is None else frozenset(suggested[run]),
            from_suggestions=sum(way == FoundBy.SUGGESTION for way in ways),
            shown=len(elements_of(log, OwnOperation.SUGGESTION_SHOWN)),
            accepted=len(elements_of(log, OwnOperation.SUGGESTION_ACCEPTED)),
            dismissed=len(dismissed(log)),
            seconds=_seconds(log),
            compared=others.total() - 1,
            agreeing=others[one.verdict] - 1,
        )


def newest_runs(**runs: Any) -> dict[int, int]:
    """Claim -> its newest run over its present words, of those that fit these lookups."""
    rows = SuggestionRun.objects.filter(**runs).order_by("pk")
    columns = rows.values_list("claim", "pk", "text_hash", "claim__text").iterator(chunk_size=5000)
    return {claim: pk for claim, pk, hashed, text in columns if hashed == text_hash(text)}


def shown_suggestions(**suggestions: Any) -> QuerySet[Suggestion]:
    """Select what is, or would be, shown of the suggestions that fit these lookups, unordered."""
    return Suggestion.objects.filter(is_shown=True, **suggestions).order_by()


def _suggested(runs: Iterable[int | None]) -> defaultdict[int, set[str]]:
    """Run -> what of it is, or would be, shown."""
    found: defaultdict[int, set[str]] = defaultdict(set)
    rows = shown_suggestions(run__in={run for run in runs if run is not None})
    for run, element in rows.values_list("run", "element_id").iterator(chunk_size=5000):
        found[run].add(element)
    return found


def _verdicts(claims: Collection[int]) -> defaultdict[int, Counter[str]]:
    """Claim -> how often each verdict stands: of all current verifications, and of the adjudication."""
    counts: defaultdict[int, Counter[str]] = defaultdict(Counter)
    current = Verification.objects.filter(counted("submission__"), claim__in=claims, claim__phase=Phase.PRODUCTION)
    decided = Adjudication.objects.filter(claim__in=claims, is_current=True)
    for rows in (current, decided):
        for claim, verdict in rows.order_by().values_list("claim", "verdict").iterator(chunk_size=5000):
            counts[claim][verdict] += 1
    return counts


def _seconds(log: Collection[Logged]) -> float | None:
    """Active seconds of the first sitting; None if they were not measured."""
    end = next((row for row in log if row.name == OperationName.FINISH and row.sitting == 1), None)
    return None if end is None else end.taken
