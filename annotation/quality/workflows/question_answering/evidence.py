"""Agreement on evidence: questions and answers that two people wrote for one claim, by Hungarian METEOR."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean

from annotation.quality.agreement.result import Result
from annotation.quality.audit.dataset import AuditDataset
from annotation.quality.workflows.question_answering.verdicts import mean
from annotation.work.counted import counted
from annotation.workflows.question_answering.models import Question
from annotation.workflows.question_answering.phases import PhaseName


@dataclass(frozen=True, slots=True)
class EvidenceAgreement:
    """Means over the `claims` that two people or more asked and answered questions about. Each claim is the mean over
    its pairs of people, each pair the mean of both directions: which of the two is the reference is chance."""

    claims: int
    questions: Result
    answers: Result


def evidence_agreement(rows: AuditDataset) -> EvidenceAgreement:
    """Compare the counted work of phase 2. Intervals draw claims."""
    asked = Question.objects.filter(
        counted("submission__"),
        submission__assignment__project=rows.project,
        submission__assignment__kind=PhaseName.ANSWERING,
        submission__assignment__task__assigned_count__gt=1,
        submission__assignment__task__claim_item__in_chain=True,
    ).prefetch_related("answers")
    tasks: defaultdict[int, defaultdict[int, list[Question]]] = defaultdict(lambda: defaultdict(list))
    columns = asked.select_related("submission__assignment").order_by("submission", "position")
    for one in columns:
        tasks[one.submission.assignment.task_id][one.submission_id].append(one)
    several = [list(of.values()) for _task, of in sorted(tasks.items()) if len(of) > 1]
    questions = [_agreement([[one.text for one in mine] for mine in people]) for people in several]
    answers = [_agreement([_strings(mine) for mine in people]) for people in several]
    return EvidenceAgreement(len(several), mean(questions), mean(answers))


def _strings(questions: Sequence[Question]) -> list[str]:
    return [
        f"{one.text} {each.text}" + (f". {each.boolean_explanation}" if each.boolean_explanation else "")
        for one in questions
        for each in one.answers.all()
    ]


def _agreement(people: Sequence[Sequence[str]]) -> float:
    from annotation.similarity.matching import matched_share  # NLTK takes a second to import
    from annotation.similarity.meteor import meteor

    return fmean(
        (matched_share(one, other, meteor) + matched_share(other, one, meteor)) / 2
        for one, other in combinations(people, 2)
    )
