"""Highlights, and the claims people write from them (FEVEROUS paper, section 3.1.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from django.db import models
from django.db.models import Q

from annotation.projects.models import Project
from annotation.vocabulary.highlight_kinds import HighlightKind
from annotation.vocabulary.labels import ClaimType, Mutation
from annotation.work.models import SubmittedWork, Task
from annotation.work.sampling.models import StoredSample
from annotation.workflows.kinds import TaskKind

BATCH = 500


class HighlightSample(StoredSample):
    """One draw of highlights. `report` is what was drawn beside what was asked for (`sampling.report`)."""


class Highlight(models.Model):
    """Four consecutive sentences, or one table: what the claims of one set start from. Each page is used once.

    What its three claims must be is drawn with it; a highlight that came with imported claims says nothing.
    """

    project = models.ForeignKey("annotation.Project", on_delete=models.CASCADE, related_name="highlights")
    kind = models.CharField(max_length=12, choices=HighlightKind.choices)
    page_title = models.CharField(max_length=512)
    # Full element ids, in page order: the sentences, or the one table.
    element_ids = models.JSONField()
    sample = models.ForeignKey(HighlightSample, null=True, on_delete=models.PROTECT, related_name="highlights")
    type_one_is_true = models.BooleanField(null=True)  # the Type I claim follows from the highlight, or contradicts it
    several_pages = models.BooleanField(null=True)  # the Type II claim goes beyond the page, or stays on it
    mutation = models.CharField(max_length=30, blank=True)  # of the Type III claim
    mutated_type = models.CharField(max_length=3, blank=True)  # the claim that it is made from: I or II
    release_id = models.BigIntegerField(null=True)  # of one that was imported with claims: its number there
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["project", "page_title"], name="highlight_once_per_page"),
            models.CheckConstraint(
                condition=Q(
                    sample__isnull=True,
                    type_one_is_true__isnull=True,
                    several_pages__isnull=True,
                    mutation="",
                    mutated_type="",
                )
                | Q(
                    type_one_is_true__isnull=False,
                    several_pages__isnull=False,
                    mutation__in=[mutation.value for mutation in Mutation],
                    mutated_type__in=[ClaimType.TYPE_I.value, ClaimType.TYPE_II.value],
                ),
                name="highlight_asks_for_all_or_nothing",
            ),
            models.CheckConstraint(condition=Q(kind__in=HighlightKind.values), name="highlight_known_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.page_title}"


class GenerationItemManager(models.Manager["GenerationItem"]):
    """Selects the highlight with each row: nearly every reader asks for it."""

    def get_queryset(self) -> models.QuerySet[GenerationItem]:
        return super().get_queryset().select_related("highlight")

    def create_tasks(
        self, project: Project, highlights: Sequence[Highlight], *, position: int = 0, is_done: bool = False
    ) -> list[Task]:
        """Create a task per highlight, for one writer each, in this order within the position."""
        tasks = Task.objects.bulk_create(
            (
                Task(
                    project=project,
                    kind=TaskKind.CLAIM_GENERATION,
                    required_annotations=1,
                    assigned_count=int(is_done),
                    position=position,
                )
                for _highlight in highlights
            ),
            batch_size=BATCH,
        )
        pairs = zip(tasks, highlights, strict=True)
        self.bulk_create((GenerationItem(task=task, highlight=one) for task, one in pairs), batch_size=BATCH)
        return tasks


class GenerationItem(models.Model):
    """Highlight of a writing task. A highlight has one such task at most, and is not deleted without it."""

    task = models.OneToOneField(Task, models.CASCADE, primary_key=True, related_name="generation_item")
    highlight = models.OneToOneField(Highlight, models.RESTRICT, related_name="generation_item")

    objects = GenerationItemManager()

    class Meta:
        base_manager_name = "objects"

    def __str__(self) -> str:
        return f"task of highlight {self.highlight_id}"


class ClaimSet(SubmittedWork):
    """The three claims of one person from one highlight, as they were submitted."""

    highlight = models.ForeignKey(Highlight, on_delete=models.PROTECT, related_name="claim_sets")

    def __str__(self) -> str:
        return f"claims from highlight {self.highlight_id}"
