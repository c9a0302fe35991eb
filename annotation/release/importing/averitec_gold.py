"""Make gold of AVeriTeC's rows: training tasks of a phase, with the row as gold.

Phase 1: an item an article, whose claims are those of its rows. Phase 2: an item a claim. Phases 3 and 5: the questions
and answers of the row are shown, and its label and justification are gold. A dispute needs work to disagree with, which
rows do not have: its gold is made of a project's own tasks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid5

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.averitec.labels import averitec_label
from annotation.claims.queue_position import queue_position
from annotation.projects.models import Project
from annotation.quality.calibration.gold_items import GoldAnswer, make_label_gold
from annotation.release.importing.averitec import (
    ANNOTATOR,
    Coming,
    articles_of,
    key_of,
    store_claims,
    store_works,
    values_of,
)
from annotation.release.importing.averitec_rows import problem_of
from annotation.release.importing.lines import Line
from annotation.release.importing.parsed import Problem
from annotation.release.importing.people import PseudonymousAccounts
from annotation.vocabulary.tasks import Phase
from annotation.work.models import Submission, Task
from annotation.workflows.question_answering.articles import digest
from annotation.workflows.question_answering.fields.project import fields_of
from annotation.workflows.question_answering.models import Article, ClaimItem, NormalisedClaim
from annotation.workflows.question_answering.phases import ANSWERS, PhaseName
from corpus.web.addresses import unarchived

KINDS = (PhaseName.NORMALISATION, PhaseName.ANSWERING, PhaseName.VALIDATION, PhaseName.CONTROL)
Body = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ImportedGold:
    """Numbers of items that were created and of rows that were there. With `problems` of rows nothing is stored."""

    created: int
    known: int
    problems: Sequence[Problem] = ()


@transaction.atomic
def import_averitec_gold(
    project: Project, kind: PhaseName, phase: Phase, lines: Iterable[Line], by: User | None = None
) -> ImportedGold:
    """Create gold of a phase of calibration, or silent gold, from these rows, all or none."""
    values, coming, problems = values_of(fields_of(project)), list[Coming](), list[Problem]()
    for line in lines:
        problem = line.problem or problem_of(line.row, values)
        if not problem and not line.row["claim"].strip():
            problem = _("claim: empty; gold needs a claim, leave the row out")
        if problem:
            problems.append(Problem(line.place, problem))
        else:
            # A row may be gold of several phases, and a claim of the data set beside.
            key = uuid5(key_of(line.row), kind)
            coming.append(Coming(line.row, "", key, digest(line.row["fact_checking_article"])))
    if problems:
        return ImportedGold(0, 0, problems)
    if kind == PhaseName.NORMALISATION:
        return _of_articles(project, phase, coming, by)
    there = NormalisedClaim.objects.filter(article__project=project, items__kind=kind)
    known = set(there.filter(key__in=[one.key for one in coming]).values_list("key", flat=True))
    fresh = list({one.key: one for one in coming if one.key not in known}.values())
    if fresh:
        _of_claims(project, kind, phase, fresh, by)
    return ImportedGold(len(fresh), len(coming) - len(fresh))


def _of_articles(project: Project, phase: Phase, coming: Sequence[Coming], by: User | None) -> ImportedGold:
    articles: dict[str, list[Coming]] = {}
    for one in coming:
        articles.setdefault(one.digest, []).append(one)
    there = Article.objects.filter(project=project, address_digest__in=articles)
    known = set(there.values_list("address_digest", flat=True))
    for key, rows in articles.items():
        if key in known:
            continue
        task = _task(project, PhaseName.NORMALISATION, key)
        address = rows[0].row["fact_checking_article"]
        Article.objects.create(
            task=task, project=project, url=unarchived(address), archived_url=address, address_digest=key
        )
        claims = [_claim(one.row) for one in rows]
        right = GoldAnswer(claims[0]["verdict"], [], [], body={"claims": claims})
        make_label_gold(task=task, phase=phase, right=right, by=by)
    return ImportedGold(len(articles) - len(known), len(known))


def _of_claims(project: Project, kind: PhaseName, phase: Phase, coming: Sequence[Coming], by: User | None) -> None:
    person = PseudonymousAccounts(project).of([ANNOTATOR])[ANNOTATOR]
    store_claims(coming, articles_of(project, coming, person, phase), anew=True, is_current=False)
    shown: Sequence[Submission | None] = [None] * len(coming)
    if kind not in ANSWERS:
        shown = store_works(project, coming, person, phase)
    for one, answers in zip(coming, shown, strict=True):
        task = _task(project, kind, str(one.key))
        ClaimItem.objects.create(task=task, claim=one.claim, kind=kind, answers=answers, in_chain=False)
        right = GoldAnswer(averitec_label(one.row["label"]), [], [], body=_body(one.row))
        make_label_gold(task=task, phase=phase, right=right, by=by)


def _task(project: Project, kind: PhaseName, seed: str) -> Task:
    return Task.objects.create(project=project, kind=kind, position=queue_position(project, seed))


def _claim(row: Body) -> Body:
    """A claim as phase 1 submits it, as far as it is scored and shown."""
    return {
        "claim": row["claim"],
        "verdict": averitec_label(row["label"]),
        "claim_types": row.get("claim_types") or [],
        "fact_checking_strategies": row.get("fact_checking_strategies") or [],
    }


def _body(row: Body) -> Body:
    """Questions, answers and justification of a row; the labels of phases 2 and 3 where they are known."""
    label, questions = averitec_label(row["label"]), []
    for one in row["questions"]:
        answers = [
            {
                "answer": each["answer"],
                "answer_type": each["answer_type"],
                "boolean_explanation": each.get("boolean_explanation") or "",
                "source_medium": each.get("source_medium") or "",
            }
            for each in one["answers"]
        ]
        questions.append({"question": one["question"], "answers": answers})
    known = {} if row.get("required_reannotation") else {PhaseName.ANSWERING: label, PhaseName.VALIDATION: label}
    return {"questions": questions, "justification": row.get("justification") or "", "labels": known}
