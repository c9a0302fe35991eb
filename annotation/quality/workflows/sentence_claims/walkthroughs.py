"""The three walkthroughs of claims from sentences: guided examples with sentences and suggested answers of Attest."""

from __future__ import annotations

import json
from pathlib import Path

from django.db import transaction

from annotation.projects.data_version import bump
from annotation.projects.models import Project
from annotation.quality.calibration.gold_items import FOR_EVERYBODY
from annotation.quality.calibration.models import GoldItem
from annotation.vocabulary.tasks import Phase
from annotation.work.models import Task
from annotation.workflows.sentence_claims.models import SampledSentence
from annotation.workflows.sentence_claims.sampling.sample import SLUG

WALKTHROUGHS = Path(__file__).parent / "walkthroughs.json"
CLAIMS = "claims"


@transaction.atomic
def make_walkthroughs(project: Project) -> None:
    """Make the walkthroughs of a project; nothing where it has any. They are not of its corpus."""
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    if Task.objects.filter(project=project, kind=SLUG, phase=Phase.GUIDED).exists():
        return
    for position, row in enumerate(json.loads(WALKTHROUGHS.read_text(encoding="utf-8")), start=1):
        task = Task.objects.create(
            project=project, kind=SLUG, phase=Phase.GUIDED, position=position, required_annotations=FOR_EVERYBODY
        )
        SampledSentence.objects.create(
            task=task,
            project=project,
            page_title=row["page"],
            text=row["sentence"],
            before=row["before"],
            after=row["after"],
            entries=[{"title": title, "sentence_id": "", "text": text} for title, text in row["dictionary"].items()],
        )
        GoldItem.objects.create(
            task=task,
            references={CLAIMS: row[CLAIMS], **row["mutations"]},
            comment=row["why"],
            guide_kind=f"walkthrough_{position}",
        )
    bump(project.pk)
