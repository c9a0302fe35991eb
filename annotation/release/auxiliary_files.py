"""Write extra/: reported claims, refused suggestions and adjudications, which are no part of the data set."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from django.db.models import QuerySet

from annotation.projects.models import Project
from annotation.quality.adjudication.models import Adjudication
from annotation.release.formats.files import Files, write_lines
from annotation.release.logs import nfd
from annotation.release.row_ids import pseudonym, row_number
from annotation.suggestions.hard_negatives import hard_negatives
from annotation.workflows.claim_verification.models import Report

ROWS = 1_000


def write_auxiliary_files(files: Files, project: Project, released: Collection[int]) -> dict[str, int]:
    """The files, and how many lines each has. `released`: the keys of the claims that are."""
    made = {
        "reported": reported(project),
        "hard_negatives": hard_negatives(project, released),
        "adjudications": adjudications(project),
    }
    return {name: write_lines(files.text(f"extra/{name}.jsonl"), rows) for name, rows in made.items()}


def reported(project: Project) -> Iterator[dict[str, Any]]:
    """Every report of a claim in production, with what a manager made of it ("": nothing yet)."""
    rows: QuerySet[Report] = Report.objects.filter(claim__project=project, claim__phase=0).order_by("pk")
    for one in rows.select_related("claim", "assignment").iterator(chunk_size=ROWS):
        yield {
            "id": row_number(one.claim.pk, one.claim.release_id),
            "claim": nfd(one.claim.text),
            "annotator": pseudonym(project.pk, one.assignment.person_id),
            "reasons": one.reasons,
            "note": one.note,
            "reported": one.created_at.date().isoformat(),
            "decision": one.decision,
            "decision_note": one.decision_note,
        }


def adjudications(project: Project) -> Iterator[dict[str, Any]]:
    """Every adjudication, those that were revised too. `chosen`: the annotation that was found to be right."""
    rows: QuerySet[Adjudication] = Adjudication.objects.filter(claim__project=project, claim__phase=0).order_by("pk")
    for one in rows.select_related("claim").iterator(chunk_size=ROWS):
        yield {
            "id": row_number(one.claim.pk, one.claim.release_id),
            "claim": nfd(one.claim.text),
            "adjudicator": pseudonym(project.pk, one.adjudicator_id),
            "revision": one.revision,
            "is_current": one.is_current,
            "kind": one.kind,
            "chosen": one.chosen_id,
            "verdict": one.verdict,
            "challenge": one.challenge,
            "evidence": [
                [{"element": nfd(piece["element_id"]), "context": piece["context"]} for piece in each]
                for each in one.evidence_sets
            ],
            "error_type": one.error_type,
            "note": one.note,
            "decided": one.created_at.date().isoformat(),
        }
