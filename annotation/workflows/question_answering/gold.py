"""What was submitted in a phase, as calibration compares it with gold: the label, and the body of the workspace."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet

from annotation.work.capabilities import Calibratable
from annotation.work.gold import Answer
from annotation.work.models import Submission
from annotation.workflows.question_answering import scoring
from annotation.workflows.question_answering.fields.project import fields_of
from annotation.workflows.question_answering.models import Answer as StoredAnswer
from annotation.workflows.question_answering.models import ClaimWork, Normalisation, Question
from annotation.workflows.question_answering.phases import ANSWERS, PhaseName

COMPARISON = "question_answering/gold_comparison.html"
COMPARE = "frontend.workflows.question_answering.gold_comparison.beside"


def normalised_answers(submissions: QuerySet[Submission]) -> Mapping[int, Answer]:
    """Submission -> the claims that were normalised in it."""
    rows = Normalisation.objects.filter(submission__in=submissions).values_list("submission", "label", "body")
    return {submission: Answer(label, body=body) for submission, label, body in rows}


def claim_answers(submissions: QuerySet[Submission]) -> Mapping[int, Answer]:
    """Submission -> the label, the questions with answers, and the justification. Four queries."""
    works = list(ClaimWork.objects.filter(submission__in=submissions))
    asked = Question.objects.filter(submission__in=submissions).prefetch_related("answers")
    questions: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    for one in asked.order_by("submission", "position"):
        answers = [_answer(each) for each in one.answers.all()]
        questions[one.submission_id].append({"question": one.text, "answers": answers})
    return {
        one.submission_id: Answer(
            one.label, body={"justification": one.justification, "questions": questions[one.submission_id]}
        )
        for one in works
    }


def _answer(answer: StoredAnswer) -> dict[str, str]:
    """What of an answer is compared with gold, or shown beside it."""
    return {
        "answer": answer.text,
        "answer_type": answer.answer_type,
        "boolean_explanation": answer.boolean_explanation,
        "source_medium": answer.source_medium,
    }


def calibratable(phase: PhaseName) -> Calibratable:
    """How work of this phase is compared with gold."""
    is_first = phase == PhaseName.NORMALISATION
    by_phase = scoring.score_answers if phase in ANSWERS else scoring.score_validation
    return Calibratable(
        score=scoring.score_normalisation if is_first else by_phase,
        answers=normalised_answers if is_first else claim_answers,
        fields=scoring.scores_in(phase),
        pass_marks=lambda project: fields_of(project).pass_marks.get(phase, {}),
        comparison=COMPARISON,
        compare=COMPARE,
    )
