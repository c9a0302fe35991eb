"""A project whose candidates are screened: a small test, and what a candidate submits."""

from __future__ import annotations

import uuid
from typing import Any

from annotation.models import Assignment, Project, User
from annotation.work.assignment import assign_next
from annotation.work.submission import submit
from annotation.workflows.screening.importer import import_test
from annotation.workflows.screening.models import ScreeningAnswers, ScreeningItem

LINES = """
{"part": "grammar", "prompt": "Which is correct?", "choices": ["He go.", "He goes."], "right": "He goes."}
{"part": "spelling", "prompt": "Which is spelled right?", "choices": ["harbour", "habour"], "right": "harbour"}
{"part": "fluency", "prompt": "Which reads best?", "choices": ["It rained.", "Rain it did."], "right": "It rained."}
{"part": "fluency", "prompt": "Which fits?", "choices": ["made of", "made off"], "right": "made of"}
{"part": "text", "title": "The quay", "text": "The quay was built in 1921 by Anna Berg. It is long."}
{"part": "text", "title": "The league", "text": "The league has eight clubs. It began in 1921."}
"""
SUMMARY, MUTATED = "Anna Berg built the quay in 1921.", "Anna Berg did not build the quay in 1921."
ALL_MET = ["one_sentence", "faithful", "main_point", "as_chosen", "changes_meaning", "well_written"]


def switch_on(project: Project) -> None:
    project.workflows = [*project.workflows, "screening"]
    project.save()
    import_test(project=project, content=LINES, name="test.jsonl")


def answers(project: Project, right: int = 4) -> dict[str, int]:
    """The first `right` items answered right, the others wrong."""
    items = ScreeningItem.objects.filter(project=project)
    return {
        str(item.pk): item.right if n < right else (item.right + 1) % len(item.choices) for n, item in enumerate(items)
    }


def content(project: Project, **changes: Any) -> dict[str, Any]:
    sent = {"answers": answers(project), "summary": SUMMARY, "mutation": "negation", "mutated": MUTATED}
    return sent | {"client_id": str(uuid.uuid4())} | changes


def take(person: User, project: Project) -> Assignment:
    taken = assign_next(person=person, project=project, kind="screening")
    assert taken is not None
    return taken


def hand_over(person: User, project: Project, right: int = 4) -> ScreeningAnswers:
    """A test with so many right answers, submitted."""
    sent = content(project, answers=answers(project, right), client_id=uuid.uuid4())
    stored, _created = submit(assignment=take(person, project), **sent)
    assert isinstance(stored, ScreeningAnswers)
    return stored
