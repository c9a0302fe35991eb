"""Annotators' evidence and labels against those of oracle annotators (FEVER: 95.42 % precision, 72.36 % recall).

Evidence is a set of elements, a page and a line in FEVER: all that the sets of one submission cite, context left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import QuerySet
from django.db.models.functions import Coalesce

from annotation.evidence.queries import Sets, evidence_sets_of_submissions
from annotation.projects.models import Project
from annotation.quality.agreement.bootstrap import RESAMPLES, Row, estimate_all, ratio
from annotation.quality.agreement.result import Result
from annotation.quality.audit.dataset import AuditDataset
from annotation.quality.sampling.hidden_items import hidden_claims
from annotation.quality.sampling.models import HiddenKind
from annotation.vocabulary.tasks import Phase
from annotation.work.counted import COUNTED, counted
from annotation.workflows.claim_verification.models import Verification
from annotation.workflows.oracle_annotation.models import OracleAnnotation


@dataclass(frozen=True, slots=True)
class BesideOracle:
    """One person's verification of a claim beside the oracle's. `recall`: None where the oracle cites nothing.

    `missed`: what the oracle cites and the person does not, in order. `day`: of the first submission (UTC).
    """

    claim: int
    verification: int
    person: int
    day: str
    week: str
    precision: float
    recall: float | None
    verdict: str
    oracle_verdict: str
    missed: tuple[str, ...]

    @property
    def is_same(self) -> bool:
        """Whether both gave the same label."""
        return self.verdict == self.oracle_verdict


@dataclass(frozen=True, slots=True)
class Coverage:
    """Means over `n` verifications of one person, day or week; the name of the whole is empty."""

    name: str
    n: int
    precision: Result
    recall: Result
    label: Result


@dataclass(frozen=True, slots=True)
class Missed:
    """Evidence of a claim that none of its `people` annotators cites."""

    claim: int
    people: int
    elements: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OracleReport:
    """`drawn`: claims drawn for oracles; `annotated`: by an oracle; `compared`: by annotators as well."""

    drawn: int
    annotated: int
    compared: int
    overall: Coverage
    by_person: list[Coverage]
    by_week: list[Coverage]
    by_day: list[Coverage]
    by_person_and_week: list[Coverage]
    by_person_and_day: list[Coverage]
    rows: list[BesideOracle]
    missed_by_all: list[Missed]


def oracle_report(rows: AuditDataset) -> OracleReport:
    """Compute the report over all verifications of claims that an oracle annotated. Intervals draw verifications, and
    are left out for days and for a person's weeks."""
    project = rows.project
    oracle = _oracle(project)
    found = _compared(project, oracle) if oracle else []
    return OracleReport(
        drawn=len(hidden_claims(project, HiddenKind.ORACLE)),
        annotated=len(oracle),
        compared=len({one.claim for one in found}),
        overall=coverage("", found),
        by_person=_by(found, lambda one: str(one.person)),
        by_week=_by(found, lambda one: one.week),
        by_day=_by(found, lambda one: one.day, resamples=0),
        by_person_and_week=_by(found, lambda one: f"{one.person} {one.week}", resamples=0),
        by_person_and_day=_by(found, lambda one: f"{one.person} {one.day}", resamples=0),
        rows=found,
        missed_by_all=_missed_by_all(found),
    )


def precision_recall(given: frozenset[str], oracle: frozenset[str]) -> tuple[float, float | None]:
    """|given n oracle| / |given|, 1 where nothing was given; |given n oracle| / |oracle|, None where that is empty."""
    both = len(given & oracle)
    return (both / len(given) if given else 1.0), (both / len(oracle) if oracle else None)


def coverage(name: str, rows: Sequence[BesideOracle], resamples: int = RESAMPLES) -> Coverage:
    """Means of precision, recall and equal labels over these rows."""
    numbers: list[Row] = [
        (one.precision, one.recall or 0.0, float(one.recall is not None), float(one.is_same), 1.0) for one in rows
    ]
    found = estimate_all(
        numbers,
        {
            "precision": lambda sums: ratio((sums[0], sums[4])),
            "recall": lambda sums: ratio((sums[1], sums[2])),
            "label": lambda sums: ratio((sums[3], sums[4])),
        },
        resamples=resamples,
    )
    return Coverage(name, len(rows), found["precision"], found["recall"], found["label"])


def _by(rows: Sequence[BesideOracle], key: Callable[[BesideOracle], str], resamples: int = RESAMPLES) -> list[Coverage]:
    groups: defaultdict[str, list[BesideOracle]] = defaultdict(list)
    for one in rows:
        groups[key(one)].append(one)
    return [coverage(name, of_group, resamples) for name, of_group in sorted(groups.items())]


def _oracle(project: Project) -> dict[int, tuple[str, frozenset[str]]]:
    """Claim -> the oracle's label and evidence; of several annotations the evidence of all, and the latest label."""
    rows = OracleAnnotation.objects.filter(
        counted("submission__"),
        submission__assignment__project=project,
        claim__verification_item__task__phase=Phase.PRODUCTION,
    )
    evidence = evidence_sets_of_submissions(**COUNTED, oracleannotation__in=rows.order_by().values("pk"))
    found: dict[int, tuple[str, frozenset[str]]] = {}
    for claim, submission, verdict in rows.order_by("submission").values_list("claim", "submission", "verdict"):
        before = found[claim][1] if claim in found else frozenset()
        found[claim] = verdict, before | _all(evidence.get(submission, ()))
    return found


def _compared(project: Project, oracle: dict[int, tuple[str, frozenset[str]]]) -> list[BesideOracle]:
    annotated = OracleAnnotation.objects.filter(submission__assignment__project=project).order_by().values("claim")
    rows: QuerySet[Verification] = Verification.objects.filter(
        counted("submission__"), submission__assignment__project=project, claim__in=annotated
    )
    evidence = evidence_sets_of_submissions(**COUNTED, verification__claim__in=annotated)
    at = Coalesce("submission__assignment__ended_at", "submission__created_at")
    columns = ("claim", "pk", "submission", "submission__assignment__person", "verdict", "at")
    found = []
    for claim, pk, submission, person, verdict, moment in (
        rows.annotate(at=at).order_by("claim", "pk").values_list(*columns)
    ):
        if claim not in oracle:
            continue
        label, relevant = oracle[claim]
        given = _all(evidence.get(submission, ()))
        precision, recall = precision_recall(given, relevant)
        day, week = _day_and_week(moment)
        missed = tuple(sorted(relevant - given))
        found.append(BesideOracle(claim, pk, person, day, week, precision, recall, verdict, label, missed))
    return found


def _all(sets: Sets) -> frozenset[str]:
    return frozenset().union(*sets)


def _day_and_week(moment: datetime) -> tuple[str, str]:
    day: date = moment.date()
    year, week, _day = day.isocalendar()
    return day.isoformat(), f"{year}-W{week:02}"


def _missed_by_all(rows: Sequence[BesideOracle]) -> list[Missed]:
    """Claims with evidence that all of their annotators missed, most elements first."""
    claims: defaultdict[int, list[BesideOracle]] = defaultdict(list)
    for one in rows:
        claims[one.claim].append(one)
    found = []
    for claim, mine in claims.items():
        missed = frozenset(mine[0].missed).intersection(*(one.missed for one in mine))
        if missed:
            found.append(Missed(claim, len(mine), tuple(sorted(missed))))
    return sorted(found, key=lambda one: (-len(one.elements), one.claim))
