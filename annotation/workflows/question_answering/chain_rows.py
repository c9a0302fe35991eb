"""Rows of a release that tell the whole way of each claim: its texts, and what was submitted about it in each phase.

AVeriTeC's own file has the published verdict with its questions alone (`annotation.release.averitec`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import Any

from django.db.models import Prefetch

from annotation.projects.models import Project
from annotation.workflows.question_answering.access import chain_work, with_pairs
from annotation.workflows.question_answering.models import Answer, ClaimWork, NormalisedClaim, PairProblem
from annotation.workflows.question_answering.normalisation import OF_CLAIM
from annotation.workflows.question_answering.release_rule import Outcome, outcomes

FILE = "claims_with_questions.jsonl"
BATCH = 500
Row = dict[str, Any]


def chain_rows(project: Project, without_people: Collection[int] = ()) -> Iterator[Row]:
    """Every claim that was normalised, by its number. `writer`, `annotator`: numbers of people, for pseudonyms."""
    found = dict(outcomes(project, without_people=without_people))
    claims = NormalisedClaim.objects.filter(article__project=project, is_current=True)
    claims = claims.select_related("article", "assignment").prefetch_related("texts").order_by("pk")
    after = 0
    while batch := list(claims.filter(pk__gt=after)[:BATCH]):
        after = batch[-1].pk
        works = _works(batch, without_people)
        for claim in batch:
            writer = None if claim.assignment is None else claim.assignment.person_id
            if writer not in without_people:
                yield _row(claim, writer, works[claim.pk], found[claim.pk])


def _row(claim: NormalisedClaim, writer: int | None, works: list[Row], found: Outcome) -> Row:
    article = claim.article
    return {
        "id": claim.pk,
        "article": {"url": article.url, "archived_url": article.archived_url, "published": article.published},
        "claim": claim.text,
        "texts": [one.text for one in claim.texts.all()],
        **{f"article_{name}" if name == "verdict" else name: getattr(claim, name) for name in OF_CLAIM},
        "label": found.verdict or None,
        "agreement_of": list(found.phases),
        "left_out": str(found.left_out) or None,
        "writer": writer,
        "work": works,
    }


def _works(claims: list[NormalisedClaim], without_people: Collection[int]) -> defaultdict[int, list[Row]]:
    """Claim -> what counts of phases 2 to 5, in the order of submission."""
    problems = PairProblem.objects.select_related("question", "answer").order_by("pk")
    works = with_pairs(chain_work(without_people).filter(claim__in=claims))
    found: defaultdict[int, list[Row]] = defaultdict(list)
    for work in works.prefetch_related(Prefetch("problems", queryset=problems)):
        found[work.claim_id].append(_work(work))
    return found


def _work(work: ClaimWork) -> Row:
    named = [(one.question or one.answer, one.value) for one in work.problems.all()]
    return {
        "phase": work.assignment.kind,
        "annotator": work.assignment.person_id,
        "verdict": work.verdict or None,
        "unreadable": work.unreadable,
        "justification": work.justification,
        "correction": work.correction,
        "problems": [{"of": str(row.key), "problem": value} for row, value in named if row is not None],
        "questions": [
            {
                "id": str(one.key),
                "question": one.text,
                "state": one.state,
                "answers": [_answer(each) for each in one.answers.all()],
            }
            for one in work.submission.questions.all()
        ],
    }


def _answer(answer: Answer) -> Row:
    cited = answer.evidence
    return {
        "id": str(answer.key),
        "answer": answer.text,
        "answer_type": answer.answer_type,
        "boolean_explanation": answer.boolean_explanation,
        "source_kind": answer.source_kind,
        "url": answer.url,
        "source_medium": answer.source_medium,
        "published": answer.published,
        "flags": answer.flags,
        "state": answer.state,
        "element": "" if cited is None else cited.element_id,
        "page_revision": None if cited is None else cited.page_revision,
        "content_hash": "" if cited is None else cited.content_hash,
    }
