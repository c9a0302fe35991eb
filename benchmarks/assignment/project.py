"""What is done to the site's database beside the measurement: `python -m benchmarks.assignment.project QUESTION`.

Arguments come as JSON on standard input, the answer goes as JSON to standard output.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

from benchmarks.accounts import with_passwords


def make(annotators: int, tasks: int, work: str) -> dict[str, Any]:
    """A project over the demo corpus with so many tasks, its people with their passwords, and elements to cite."""
    from annotation.claims.claim_importer import create_tasks
    from annotation.models import Claim, Evidence, Project
    from annotation.projects.models import Role
    from annotation.projects.setup import add_people
    from corpus.models import Corpus

    corpus = Corpus.objects.get(slug="demo")
    # Without suggestions: the embedded worker would look for them during the measurement, for thousands of claims.
    project = Project.objects.create(slug=f"load-{work}", name="Load", corpus=corpus, suggestions_on=False)
    people = [f"{work}-{number}" for number in range(annotators)]
    if work == "writing":
        _highlights(project, tasks)
        new = add_people(project=project, people={Role.CLAIM_WRITER: people})
    else:
        claims = Claim.objects.bulk_create(
            (Claim(project=project, text=f"Claim number {number} of the measurement.") for number in range(tasks)),
            batch_size=500,
        )
        create_tasks(project=project, claims=claims)
        new = add_people(project=project, people={Role.VERIFIER: people})
    elements = sorted(set(Evidence.objects.values_list("element_id", flat=True)))
    return {"slug": project.slug, "people": with_passwords(new.invited), "elements": elements}


def _highlights(project: Any, tasks: int) -> None:
    from annotation.models import Highlight
    from annotation.workflows.models import GenerationItem

    highlights = Highlight.objects.bulk_create(
        (
            Highlight(
                project=project,
                kind="sentences",
                page_title=f"Page {number}",
                element_ids=[f"Page {number}_sentence_{n}" for n in range(4)],
                type_one_is_true=True,
                several_pages=False,
                mutation="Negation",
                mutated_type="I",
            )
            for number in range(tasks)
        ),
        batch_size=500,
    )
    GenerationItem.objects.create_tasks(project, highlights)


def count(slug: str, work: str, acknowledged: list[str]) -> dict[str, int]:
    """How many of the acknowledged submissions are stored, and what is in the database in all."""
    from django.db.models import Count

    from annotation.models import Assignment, ClaimSet, Operation, Task, Verification

    if work == "writing":
        sets = ClaimSet.objects.filter(submission__assignment__project__slug=slug).annotate(parts=Count("claims"))
        rows = list(sets.values_list("submission__client_id", "parts"))
    else:
        found = Verification.objects.filter(submission__assignment__project__slug=slug)
        rows = list(
            found.annotate(parts=Count("submission__evidence_sets__evidence")).values_list(
                "submission__client_id", "parts"
            )
        )
    parts = {str(client_id): number for client_id, number in rows}
    submitted = Assignment.objects.filter(project__slug=slug, state="submitted")
    tasks = Task.objects.filter(project__slug=slug)
    return {
        "acknowledged": len(acknowledged),
        "stored": len(parts),
        "acknowledged_and_stored_whole": sum(
            parts.get(client_id) == (3 if work == "writing" else 4) for client_id in acknowledged
        ),
        "submitted": submitted.count(),
        "finished": Operation.objects.filter(assignment__in=submitted, name="finish").count(),
        "places": sum(tasks.values_list("assigned_count", flat=True)),
        "assignments": Assignment.objects.filter(project__slug=slug).count(),
    }


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    given = json.load(sys.stdin)
    print(json.dumps(make(**given) if sys.argv[1] == "make" else count(**given)))


if __name__ == "__main__":
    main()
