"""Check what a candidate submits and store it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.utils.translation import gettext as _

from annotation.errors import Invalid
from annotation.work.models import Assignment, Operation, Submission
from annotation.workflows.screening.models import Mutation, ScreeningAnswers, ScreeningItem


@dataclass(frozen=True, slots=True)
class Answers:
    """As the columns of `ScreeningAnswers`."""

    items: list[dict[str, Any]]
    summary: str
    mutation: str
    mutated: str


class ScreeningStorage:
    """Stores a test. Content is that of `serializers.ScreeningSubmissionIn`."""

    def prepare(self, assignment: Assignment, content: Mapping[str, Any]) -> Answers:
        """Take the items as they are now. Raises Invalid, an error for each item without an answer."""
        items = ScreeningItem.objects.filter(project=assignment.project_id)
        given: Mapping[str, int] = content["answers"]
        problems = {
            f"answers.{item.pk}": [_("Choose one.")]
            for item in items
            if not 0 <= given.get(str(item.pk), -1) < len(item.choices)
        }
        summary, mutated = (" ".join(content[name].split()) for name in ("summary", "mutated"))
        problems |= _problems_of_sentences(summary, content["mutation"], mutated)
        if problems:
            raise Invalid(_("The test is not complete."), problems)
        taken = [
            {
                "part": item.part,
                "prompt": item.prompt,
                "choices": item.choices,
                "given": given[str(item.pk)],
                "right": item.right,
            }
            for item in items
        ]
        return Answers(taken, summary, content["mutation"], mutated)

    def missing_operations(self, log: Iterable[Operation], work: Answers) -> None:
        """Nothing is replayed: nothing can be missing."""

    def store(self, submission: Submission, work: Answers) -> ScreeningAnswers:
        return ScreeningAnswers.objects.create(submission=submission, **asdict(work))

    def load(self, submission: Submission) -> ScreeningAnswers:
        return ScreeningAnswers.objects.get(submission=submission)

    def explain(self, assignment: Assignment, work: Answers, error: Exception) -> None:
        """Tests cannot collide."""


def _problems_of_sentences(summary: str, mutation: str, mutated: str) -> dict[str, list[str]]:
    problems = {}
    if not summary:
        problems["summary"] = [_("Summarise the text in one sentence.")]
    if mutation not in Mutation.values:
        problems["mutation"] = [_("Choose a negation or an entity substitution.")]
    if not mutated:
        problems["mutated"] = [_("Write the changed sentence.")]
    elif mutated.casefold() == summary.casefold():
        problems["mutated"] = [_("This is the summary itself: change it.")]
    return problems
