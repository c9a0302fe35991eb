"""Query the verifications that the arms are compared by: submitted in production, with an arm."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection
from typing import Any

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


def works(project: Project) -> list[Work]:
    """Every current verification in production whose assignment has an arm, by id."""
    of = "assignment__submissions__verification"
    columns = (of, f"{of}__claim", "assignment__person", "assignment", f"{of}__verdict", "arm", "run")
    rows = SuggestionArm.objects.filter(
        assignment__project=project,
        assignment__task__phase=Phase.PRODUCTION,
        assignment__state=AssignmentState.SUBMITTED,
        assignment__submissions__is_current=True,
        assignment__set_aside__isnull=True,
    )
    submitted = list(rows.order_by(of).values_list(*columns))
    sets_of = evidence_sets(**COUNTED, verification__claim__project=project)
    chosen = {pk: frozenset().union(*sets) for pk, sets in sets_of.items()}
    # What was shown, or would have been; where it came too late for that, the newest over the claim's words.
    newest, suggested, verdicts = newest_runs(project), _suggested(project), _verdicts(project)
    found = []
    for start in range(0, len(submitted), AT_ONCE):
        some = submitted[start : start + AT_ONCE]
        logs = logs_of([assignment for _pk, _claim, _person, assignment, *_ in some], READ)
        for pk, claim, person, assignment, verdict, arm, own_run in some:
            log, elements, run = logs[assignment], chosen.get(pk, frozenset()), own_run or newest.get(claim)
            ways = found_by(log, elements).values()
            found.append(
                Work(
                    verification=pk,
                    claim=claim,
                    person=person,
                    arm=arm,
                    verdict=verdict,
                    elements=elements,
                    suggested=None if run is None else frozenset(suggested[run]),
                    from_suggestions=sum(way == FoundBy.SUGGESTION for way in ways),
                    shown=len(elements_of(log, OwnOperation.SUGGESTION_SHOWN)),
                    accepted=len(elements_of(log, OwnOperation.SUGGESTION_ACCEPTED)),
                    dismissed=len(dismissed(log)),
                    seconds=_seconds(log),
                    compared=verdicts[claim].total() - 1,
                    agreeing=verdicts[claim][verdict] - 1,
                )
            )
    return found


def newest_runs(project: Project, **runs: Any) -> dict[int, int]:
    """Claim -> its newest run over its present words, of those that fit these lookups."""
    rows = SuggestionRun.objects.filter(project=project, **runs).order_by("pk")
    columns = rows.values_list("claim", "pk", "text_hash", "claim__text").iterator(chunk_size=5000)
    return {claim: pk for claim, pk, hashed, text in columns if hashed == text_hash(text)}


def shown_suggestions(**suggestions: Any) -> QuerySet[Suggestion]:
    """Select what is, or would be, shown of the suggestions that fit these lookups, unordered."""
    return Suggestion.objects.filter(is_shown=True, **suggestions).order_by()


def _suggested(project: Project) -> defaultdict[int, set[str]]:
    """Run -> what of it is, or would be, shown."""
    found: defaultdict[int, set[str]] = defaultdict(set)
    rows = shown_suggestions(run__project=project).values_list("run", "element_id")
    for run, element in rows.iterator(chunk_size=5000):
        found[run].add(element)
    return found


def _verdicts(project: Project) -> defaultdict[int, Counter[str]]:
    """Claim -> how often each verdict stands: of all current verifications, and of the adjudication."""
    counts: defaultdict[int, Counter[str]] = defaultdict(Counter)
    current = Verification.objects.filter(
        counted("submission__"), claim__project=project, claim__phase=Phase.PRODUCTION
    )
    decided = Adjudication.objects.filter(claim__project=project, is_current=True)
    for rows in (current, decided):
        for claim, verdict in rows.order_by().values_list("claim", "verdict").iterator(chunk_size=5000):
            counts[claim][verdict] += 1
    return counts


def _seconds(log: Collection[Logged]) -> float | None:
    """Active seconds of the first sitting; None if they were not measured."""
    end = next((row for row in log if row.name == OperationName.FINISH and row.sitting == 1), None)
    if end is None:
        return None
    return end.seconds if end.active_seconds is None else end.active_seconds
