"""The table of decisions on citations."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from annotation.accounts.models import User
from annotation.projects.models import Project
from corpus.models import TITLE_LENGTH, StoredCitation

LONGEST_NOTE = 2_000


class Choice(models.TextChoices):
    """What an editor decided; UNDONE takes the decision before it back."""

    ACCEPTED = "accepted", _("better source accepted")
    NOT_BETTER = "not_better", _("none is better")
    SOURCE_WRONG = "source_wrong", _("source is wrong")
    CANNOT_TELL = "cannot_tell", _("cannot tell")
    UNDONE = "undone", _("decision taken back")


class CitationDecision(models.Model):
    """A decision on a citation. Rows are only ever added; the newest of a citation holds.

    What it was about is kept here in words, because a new import of the article makes new rows of its citations: then
    `citation` is the key of a row that is gone. `old` are address, title and note text of the cited source, `new` the
    accepted one as `annotation.citations.decisions.AcceptedSource` (empty for other choices).
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="citation_decisions")
    citation = models.ForeignKey(StoredCitation, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+")
    choice = models.CharField(max_length=12, choices=Choice.choices)
    note = models.TextField(blank=True, max_length=LONGEST_NOTE)
    article = models.CharField(max_length=TITLE_LENGTH)
    revision = models.BigIntegerField(null=True)
    sections = models.JSONField(default=list)
    element_id = models.CharField(max_length=100)
    offset = models.PositiveIntegerField()
    claim = models.TextField()
    old: models.JSONField[dict[str, Any]] = models.JSONField(default=dict)
    new: models.JSONField[dict[str, Any]] = models.JSONField(default=dict)
    made_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(choice__in=Choice.values), name="citation_decision_choice_known"),
        ]
        indexes: ClassVar = [models.Index(fields=["project", "citation", "-id"], name="citation_decision_newest")]

    def __str__(self) -> str:
        return f"{self.citation_id}: {self.choice}"
