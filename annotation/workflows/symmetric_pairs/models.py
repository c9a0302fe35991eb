"""Pairs of a claim and its evidence, and the contrary pairs that people write (Schuster et al. 2019, section 3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from django.db import models
from django.db.models import Q

from annotation.projects.models import Project
from annotation.vocabulary.label_set import LONGEST_VALUE
from annotation.work.models import SubmittedWork, Task

SLUG = "symmetric_pairs"
BATCH = 500


class PairManager(models.Manager["Pair"]):
    """Creates tasks with their pairs."""

    def create_tasks(self, project: Project, pairs: Iterable[Pair]) -> list[Task]:
        """Store these pairs, a task for one writer each, in their order."""
        new = list(pairs)
        tasks = Task.objects.bulk_create([Task(project=project, kind=SLUG) for _pair in new], batch_size=BATCH)
        for task, pair in zip(tasks, new, strict=True):
            pair.task = task
        self.bulk_create(new, batch_size=BATCH)
        return tasks


class Pair(models.Model):
    """A claim with the words of its evidence, as they were when it was drawn. A claim is drawn once.

    `label`: the value of the project's label set; `contrary`: the value that the crossed pairs have.
    """

    task = models.OneToOneField("annotation.Task", models.CASCADE, primary_key=True, related_name="symmetric_pair")
    claim = models.OneToOneField("annotation.Claim", models.RESTRICT, related_name="symmetric_pair")
    text = models.TextField()
    evidence = models.TextField()
    element_ids = models.JSONField()
    label = models.CharField(max_length=LONGEST_VALUE)
    contrary = models.CharField(max_length=LONGEST_VALUE)

    objects = PairManager()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(text="") & ~Q(evidence=""), name="symmetric_pair_has_words"),
            models.CheckConstraint(condition=~Q(label=models.F("contrary")), name="symmetric_pair_has_two_labels"),
        ]

    def __str__(self) -> str:
        return f"pair of claim {self.claim_id}"


class ContraryPair(SubmittedWork):
    """A claim and evidence between which the same holds as in the pair; crossed with it, the contrary."""

    claim = models.TextField()
    evidence = models.TextField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(claim="") & ~Q(evidence=""), name="contrary_pair_has_words")
        ]

    def __str__(self) -> str:
        return self.claim
