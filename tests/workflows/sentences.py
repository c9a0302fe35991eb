"""A project whose writers write from sentences: a draw of two, and what is submitted."""

from __future__ import annotations

import uuid
from typing import Any

from annotation.models import Assignment, Project, User
from annotation.work.assignment import assign_next
from annotation.work.registry import prepare_workflows
from annotation.work.submission import submit
from annotation.workflows.sentence_claims.models import SentenceWork
from annotation.workflows.sentence_claims.sampling.sample import SLUG, sample_sentences

ORIGINAL = "Anna Berg founded the league."
NEGATION = "The league was founded by nobody in Berg's family."


def switch_on(project: Project, *, walkthroughs: bool = False, sample: bool = True) -> None:
    project.workflows = [*project.workflows, SLUG]
    project.guided_examples = "skippable" if walkthroughs else "off"
    project.save()
    prepare_workflows(project, [SLUG])
    if sample:
        sample_sentences(project=project, size=10, seed=1)


def take(person: User, project: Project) -> Assignment:
    taken = assign_next(person=person, project=project, kind=SLUG)
    assert taken is not None
    return taken


def claim(text: str = ORIGINAL, **mutations: list[str]) -> dict[str, Any]:
    return {"text": text, "mutations": mutations}


def hand_over(held: Assignment, *claims: dict[str, Any]) -> SentenceWork:
    stored, _created = submit(assignment=held, client_id=uuid.uuid4(), claims=list(claims))
    assert isinstance(stored, SentenceWork)
    return stored
