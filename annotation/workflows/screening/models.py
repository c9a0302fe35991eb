"""What screening stores: the test of a project, what candidates submit, grades and decisions."""

from __future__ import annotations

from typing import ClassVar

from django.core.validators import MaxValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from annotation.projects.models import Role
from annotation.work.models import SubmittedWork

SCREENED = (Role.CLAIM_WRITER, Role.VERIFIER)


class Part(models.TextChoices):
    """What an item tests (paper, section 3.2: grammatical, spelling and fluency tests)."""

    GRAMMAR = "grammar", _("Grammar")
    SPELLING = "spelling", _("Spelling")
    FLUENCY = "fluency", _("Fluency")


class Mutation(models.TextChoices):
    """How a candidate changes their summary."""

    NEGATION = "negation", _("Negation")
    ENTITY_SUBSTITUTION = "entity_substitution", _("Entity substitution")


class Criterion(models.TextChoices):
    """What a manager grades with yes or no."""

    ONE_SENTENCE = "one_sentence", _("The summary is one sentence.")
    FAITHFUL = "faithful", _("The summary says nothing that the text does not say.")
    MAIN_POINT = "main_point", _("The summary gives what the text is mainly about.")
    AS_CHOSEN = "as_chosen", _("The changed sentence is the mutation that was chosen, of this summary.")
    CHANGES_MEANING = "changes_meaning", _("The changed sentence says something that the text does not support.")
    WELL_WRITTEN = "well_written", _("Both sentences are correct English and clear without the text.")


def _percent(default: int) -> models.PositiveSmallIntegerField[int, int]:
    return models.PositiveSmallIntegerField(default=default, validators=[MaxValueValidator(100)])


class ScreeningTest(models.Model):
    """Minimum of a project's test for each role, in per cent of each of its two stages.

    The paper gives no numbers but that it was higher for verifiers.
    """

    project = models.OneToOneField("annotation.Project", models.CASCADE, primary_key=True)
    minimum_claim_writer = _percent(65)
    minimum_verifier = _percent(80)

    def __str__(self) -> str:
        return f"test of project {self.pk}"

    def minimum(self, role: Role | str) -> int:
        return self.minimum_claim_writer if role == Role.CLAIM_WRITER else self.minimum_verifier


class ScreeningItem(models.Model):
    """A question with two to six choices; `right` is the index of the right one."""

    project = models.ForeignKey("annotation.Project", models.CASCADE, related_name="screening_items")
    part = models.CharField(max_length=10, choices=Part.choices)
    prompt = models.CharField(max_length=500)
    choices = models.JSONField()
    right = models.PositiveSmallIntegerField()

    class Meta:
        ordering: ClassVar = ["pk"]

    def __str__(self) -> str:
        return self.prompt

    @property
    def right_choice(self) -> str:
        return str(self.choices[self.right])


class ScreeningText(models.Model):
    """A paragraph to be summarised. Its task is withdrawn when it is removed from the test."""

    task = models.OneToOneField("annotation.Task", models.CASCADE, primary_key=True)
    title = models.CharField(max_length=200)
    text = models.TextField(max_length=5_000)

    class Meta:
        ordering: ClassVar = ["task__position", "task"]

    def __str__(self) -> str:
        return self.title


class ScreeningAnswers(SubmittedWork):
    """What a candidate submitted.

    `items`: a dict each, with part, prompt, choices, and the indexes `given` and `right` as they were then: items that
    a manager changes later change no result.
    """

    items = models.JSONField()
    summary = models.TextField()
    mutation = models.CharField(max_length=20, choices=Mutation.choices)
    mutated = models.TextField()

    def __str__(self) -> str:
        return self.summary

    @property
    def right_count(self) -> int:
        return sum(item["given"] == item["right"] for item in self.items)


class ScreeningGrade(models.Model):
    """A manager's grade of summary and mutation; `met` lists the criteria that are met."""

    answers = models.OneToOneField(ScreeningAnswers, models.CASCADE, related_name="grade")
    met = models.JSONField()
    comment = models.TextField(blank=True)
    graded_by = models.ForeignKey("annotation.User", models.PROTECT, related_name="screening_grades")
    graded_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"grade of {self.answers_id}"


class ScreeningDecision(models.Model):
    """Whether a candidate may work in a role. `minimum`: what decided with the grade; null if a manager did."""

    project = models.ForeignKey("annotation.Project", models.CASCADE, related_name="screening_decisions")
    person = models.ForeignKey("annotation.User", models.PROTECT, related_name="screening_decisions")
    role = models.CharField(max_length=20, choices=Role.choices)
    approved = models.BooleanField()
    minimum = models.PositiveSmallIntegerField(null=True)
    note = models.TextField(blank=True)
    decided_by = models.ForeignKey("annotation.User", models.PROTECT, related_name="+")
    decided_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["project", "person", "role"], name="screening_decided_once_a_role")
        ]

    def __str__(self) -> str:
        return f"{self.person_id} {self.role}: {self.approved}"
