"""Store the adjudications and reports of an imported release, in the order in which they were made."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from functools import partial
from itertools import islice
from typing import TypeVar

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.claims.models import Claim
from annotation.projects.data_version import bump
from annotation.projects.models import Project
from annotation.quality.adjudication.models import Adjudication, SecondAdjudication, SecondState, Turn
from annotation.release.importing.evidence_pins import find_pins, page_of
from annotation.release.importing.logs import imported_row
from annotation.release.importing.parsed import BadRow, ParsedAdjudication, ParsedReport, Place, Problem
from annotation.release.importing.patience import patiently
from annotation.release.importing.people import PseudonymousAccounts
from annotation.release.importing.storage import pinned_sets
from annotation.work.models import Assignment, AssignmentState, Operation, Task
from annotation.work.operations import chain_log
from annotation.work.past_work import date_back, past_assignment
from annotation.workflows.models import Report, ReportDecision, Verification

BATCH = 500
LeaveOut = Callable[[Place, str], None]
Parsed = TypeVar("Parsed", ParsedAdjudication, ParsedReport)


def import_adjudications(
    project: Project, coming: Iterable[ParsedAdjudication | Problem], people: PseudonymousAccounts, leave_out: LeaveOut
) -> None:
    """Store the adjudications that are not there yet, each batch whole or not at all."""
    for batch in _batches(coming, leave_out):
        patiently(partial(people.of, [one.adjudicator for one in batch]))
        patiently(partial(_store_adjudications, project, batch, people, leave_out))


def import_reports(
    project: Project, coming: Iterable[ParsedReport | Problem], people: PseudonymousAccounts, leave_out: LeaveOut
) -> None:
    """Store the reports that are not there yet, each batch whole or not at all."""
    for batch in _batches(coming, leave_out):
        patiently(partial(people.of, [one.annotator for one in batch]))
        patiently(partial(_store_reports, project, batch, people, leave_out))


def _batches(coming: Iterable[Parsed | Problem], leave_out: LeaveOut) -> Iterator[list[Parsed]]:
    rows = iter(coming)
    while batch := list(islice(rows, BATCH)):
        fine: list[Parsed] = []
        for one in batch:
            if isinstance(one, Problem):
                leave_out(one.place, one.remedy)
            else:
                fine.append(one)
        yield fine


def _claims(project: Project, batch: Sequence[Parsed], leave_out: LeaveOut) -> dict[int, Claim]:
    """The claims of these rows by their numbers; rows of others are left out."""
    found = Claim.objects.filter(project=project, phase=0, release_id__in=[one.claim for one in batch])
    claims = {one.release_id: one for one in found if one.release_id is not None}
    for one in batch:
        if one.claim not in claims:
            words = _("id: %(id)d is no claim of this import; its own line was left out, or is missing")
            leave_out(one.place, words % {"id": one.claim})
    return claims


@transaction.atomic
def _store_adjudications(
    project: Project, batch: Sequence[ParsedAdjudication], people: PseudonymousAccounts, leave_out: LeaveOut
) -> None:
    claims = _claims(project, batch, leave_out)
    there = set(Adjudication.objects.filter(claim__in=claims.values()).values_list("claim__release_id", "revision"))
    numbers = [one.chosen for one in batch if one.chosen is not None]
    said = Verification.objects.filter(claim__project=project, release_id__in=numbers)
    chosen = dict(said.values_list("release_id", "pk"))
    new = []
    for one in batch:
        if one.claim not in claims or (one.claim, one.revision) in there:
            continue
        if one.chosen is not None and one.chosen not in chosen:
            leave_out(one.place, _("adjudication: the annotation that it names is not in annotations.jsonl"))
        elif problem := _problem_of(one):
            leave_out(one.place, problem)
        else:
            new.append(one)
    ids = [element for one in new for each in one.evidence.sets for element in each.content]
    pins, now = find_pins(project.corpus, ids), timezone.now()
    rows = Adjudication.objects.bulk_create(
        Adjudication(
            claim=claims[one.claim],
            adjudicator=people.known[one.adjudicator],
            revision=one.revision,
            is_current=one.is_current,
            turn=one.turn,
            stands=one.stands,
            is_blind=one.is_blind,
            kind=one.kind,
            chosen_id=None if one.chosen is None else chosen[one.chosen],
            verdict=one.verdict,
            challenge=one.challenge,
            evidence_sets=[[asdict(pin) for pin in each] for each in pinned_sets(one.evidence, pins)],
            error_type=one.error_type,
            note=one.note,
        )
        for one in new
    )
    for row, one in zip(rows, new, strict=True):
        row.created_at = _moment(one.decided, one.revision, now)
    Adjudication.objects.bulk_update(rows, ["created_at"])
    _store_seconds(project, {row.claim_id for row in rows if row.turn != Turn.FIRST})
    if rows:
        bump(project.pk)


def _store_seconds(project: Project, claims: Collection[int]) -> None:
    """Know claims that two people have decided on as such; a release has only those that are settled."""
    decided = Adjudication.objects.filter(claim__in=claims, stands=True)
    final = set(decided.filter(turn=Turn.FINAL).values_list("claim", flat=True))
    for claim, person in decided.filter(turn=Turn.SECOND).values_list("claim", "adjudicator"):
        state = SecondState.DECIDED if claim in final else SecondState.AGREED
        changed = {"project": project, "adjudicator_id": person, "state": state}
        SecondAdjudication.objects.update_or_create(claim_id=claim, defaults=changed)


def _problem_of(one: ParsedAdjudication) -> str:
    try:
        for each in one.evidence.sets:
            for element_id in each.content:
                page_of(element_id)
    except BadRow as bad:
        return str(bad)
    return ""


@transaction.atomic
def _store_reports(
    project: Project, batch: Sequence[ParsedReport], people: PseudonymousAccounts, leave_out: LeaveOut
) -> None:
    claims = _claims(project, batch, leave_out)
    reported = Task.objects.filter(verification_item__claim__in=claims.values()).select_related("verification_item")
    tasks = {task.verification_item.claim_id: task for task in reported}
    there = set(
        Assignment.objects.filter(task__in=tasks.values()).values_list("task__verification_item__claim", "person")
    )
    now, new = timezone.now(), list[tuple[ParsedReport, Assignment]]()
    for one in batch:
        if one.claim not in claims:
            continue
        claim, person = claims[one.claim], people.known[one.annotator]
        if (claim.pk, person.pk) not in there:
            there.add((claim.pk, person.pk))
            new.append((one, _reported(tasks[claim.pk], one, person.pk, now)))
    Assignment.objects.bulk_create(row for _one, row in new)
    Operation.objects.bulk_create(_log(one, row) for one, row in new)
    date_back(Assignment.objects.filter(pk__in=[row.pk for _one, row in new]))
    reports = Report.objects.bulk_create(
        Report(
            assignment=row,
            claim=claims[one.claim],
            reasons=list(one.reasons),
            note=one.note,
            decision=one.decision,
            decision_note=one.decision_note,
            decided_at=row.ended_at if one.decision else None,
        )
        for one, row in new
    )
    for report, (_one, row) in zip(reports, new, strict=True):
        report.created_at = row.ended_at or now
    Report.objects.bulk_update(reports, ["created_at"])
    standing = [row.task_id for one, row in new if one.decision in ("", ReportDecision.RETIRED)]
    Task.objects.filter(pk__in=standing, withdrawn_at__isnull=True).update(withdrawn_at=now)
    if new:
        bump(project.pk)


def _reported(task: Task, one: ParsedReport, person: int, now: datetime) -> Assignment:
    return past_assignment(task, person, _moment(one.reported, 0, now), AssignmentState.REPORTED)


def _log(one: ParsedReport, row: Assignment) -> Operation:
    """The log of a report: what was done before it is not released. Its head is updated with it."""
    first = imported_row(row, 0, {"file": one.place.file.name, "line": one.place.line})
    first.received_at = row.ended_at or timezone.now()
    chain_log(row, [first])
    Assignment.objects.filter(pk=row.pk).update(log_head=row.log_head)
    return first


def _moment(day: datetime | None, turn: int, now: datetime) -> datetime:
    """A moment of the day; of several the later turns come later."""
    return now if day is None else day + timedelta(microseconds=turn)
