"""Make gold of ratings of evidence: each row is an item that candidates or raters in production are scored by."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import transaction

from annotation.accounts.models import User
from annotation.projects.models import Project
from annotation.quality.calibration.gold_items import GoldAnswer, make_label_gold
from annotation.release.importing.averitec_gold import ImportedGold
from annotation.release.importing.evidence_ratings import item_row, rating_problem, rating_work
from annotation.release.importing.lines import Line
from annotation.release.importing.parsed import Problem
from annotation.vocabulary.tasks import Phase
from annotation.workflows.evidence_rating import importing
from annotation.workflows.evidence_rating.models import RatedEvidence
from annotation.workflows.evidence_rating.verdicts import verdicts_of


@transaction.atomic
def import_rating_gold(project: Project, phase: Phase, lines: Iterable[Line], by: User | None = None) -> ImportedGold:
    """Create gold of a phase of calibration, or silent gold, from rows of ratings, all or none."""
    verdicts, problems = [one.value for one in verdicts_of(project)], list[Problem]()
    coming: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {}
    for line in lines:
        why = line.problem or rating_problem(line.row, verdicts) or importing.problem(item_row(line.row))
        if why:
            problems.append(Problem(line.place, why))
        else:
            item = item_row(line.row)
            coming.setdefault(importing.digest_of(item), (item, rating_work(line.row)))
    if problems:
        return ImportedGold(0, 0, problems)
    there = RatedEvidence.objects.filter(project=project, digest__in=[*coming]).values_list("digest", flat=True)
    known = set(there)
    fresh = [(digest, item) for digest, (item, _work) in coming.items() if digest not in known]
    for stored in importing.store_items(project, fresh, required=1):
        _item, work = coming[stored.digest]
        body = {name: work[name] for name in ("major_error", "scores") if work[name]}
        make_label_gold(task=stored.task, phase=phase, right=GoldAnswer(work["label"], [], [], body=body), by=by)
    return ImportedGold(len(fresh), len(coming) - len(fresh))
