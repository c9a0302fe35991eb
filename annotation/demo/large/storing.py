"""Store the simulated project in bulk, as if people had worked there for weeks."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from random import Random
from typing import TypeVar

from django.db import models
from django.db.models import F, OuterRef, Subquery

from annotation.accounts.invitations import OF_NOBODY
from annotation.accounts.models import User
from annotation.demo.large.world import Club
from annotation.projects.models import Membership, Project, Role
from annotation.vocabulary.operation_names import OperationName
from annotation.work.models import Assignment, AssignmentState, Operation, Submission, Task
from annotation.work.operations import SERVER, chain_log
from annotation.work.past_work import date_back
from annotation.work.skip_reasons import FORMATTING
from annotation.workflows.models import ClaimSet, Report
from corpus.models import Corpus
from corpus.sentences import SPLITTER_VERSION
from corpus.store import PageRecord, save_pages
from corpus.wikitext.build import PARSER_VERSION

BATCH = 2000
LEASE = timedelta(minutes=30)

M = TypeVar("M", bound=models.Model)


def store(model: type[M], rows: Iterable[M]) -> list[M]:
    """Insert the rows, and give them back with their keys."""
    return model._default_manager.bulk_create(rows, batch_size=BATCH)


def store_corpus(slug: str, clubs: Sequence[Club]) -> Corpus:
    """The clubs' pages as a corpus; revisions count from 1000."""
    corpus = Corpus.objects.create(
        slug=slug,
        name=f"Made-up clubs ({slug})",
        source="made by demo_large",
        parser_version=PARSER_VERSION,
        splitter_version=SPLITTER_VERSION,
    )
    pages = ((n, club.built) for n, club in enumerate(clubs, start=1000))
    save_pages(corpus, (PageRecord(built.page, revision=n, layout=built.layout) for n, built in pages if built.page))
    return corpus


def store_people(project: Project, names: Sequence[str], role: Role) -> list[User]:
    """Accounts that nobody can log in with, in this role; those that are there are taken again."""
    there = User.objects.in_bulk(names, field_name="username")
    new = [User(username=name, password=OF_NOBODY) for name in names]
    there |= {user.username: user for user in store(User, (user for user in new if user.username not in there))}
    people = [there[name] for name in names]
    store(Membership, (Membership(project=project, user=user, role=role) for user in people))
    return people


def assignment(task: Task, person: User, state: str, begun: datetime, ended: datetime) -> Assignment:
    """One that is over. `leased_until` keeps when it began until `date_back` has set that."""
    return Assignment(
        task=task,
        project=task.project,
        kind=task.kind,
        person=person,
        state=state,
        leased_until=begun,
        ended_at=ended,
        skip_reason=FORMATTING.value if state == AssignmentState.SKIPPED else "",
    )


def store_logged(
    rows: Sequence[Assignment], name: str, values: Sequence[str] = (), dice: Random | None = None
) -> list[Assignment]:
    """Store assignments that `assignment` made, each with the two operations that the server writes of it.

    `name`: that of the last one; its `values` by assignment, or the name itself, as of "finish". `dice` gives the
    public ids: needed where a project stores assignments of one name more than once.
    """
    logs: list[Operation] = []
    dice = dice or Random(f"{rows[0].project.slug} {name}" if rows else None)
    for row, value in zip(rows, values or [name] * len(rows), strict=True):
        row.public_id = made_uuid(dice)
        start = _servers(row, 0, OperationName.START, OperationName.START, row.leased_until)
        log = [start, _servers(row, 1, name, value, row.ended_at)]
        chain_log(row, log)
        logs += log
    stored = store(Assignment, rows)
    store(Operation, logs)
    return stored


def _servers(row: Assignment, number: int, name: str, value: str, at: datetime | None) -> Operation:
    assert at is not None and row.leased_until is not None
    seconds = Decimal(f"{(at - row.leased_until).total_seconds():.3f}")
    return Operation(
        assignment=row,
        sequence=number,
        browser=SERVER,
        browser_sequence=number,
        sitting=1,
        name=name,
        value=value,
        seconds=seconds,
        active_seconds=seconds,
        detail={},
        received_at=at,
    )


def date_project_back(project: Project) -> None:
    """Set the times of all work, claims and reports, where Django wrote the present."""
    mine = Assignment.objects.filter(project=project)
    date_back(mine)
    mine.update(leased_until=F("created_at") + LEASE)
    ended = Subquery(Assignment.objects.filter(pk=OuterRef("assignment")).values("ended_at"))
    for model in (Submission, Report):
        model._default_manager.filter(assignment__project=project).update(created_at=ended)
    project.claims.filter(claim_set__isnull=False).update(
        created_at=Subquery(ClaimSet.objects.filter(pk=OuterRef("claim_set")).values("submission__created_at")[:1])
    )


def utc(naive: datetime) -> datetime:
    return naive.replace(tzinfo=UTC)


def made_uuid(dice: Random) -> uuid.UUID:
    """The next of a seeded row: public ids and client ids come out the same again."""
    return uuid.UUID(int=dice.getrandbits(128), version=4)
