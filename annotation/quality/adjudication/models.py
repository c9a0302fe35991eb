"""Adjudications: outcome, error type and verdict."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from annotation.vocabulary.label_set import LONGEST_VALUE


class Outcome(models.TextChoices):
    """Where the adjudicated verdict and evidence come from."""

    ONE = "one", _("one of the annotators")
    MERGED = "merged", _("evidence of several put together")
    NEW = "new", _("the adjudicator’s own")


class ErrorType(models.TextChoices):
    """Why the annotators disagreed. The first four are the paper's sources of disagreement (section 3.2)."""

    COUNTING = "counting", _("A counting error over many cells")
    OVERLOOKED = "overlooked", _("A detail that refutes the claim was overlooked")
    NOT_FOUND = "not_found", _("Relevant pages are hard to find, and were not found")
    ACCIDENT = "accident", _("An accident: a slip, the wrong button")
    VAGUE_CLAIM = "vague_claim", _("The claim can be read in several ways")
    GUIDELINES = "guidelines", _("The guidelines were understood differently, or do not say")
    TOO_MUCH = "too_much", _("More evidence than needed, or alternatives in one set")
    INCOMPLETE = "incomplete", _("The evidence does not hold all that the verdict needs")
    OUTSIDE = "outside", _("Knowledge from outside the evidence was used")
    SOURCE = "source", _("The pages contradict one another")
    OTHER = "other", _("Something else")
    NONE = "none", _("Nobody erred: each is right")


PAPERS = (ErrorType.COUNTING, ErrorType.OVERLOOKED, ErrorType.NOT_FOUND, ErrorType.ACCIDENT)


class Turn(models.IntegerChoices):
    """Whose decision it is, of a claim that two adjudicators decide on. Every other decision is a first one."""

    FIRST = 1, _("first decision")
    SECOND = 2, _("second decision")
    FINAL = 3, _("final decision of a manager")


class Adjudication(models.Model):
    """The verdict on a claim that several people verified. A later one is a revision; nothing is overwritten.

    `is_current`: it is the one that holds for the claim, everywhere. `stands`: it is the newest of its turn, and of the
    claim's present words. Of a claim that two people decide on, both decisions stand and none is current until they
    agree or a manager has decided. `is_blind`: False of a second decision by somebody who could read the first.

    `evidence_sets` is pinned as `Evidence` is: a list of sets, each a list of {"element_id", "context", "dropped",
    "added", "joined", "page_title", "page_revision", "content_hash"}; early ones lack "added" and "joined".
    """

    claim = models.ForeignKey("annotation.Claim", on_delete=models.PROTECT, related_name="adjudications")
    adjudicator = models.ForeignKey("annotation.User", on_delete=models.PROTECT, related_name="adjudications")
    revision = models.PositiveSmallIntegerField(default=1)
    is_current = models.BooleanField(default=True)
    turn = models.PositiveSmallIntegerField(choices=Turn.choices, default=Turn.FIRST.value)
    stands = models.BooleanField(default=True)
    is_blind = models.BooleanField(default=True)
    kind = models.CharField(max_length=10, choices=Outcome.choices)
    # Of kind "one": the revision whose verdict and evidence these are.
    chosen = models.ForeignKey(
        "annotation.Verification", null=True, on_delete=models.PROTECT, related_name="adjudications"
    )
    verdict = models.CharField(max_length=LONGEST_VALUE)
    challenge = models.CharField(max_length=40)  # empty: it came with a data set that names none
    evidence_sets = models.JSONField()
    error_type = models.CharField(max_length=20, choices=ErrorType.choices)
    note = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["claim", "revision"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["claim", "revision"], name="adjudication_revision_once"),
            models.UniqueConstraint(fields=["claim"], condition=Q(is_current=True), name="adjudication_one_current"),
            models.UniqueConstraint(
                fields=["claim", "turn"], condition=Q(stands=True), name="adjudication_one_stands_a_turn"
            ),
            models.CheckConstraint(condition=Q(stands=True) | Q(is_current=False), name="adjudication_current_stands"),
            models.CheckConstraint(condition=Q(turn__in=Turn.values), name="adjudication_known_turn"),
            models.CheckConstraint(
                condition=Q(kind=Outcome.ONE, chosen__isnull=False)
                | Q(kind__in=[Outcome.MERGED.value, Outcome.NEW.value], chosen__isnull=True),
                name="adjudication_names_the_one",
            ),
            models.CheckConstraint(condition=~Q(verdict=""), name="adjudication_has_verdict"),
            models.CheckConstraint(condition=Q(error_type__in=ErrorType.values), name="adjudication_known_error_type"),
        ]

    def __str__(self) -> str:
        return f"{self.verdict} of claim {self.claim_id}, adjudicated"


class AdjudicationAssignment(models.Model):
    """Who is to decide on a claim of the queue; claims without one are anybody's."""

    claim = models.OneToOneField("annotation.Claim", on_delete=models.CASCADE, related_name="adjudication_assignment")
    adjudicator = models.ForeignKey(
        "annotation.User", on_delete=models.PROTECT, related_name="adjudication_assignments"
    )
    assigned_by = models.ForeignKey("annotation.User", on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"claim {self.claim_id} to {self.adjudicator_id}"


class SecondState(models.TextChoices):
    """Where a claim stands that two adjudicators decide on."""

    DRAWN = "drawn", _("nobody has decided yet")
    WAITING = "waiting", _("waits for the second decision")
    DIFFERENT = "different", _("waits for a manager")
    AGREED = "agreed", _("both agree")
    DECIDED = "decided", _("decided by a manager")
    WAIVED = "waived", _("decided by one alone")


class SecondAdjudication(models.Model):
    """A claim that two adjudicators decide on, each without knowing of the other.

    `adjudicator`: who was drawn to decide as well; `second.asked` takes somebody else while they cannot. None: there
    was nobody. `closed_by`: the manager who decided, or did without a second decision.
    """

    project = models.ForeignKey("annotation.Project", on_delete=models.CASCADE, related_name="second_adjudications")
    claim = models.OneToOneField("annotation.Claim", on_delete=models.CASCADE, related_name="second_adjudication")
    adjudicator = models.ForeignKey(
        "annotation.User", null=True, on_delete=models.PROTECT, related_name="second_adjudications"
    )
    state = models.CharField(max_length=10, choices=SecondState.choices, default=SecondState.DRAWN.value)
    closed_by = models.ForeignKey("annotation.User", null=True, on_delete=models.PROTECT, related_name="+")
    closed_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(state__in=SecondState.values), name="second_adjudication_known_state")
        ]

    def __str__(self) -> str:
        return f"claim {self.claim_id}, decided by two: {self.state}"


class TaskDecision(models.Model):
    """The label of a task whose answers are labels, decided. A later one is a revision; nothing is overwritten."""

    task = models.ForeignKey("annotation.Task", on_delete=models.PROTECT, related_name="decisions")
    adjudicator = models.ForeignKey("annotation.User", on_delete=models.PROTECT, related_name="task_decisions")
    revision = models.PositiveSmallIntegerField(default=1)
    is_current = models.BooleanField(default=True)
    value = models.CharField(max_length=LONGEST_VALUE)  # of a label
    note = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["task", "revision"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["task", "revision"], name="task_decision_revision_once"),
            models.UniqueConstraint(fields=["task"], condition=Q(is_current=True), name="task_decision_one_current"),
            models.CheckConstraint(condition=~Q(value=""), name="task_decision_has_value"),
        ]

    def __str__(self) -> str:
        return f"{self.value} of task {self.task_id}, decided"
