"""Hard negatives: suggestions that people saw and did not take, for training a retriever."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypedDict

from django.db.models import TextField
from django.db.models.functions import Cast

from annotation.claims.models import Claim
from annotation.evidence.queries import VERIFICATION, evidence_of
from annotation.quality.adjudication.models import Adjudication
from annotation.suggestions.hashing import text_hash
from annotation.suggestions.logs import REACTIONS, dismissed, elements_of, logs_of
from annotation.suggestions.models import Suggestion, SuggestionArm
from annotation.vocabulary.operation_names import OwnOperation
from annotation.work.counted import COUNTED
from annotation.work.models import AssignmentState

AT_ONCE = 500  # claims


class StagePart(TypedDict):
    """A stage that ordered a suggestion."""

    stage: str
    rank: int
    score: float


class HardNegative(TypedDict):
    """`id`: of the released row. `outcome`: "dismissed" by somebody, or "ignored" by everybody who saw it.

    `stages`: its rank and score after every stage, the retriever's first.
    """

    id: int
    claim: str
    element: str
    stage: str
    rank: int
    model: str
    version: str
    outcome: str
    stages: list[StagePart]


class _Suggested(NamedTuple):
    run: int
    element_id: str
    stage: str
    rank: int
    model: str
    version: str
    stages: str  # JSON: most suggestions are only looked at


_COLUMNS = (*_Suggested._fields[:-1], Cast("stages", TextField()))


@dataclass(slots=True)
class _Seen:
    """What became of a claim's suggestions, over all who were shown some, and the runs these are of.

    `offered`: shown, or dismissed, which is to have been shown whatever became of that operation.
    """

    offered: set[str] = field(default_factory=set)
    accepted: set[str] = field(default_factory=set)
    dismissed: set[str] = field(default_factory=set)
    runs: set[int] = field(default_factory=set)


def hard_negatives(released: Collection[int]) -> Iterator[HardNegative]:
    """Of the released claims (their keys in the database) in the order of these: what somebody was shown, that nobody
    accepted and that is in no evidence of a current verification or adjudication.

    Only what was shown for the claim's present words, and by people who submitted. Ordered by stage and rank; the
    latest run that suggested an element speaks for it. Claims are read a few hundred at a time.
    """
    keys = sorted(released)
    for start in range(0, len(keys), AT_ONCE):
        claims = Claim.objects.in_bulk(keys[start : start + AT_ONCE])
        mine = [claim for pk in keys[start : start + AT_ONCE] if (claim := claims.get(pk)) is not None]
        seen = _seen(mine)
        used = _used([claim.pk for claim in mine])
        wanted = {pk: of.offered - of.accepted - used[pk] for pk, of in seen.items()}
        latest = _latest(seen, wanted)
        for claim in mine:
            yield from _of(claim, latest[claim.pk], seen[claim.pk].dismissed)


def _of(claim: Claim, suggested: Mapping[str, _Suggested], dismissed_ones: Collection[str]) -> Iterator[HardNegative]:
    for row in sorted(suggested.values(), key=lambda one: (one.stage != "sentences", one.rank, one.element_id)):
        yield {
            "id": claim.pk if claim.release_id is None else claim.release_id,
            "claim": claim.text,
            "element": row.element_id,
            "stage": row.stage,
            "rank": row.rank,
            "model": row.model,
            "version": row.version,
            "outcome": "dismissed" if row.element_id in dismissed_ones else "ignored",
            "stages": json.loads(row.stages),
        }


def _latest(
    seen: Mapping[int, _Seen], wanted: Mapping[int, Collection[str]]
) -> defaultdict[int, dict[str, _Suggested]]:
    """Claim -> element of those that are wanted -> how the latest run that is known for the claim suggested it."""
    claims: defaultdict[int, list[int]] = defaultdict(list)
    for claim, of in seen.items():
        for run in of.runs if wanted[claim] else ():
            claims[run].append(claim)
    found: defaultdict[int, dict[str, _Suggested]] = defaultdict(dict)
    rows = Suggestion.objects.filter(run__in=claims).order_by("run").values_list(*_COLUMNS)
    for row in map(_Suggested._make, rows.iterator(chunk_size=5000)):
        for claim in claims[row.run]:
            if row.element_id in wanted[claim]:
                found[claim][row.element_id] = row
    return found


def _seen(claims: list[Claim]) -> defaultdict[int, _Seen]:
    """Claim -> what its people saw of the runs over its present words."""
    words = {claim.pk: text_hash(claim.text) for claim in claims}
    found: defaultdict[int, _Seen] = defaultdict(_Seen)
    # Claims are of one project. Asked for that too, SQLite reads all assignments of the project for each batch.
    arms = SuggestionArm.objects.filter(
        assignment__task__verification_item__claim__in=words,
        assignment__state=AssignmentState.SUBMITTED,
        run__isnull=False,
    ).values_list("assignment", "assignment__task__verification_item__claim", "run", "run__text_hash")
    of: dict[int, int] = {}
    for assignment, claim, run, hashed in arms:
        if words[claim] == hashed:
            of[assignment] = claim
            found[claim].runs.add(run)
    for assignment, log in logs_of(of, REACTIONS).items():
        seen = found[of[assignment]]
        seen.offered |= {row.value for row in log if row.name != OwnOperation.SUGGESTION_ACCEPTED}
        seen.accepted |= elements_of(log, OwnOperation.SUGGESTION_ACCEPTED)
        seen.dismissed |= dismissed(log)
    return found


def _used(claims: list[int]) -> defaultdict[int, set[str]]:
    """Claim -> every element of current evidence, of verifiers and adjudicators."""
    used: defaultdict[int, set[str]] = defaultdict(set)
    evidence = evidence_of(**COUNTED, verification__claim__in=claims)
    rows = evidence.values_list(f"{VERIFICATION}__claim", "element_id")
    for claim, element in rows.iterator(chunk_size=5000):
        used[claim].add(element)
    for decided in Adjudication.objects.filter(claim__in=claims, is_current=True):
        used[decided.claim_id] |= {one["element_id"] for each in decided.evidence_sets for one in each}
    return used
