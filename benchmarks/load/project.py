"""What is done to the site's database before and after: `python -m benchmarks.load.project QUESTION`.

Arguments come as JSON on standard input, the answer goes as JSON to the last line of standard output.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

from benchmarks.accounts import with_passwords

SLUG = "load"
LINK = re.compile(r"\[\[[^|\]]*\|([^\]]*)\]\]")


def make(corpus: str, annotators: int, claims: int) -> dict[str, Any]:
    """A project whose claims are sentences of the corpus: its people with their passwords, and what can be cited."""
    from annotation.claims.claim_importer import create_tasks
    from annotation.models import Claim, Project
    from annotation.projects.models import Role
    from annotation.projects.setup import add_people
    from corpus.models import Corpus

    pages = _pages(corpus)
    texts = list(dict.fromkeys(text for elements in pages.values() for text in elements.values()))
    # Numbered where there are fewer sentences than claims: one claim's words are its own.
    wanted = [f"{texts[n % len(texts)]} ({n})" for n in range(claims)]
    project = Project.objects.create(
        slug=SLUG, name="Load", corpus=Corpus.objects.get(slug=corpus), suggestions_on=True
    )
    made = Claim.objects.bulk_create((Claim(project=project, text=text) for text in wanted), batch_size=500)
    create_tasks(project=project, claims=made)
    people = {Role.VERIFIER: [f"verifier-{n}" for n in range(annotators)], Role.MANAGER: ["manager"]}
    passwords = with_passwords(add_people(project=project, people=people).invited)
    return {"people": passwords, "pages": {title: list(elements) for title, elements in pages.items()}}


def _pages(corpus: str) -> dict[str, dict[str, str]]:
    """Titles, and the texts of their sentences by id; at most forty a page."""
    from corpus.models import StoredPage

    found: dict[str, dict[str, str]] = {}
    for title, data in StoredPage.objects.filter(corpus__slug=corpus).order_by("title").values_list("title", "data"):
        page = json.loads(data)
        names = [name for name in page["order"] if name.startswith("sentence_")][:40]
        elements = {f"{title}_{name}": LINK.sub(r"\1", page[name]) for name in names if len(page[name]) > 40}
        if elements:
            found[title] = elements
    return found


def check(promised: dict[str, Any]) -> dict[str, list[str]]:
    """What was acknowledged and is not there, what is there twice or without having been sent: by kind, in words."""
    from annotation.models import Assignment
    from annotation.work import log_verification
    from tests.annotation.crowd import checks

    broken = log_verification.broken_logs(Assignment.objects.filter(project__slug=SLUG), log_verification.Checked())
    return {
        "submissions": _submissions(promised["submissions"]),
        "operations": _operations(promised["operations"], promised["sent_operations"]),
        "drafts": _drafts(promised["drafts"]),
        "states": _states(promised["states"]),
        "doubled": list(checks.doubled()),
        "over": _over(),
        "broken logs": [str(one) for one in broken],
    }


def _submissions(promised: dict[str, Any]) -> list[str]:
    from annotation.models import Verification

    found = Verification.objects.filter(submission__assignment__project__slug=SLUG)
    there: dict[str, Any] = {}
    for one in found.select_related("submission__assignment").prefetch_related("submission__evidence_sets__evidence"):
        sets = [[part.element_id for part in ids.evidence.all()] for ids in one.submission.evidence_sets.all()]
        assignment = str(one.submission.assignment.public_id)
        there[str(one.submission.client_id)] = {"assignment": assignment, "verdict": one.verdict, "sets": sets}
    problems = [
        f"{key} is {there.get(key)}, sent was {sent}" for key, sent in promised.items() if there.get(key) != sent
    ]
    return problems + [f"{key} was never acknowledged" for key in there.keys() - promised.keys()]


def _operations(promised: list[list[Any]], sent: list[list[Any]]) -> list[str]:
    from annotation.models import Operation

    rows = Operation.objects.filter(assignment__project__slug=SLUG).exclude(browser="")
    columns = rows.values_list("assignment__public_id", "browser", "browser_sequence", "name", "value")
    there = {(str(one), browser, number): (name, value) for one, browser, number, name, value in columns.iterator()}
    problems = [
        f"operation {number} of {one} is {there.get((one, browser, number))}, sent was {(name, value)}"
        for one, browser, number, name, value in promised
        if there.get((one, browser, number)) != (name, value)
    ]
    unsent = there.keys() - {(one, browser, number) for one, browser, number in sent}
    return problems + [f"operation {key} was never sent" for key in unsent]


def _drafts(promised: dict[str, Any]) -> list[str]:
    from annotation.models import Draft

    there = {str(one.assignment.public_id): one for one in Draft.objects.select_related("assignment")}
    problems = []
    for assignment, (version, body) in promised.items():
        draft = there.get(assignment)
        if draft is None or draft.version < version:
            problems.append(f"the draft of {assignment} is {draft}, acknowledged was version {version}")
        elif draft.version == version and draft.body["sets"] != body["sets"]:
            problems.append(f"the draft of {assignment} is {draft.body}, acknowledged was {body}")
    return problems


def _states(promised: dict[str, str]) -> list[str]:
    from annotation.models import Assignment

    there = {str(one): state for one, state in Assignment.objects.values_list("public_id", "state")}
    wrong = {one: state for one, state in promised.items() if there.get(one) != state}
    # A postponed task whose days are over goes back to the queue: only where the clock jumped.
    return [f"{one} was {state} and is {there.get(one)}" for one, state in wrong.items()]


def _over() -> list[str]:
    """Tasks whose places do not agree with the people on them; a postponed task keeps its place."""
    from django.db.models import Count, Q

    from annotation.models import Task
    from annotation.work.models import KEPT, AssignmentState

    on_it = Count("assignments", filter=Q(assignments__state__in=[*KEPT, AssignmentState.SUBMITTED]))
    tasks = Task.objects.filter(project__slug=SLUG).annotate(on_it=on_it)
    rows = tasks.values_list("pk", "on_it", "assigned_count", "required_annotations")
    return [f"task {pk}: {row}" for pk, *row in rows if not row[0] == row[1] <= row[2]]


def counts() -> dict[str, Any]:
    """What is in the database in all."""
    from annotation.models import Assignment, Operation, Suggestion
    from jobs.models import Job

    assignments = Assignment.objects.filter(project__slug=SLUG)
    return {
        "assignments": dict(Counter(assignments.values_list("state", flat=True))),
        "operations": Operation.objects.filter(assignment__in=assignments).count(),
        "suggestions": Suggestion.objects.count(),
        "jobs": {
            f"{kind} {state}": n for (kind, state), n in Counter(Job.objects.values_list("kind", "state")).items()
        },
    }


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    given = json.load(sys.stdin)
    questions: dict[str, Callable[..., Any]] = {"make": make, "check": check, "counts": counts}
    print(json.dumps(questions[sys.argv[1]](**given)))


if __name__ == "__main__":
    main()
