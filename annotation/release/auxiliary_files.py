"""Write extra/: what is no part of the data set.

Reported claims, refused suggestions, adjudications, and the logs of further workflows.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from django.db.models import Prefetch, QuerySet

from annotation.claims.models import Claim
from annotation.projects.models import Project
from annotation.quality.adjudication.models import Adjudication
from annotation.quality.adjudication.second import HELD
from annotation.release.formats.files import Files, write_lines
from annotation.release.importing.imported_lines import HARD_NEGATIVES, OTHER_WORK, imported_lines
from annotation.release.logs import nfd
from annotation.release.privacy.kinds import TextKind
from annotation.release.privacy.withheld import EVERYTHING, Withheld
from annotation.release.row_ids import annotation_number, pseudonym, row_number
from annotation.suggestions.hard_negatives import hard_negatives
from annotation.work.models import Assignment, Operation
from annotation.work.registry import workflows
from annotation.workflows.models import Report

ROWS = 1_000


def write_auxiliary_files(
    files: Files,
    project: Project,
    released: Collection[int],
    hidden: Collection[int] = (),
    withheld: Withheld = EVERYTHING,
    without_people: Collection[int] = (),
) -> dict[str, int]:
    """The files, and how many lines each has. `released`: the keys of the claims that are.

    `hidden`: claims of which nothing is written; other work is not written then, since it may be about them.
    `withheld`: texts that are left out or replaced. `without_people`: those of whose work nothing is written.
    """
    theirs = Claim.objects.filter(project=project, author__in=without_people).values_list("pk", flat=True)
    unwritten = {*hidden, *theirs}
    made: dict[str, Iterable[Mapping[str, Any]]] = {
        "reported": reported(project, unwritten, withheld, without_people),
        "hard_negatives": chain(_imported(project, HARD_NEGATIVES, unwritten), hard_negatives(released)),
        "adjudications": adjudications(project, unwritten, withheld),
    }
    earlier = list(_imported(project, OTHER_WORK)) if withheld.has_all_of_logs else []
    if not hidden and (earlier or _other_work(project).exists()):
        made["other_work"] = chain(earlier, other_work(project, withheld, without_people))
    return {name: write_lines(files.text(f"extra/{name}.jsonl"), rows) for name, rows in made.items()}


def _imported(project: Project, name: str, hidden: Collection[int] = ()) -> Iterator[dict[str, Any]]:
    """The rows of a file that came with an imported release, less those of hidden claims."""
    numbered = Claim.objects.filter(project=project, release_id__isnull=False) if hidden else Claim.objects.none()
    numbers = {number for pk, number in numbered.values_list("pk", "release_id") if pk in hidden}
    for line in imported_lines(project, name):
        row = json.loads(line)
        if row.get("id") not in numbers:
            yield row


def reported(
    project: Project,
    hidden: Collection[int] = (),
    withheld: Withheld = EVERYTHING,
    without_people: Collection[int] = (),
) -> Iterator[dict[str, Any]]:
    """Every report of a claim in production, with what a manager made of it ("": nothing yet)."""
    rows: QuerySet[Report] = Report.objects.filter(claim__project=project, claim__phase=0).order_by("pk")
    rows = rows.exclude(assignment__person__in=without_people)
    for one in rows.select_related("claim", "assignment").iterator(chunk_size=ROWS):
        if one.claim_id in hidden:
            continue
        yield {
            "id": row_number(one.claim.pk, one.claim.release_id),
            "claim": nfd(one.claim.text) if one.claim.release_id is None else one.claim.text,
            "annotator": pseudonym(project.pk, one.assignment.person_id),
            "reasons": one.reasons,
            "note": withheld.note(TextKind.REPORT_NOTES, one.pk, one.note),
            "reported": one.created_at.date().isoformat(),
            "decision": one.decision,
            "decision_note": withheld.note(TextKind.REPORT_DECISIONS, one.pk, one.decision_note),
        }


def adjudications(
    project: Project, hidden: Collection[int] = (), withheld: Withheld = EVERYTHING
) -> Iterator[dict[str, Any]]:
    """Every adjudication, those that were revised too. `chosen`: the annotation that was found to be right.

    Without claims of which a second or final decision is still to come: whoever gives it must not read the first here.
    """
    rows = Adjudication.objects.filter(claim__project=project, claim__phase=0).order_by("pk").select_related("claim")
    rows = rows.exclude(claim__second_adjudication__state__in=HELD)
    numbered = rows.annotate(chosen_number=annotation_number(project, "chosen__"))
    for one in numbered.iterator(chunk_size=ROWS):
        if one.claim_id in hidden:
            continue
        spelled = nfd if one.claim.release_id is None else str  # as in annotations.jsonl
        yield {
            "id": row_number(one.claim.pk, one.claim.release_id),
            "claim": spelled(one.claim.text),
            "adjudicator": pseudonym(project.pk, one.adjudicator_id),
            "revision": one.revision,
            "is_current": one.is_current,
            "turn": one.turn,
            "stands": one.stands,
            "is_blind": one.is_blind,
            "kind": one.kind,
            "chosen": one.chosen_number,
            "verdict": one.verdict,
            "challenge": one.challenge,
            "evidence": [[_piece(piece, spelled) for piece in each] for each in one.evidence_sets],
            "error_type": one.error_type,
            "note": withheld.note(TextKind.ADJUDICATION_NOTES, one.pk, one.note),
            "decided": one.created_at.date().isoformat(),
        }


def _piece(piece: Mapping[str, Any], spelled: Callable[[str], str]) -> dict[str, Any]:
    """A piece of an adjudication's evidence, as annotations.jsonl has those of verifications, without words."""
    return {
        "element": spelled(piece["element_id"]),
        "context": [spelled(one) for one in piece["context"]],
        "added_context": [spelled(one) for one in piece.get("added", ())],
        "joined_with": [spelled(one) for one in piece.get("joined", ())],
        "page_revision": piece.get("page_revision"),
        "content_hash": piece["content_hash"],
    }


def other_work(
    project: Project, withheld: Withheld = EVERYTHING, without_people: Collection[int] = ()
) -> Iterator[dict[str, Any]]:
    """Every assignment of the kinds of work that no release format writes, with its log; also of removed ones."""
    log: QuerySet[Any] = Operation.objects.annotate(said=withheld.values(checked=False))
    rows = (
        _other_work(project)
        .exclude(person__in=without_people)
        .order_by("pk")
        .prefetch_related(Prefetch("operations", log))
    )
    for one in rows.iterator(chunk_size=ROWS):
        yield {
            "assignment": str(one.public_id),
            "kind": one.kind,
            "annotator": pseudonym(project.pk, one.person_id),
            "state": one.state,
            "log_head": one.log_head,
            "operations": [_operation(row) for row in one.operations.all()],
        }


def _operation(row: Any) -> dict[str, str]:
    """`row`: an operation with `said`, its value as it is released."""
    return {"operation": row.name, "value": nfd(row.said), "time": str(row.seconds)}


def _other_work(project: Project) -> QuerySet[Assignment]:
    return Assignment.objects.filter(project=project).exclude(kind__in=_released(project))


def _released(project: Project) -> list[str]:
    """The slugs of the workflows whose work is in other files: about claims, or of those that are on."""
    found = {slug: one.releasable for slug, one in workflows().items() if one.releasable is not None}
    return [slug for slug, releasable in found.items() if releasable.row is None or slug in project.workflows]
