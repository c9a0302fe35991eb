"""Import AVeriTeC's rows: articles, their claims and the questions with answers, as past work of the chain.

A row becomes a claim that was normalised, and one work on it with its questions, answers and label: of phase 2, or of
phase 4 where the row says `required_reannotation`. Nobody's validation is made up, so that imported claims say nothing
of agreement. The row itself is kept, and a release has it as it came.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from annotation.accounts.models import User
from annotation.averitec.labels import averitec_label
from annotation.evidence.models import LONGEST_URL
from annotation.projects.data_version import bump
from annotation.projects.models import Project
from annotation.release.importing.averitec_rows import Values, leads_nowhere, problem_of
from annotation.release.importing.lines import Line
from annotation.release.importing.logs import imported_row
from annotation.release.importing.parsed import Problem
from annotation.release.importing.patience import patiently
from annotation.release.importing.people import PseudonymousAccounts
from annotation.vocabulary.tasks import Phase
from annotation.work.models import Assignment, Operation, Submission, Task
from annotation.work.operations import chain_log
from annotation.work.past_work import past_assignment
from annotation.workflows.question_answering.articles import digest
from annotation.workflows.question_answering.dates import from_averitec
from annotation.workflows.question_answering.fields.model import Fields
from annotation.workflows.question_answering.fields.project import fields_of
from annotation.workflows.question_answering.models import (
    Answer,
    Article,
    ClaimItem,
    ClaimText,
    ClaimWork,
    Normalisation,
    NormalisedClaim,
    Question,
    SourceKind,
)
from annotation.workflows.question_answering.phases import PhaseName
from annotation.workflows.question_answering.routing import opened_for
from corpus.web.addresses import unarchived

BATCH = 200
METADATA = "Metadata"  # address and medium of what stands in the metadata of the claim
ANNOTATOR = "averitec"  # nobody knows who of its annotators did what
_KEYS = uuid.UUID("2f0c7a52-5b0e-4f5e-9d1a-6d4c5f6e7a01")  # of claims: the same row has the same key

Tell = Callable[[Problem], object]
Row = dict[str, Any]


@dataclass(slots=True)
class AveritecImport:
    """Numbers of claims that were imported, that were there, and of rows that were left out."""

    claims: int = 0
    known: int = 0
    bad: int = 0


@dataclass(slots=True)
class Coming:
    """A row that is to be stored, with the side of the split that its file is named for.

    `label`: its verdict, as the project spells it. `collection`: number of the claim in a knowledge store; "" where the
    row alone says it, if at all.
    """

    row: Row
    label: str
    split: str
    key: uuid.UUID
    digest: str
    collection: str = ""
    claim: NormalisedClaim = field(init=False)


def values_of(fields: Fields) -> Values:
    """What rows may say in a project with these fields."""
    lengths = {**fields.claim, **fields.question, **fields.validation}
    return Values(
        verdicts=tuple(one.value for one in fields.verdicts),
        types=tuple(one.value for one in fields.claim_types),
        strategies=tuple(one.value for one in fields.strategies),
        answer_types=tuple(fields.answer_type),
        choices={one.value: one.choices for one in fields.answer_types if one.form == "choice"},
        media=tuple(fields.medium),
        most_questions=fields.limits.most_questions,
        most_answers=fields.limits.most_answers,
        longest={name: one.longest for name, one in lengths.items()},
        longest_address=LONGEST_URL,
    )


def import_averitec(
    project: Project,
    lines: Iterable[Line],
    split: str,
    *,
    reannotate: bool = False,
    numbered: bool = False,
    tell: Tell = lambda _problem: None,
) -> AveritecImport:
    """Store what is not there yet; `tell` is told of every row that is left out. Begun again, it goes on.

    `reannotate`: store the claims alone, and open phase 2 of each. `split`: of the rows, "" for none.
    `numbered`: a row without `claim_id` has its place in the file, from 0, as in the shared task's knowledge stores.
    """
    done, values = AveritecImport(), values_of(fields_of(project))
    person = patiently(lambda: PseudonymousAccounts(project).of([ANNOTATOR])[ANNOTATOR])
    coming = enumerate(lines)
    while batch := list(islice(coming, BATCH)):
        fine: list[Coming] = []
        for place, line in batch:
            problem = line.problem or problem_of(line.row, values)
            if problem:
                done.bad += 1
                tell(Problem(line.place, problem))
            else:
                fine.append(coming_of(line.row, values, split, collection=str(place) if numbered else ""))
        known = set(
            NormalisedClaim.objects.filter(article__project=project, key__in=[one.key for one in fine]).values_list(
                "key", flat=True
            )
        )
        fresh = list({one.key: one for one in fine if one.key not in known}.values())
        done.claims += len(fresh)
        done.known += len(fine) - len(fresh)
        if fresh:
            patiently(partial(_store, project, fresh, person, reannotate=reannotate))
    return done


def coming_of(row: Row, values: Values, split: str, *, kind: str = "", collection: str = "") -> Coming:
    """A row without problems, to be stored. `kind`: of the work that it is gold of: that is another claim."""
    key = uuid.uuid5(key_of(row), kind) if kind else key_of(row)
    label = averitec_label(row["label"], values.verdicts)
    return Coming(row, label, split, key, digest(row["fact_checking_article"]), collection)


def key_of(row: Row) -> uuid.UUID:
    """The key of the claim of a row, by all that the row says."""
    return uuid.uuid5(_KEYS, json.dumps(row, sort_keys=True))


@transaction.atomic
def _store(project: Project, coming: Sequence[Coming], person: User, *, reannotate: bool) -> None:
    store_claims(coming, articles_of(project, coming, person), anew=reannotate)
    if reannotate:
        for one in coming:
            opened_for(one.claim, PhaseName.ANSWERING)
    else:
        store_works(project, coming, person)
    bump(project.pk)


def articles_of(
    project: Project, coming: Sequence[Coming], person: User, phase: Phase = Phase.PRODUCTION
) -> dict[str, int]:
    """Digest of each article -> its key. New ones are past work, whose claims are those that name it."""
    wanted = {one.digest: one.row["fact_checking_article"] for one in coming}
    known = dict(Article.objects.filter(project=project, address_digest__in=wanted).values_list("address_digest", "pk"))
    new = {key: address for key, address in wanted.items() if key not in known}
    tasks = done_tasks(project, [PhaseName.NORMALISATION] * len(new), phase)
    articles = Article.objects.bulk_create(
        Article(task=task, project=project, url=unarchived(address), archived_url=address, address_digest=key)
        for task, (key, address) in zip(tasks, new.items(), strict=True)
    )
    Normalisation.objects.bulk_create(
        Normalisation(submission=submission, article=article, body={"claims": [], "confirmed": []})
        for submission, article in zip(_submitted(tasks, person), articles, strict=True)
    )
    return known | {one.address_digest: one.pk for one in articles}


def store_claims(coming: Sequence[Coming], articles: dict[str, int], *, anew: bool, is_current: bool = True) -> None:
    """Store the claims, each after those that its article has. `anew`: their work is done here."""
    there = NormalisedClaim.objects.filter(article__in=articles.values()).order_by().values_list("article")
    last = dict(there.annotate(last=Max("position")))
    for one in coming:
        article, row = articles[one.digest], one.row
        last[article] = last.get(article, -1) + 1
        one.claim = NormalisedClaim(
            article_id=article,
            key=one.key,
            position=last[article],
            text=row["claim"],
            claim_date=from_averitec(row.get("claim_date")),
            original_claim_url=row.get("original_claim_url") or "",
            speaker=row.get("speaker") or "",
            reporting_source=row.get("reporting_source") or "",
            location_iso_code=row.get("location_ISO_code") or "",
            claim_types=row.get("claim_types") or [],
            fact_checking_strategies=row.get("fact_checking_strategies") or [],
            imported={"row": row, "split": one.split, "anew": anew, "collection": one.collection},
            is_current=is_current,
        )
    NormalisedClaim.objects.bulk_create(one.claim for one in coming)
    ClaimText.objects.bulk_create(ClaimText(claim=one.claim, number=1, text=one.claim.text) for one in coming)


def store_works(
    project: Project, coming: Sequence[Coming], person: User, phase: Phase = Phase.PRODUCTION
) -> list[Submission]:
    """Store questions, answers and labels: of phase 2, or of the dispute where there was one. Outside production it is
    in no chain."""
    kinds = [PhaseName.DISPUTE if one.row.get("required_reannotation") else PhaseName.ANSWERING for one in coming]
    tasks = done_tasks(project, kinds, phase)
    ClaimItem.objects.bulk_create(
        ClaimItem(task=task, claim=one.claim, kind=task.kind, in_chain=phase == Phase.PRODUCTION)
        for task, one in zip(tasks, coming, strict=True)
    )
    submissions = _submitted(tasks, person)
    ClaimWork.objects.bulk_create(
        ClaimWork(submission=submission, claim=one.claim, verdict=one.label, label=one.label)
        for submission, one in zip(submissions, coming, strict=True)
    )
    asked = [
        (Question(submission=submission, key=uuid.uuid4(), position=place, text=each["question"]), each["answers"])
        for submission, one in zip(submissions, coming, strict=True)
        for place, each in enumerate(one.row["questions"])
    ]
    Question.objects.bulk_create(question for question, _answers in asked)
    Answer.objects.bulk_create(
        _answer(question, place, each) for question, answers in asked for place, each in enumerate(answers)
    )
    return submissions


def _answer(question: Question, position: int, row: Row) -> Answer:
    address, medium = row.get("source_url") or "", row.get("source_medium") or ""
    if leads_nowhere(address):
        address = ""
    kind = SourceKind.URL if address else SourceKind.NONE
    if METADATA in (address, medium):
        kind, address = SourceKind.METADATA, ""
    return Answer(
        question=question,
        key=uuid.uuid4(),
        position=position,
        text=row["answer"],
        answer_type=row["answer_type"],
        boolean_explanation=row.get("boolean_explanation") or "",
        source_kind=kind,
        url=address,
        source_medium=medium,
    )


def done_tasks(project: Project, kinds: Sequence[str], phase: Phase) -> list[Task]:
    """Tasks that one person has done."""
    rows = [Task(project=project, kind=kind, phase=phase, required_annotations=1, assigned_count=1) for kind in kinds]
    return Task.objects.bulk_create(rows)


def _submitted(tasks: Sequence[Task], person: User) -> list[Submission]:
    """The submissions of tasks that this person did; their logs say that they were imported."""
    now = timezone.now()
    assignments = [past_assignment(task, person.pk, now) for task in tasks]
    logs = [imported_row(one, 0, {}) for one in assignments]
    for one, row in zip(assignments, logs, strict=True):
        row.received_at = now
        chain_log(one, [row])
    Assignment.objects.bulk_create(assignments)
    Operation.objects.bulk_create(logs)
    return Submission.objects.bulk_create(Submission(assignment=one, client_id=uuid.uuid4()) for one in assignments)
