"""A project's choice of what free text is released, its redactions, and what a scan found."""

from __future__ import annotations

from typing import ClassVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from annotation.release.privacy.kinds import MOST_PEOPLE, OPTIONAL, TextKind

LONGEST_KIND = 30
# As plain strings: a migration must not import the enum.
ALL_KINDS, OPTIONAL_KINDS = [kind.value for kind in TextKind], [kind.value for kind in OPTIONAL]


class Finding(models.TextChoices):
    """What a scan recognises in a text."""

    MAIL = "mail", _("mail address")
    PHONE = "phone", _("phone number")
    NAME = "name", _("name of a member")
    WORD = "word", _("one of your words")


class FreeTextChoice(models.Model):
    """What future releases of a project publish. Without a row: every text, and figures of single people.

    `left_out`: kinds of text. `smallest_group`: figures of the report about fewer people are left out. `words`: what a
    scan looks for besides, a line each.
    """

    project = models.OneToOneField("annotation.Project", on_delete=models.CASCADE, related_name="free_text_choice")
    left_out = models.JSONField(default=list)
    smallest_group = models.PositiveSmallIntegerField(
        default=1, validators=[MinValueValidator(1), MaxValueValidator(MOST_PEOPLE)]
    )
    words = models.TextField(blank=True)
    changed_by = models.ForeignKey("annotation.User", null=True, on_delete=models.SET_NULL, related_name="+")
    changed_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"free texts of {self.project_id}"


class Redaction(models.Model):
    """A text that releases replace by a marker. `row`: key of the row that has the text, by its kind.

    The text itself stays as it was. `released_at`: when a release was first made with it; from then on it is kept.
    """

    project = models.ForeignKey("annotation.Project", on_delete=models.CASCADE, related_name="redactions")
    kind = models.CharField(max_length=LONGEST_KIND)
    row = models.BigIntegerField()
    made_by = models.ForeignKey("annotation.User", null=True, on_delete=models.SET_NULL, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    released_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["project", "kind", "row"], name="redaction_once"),
            models.CheckConstraint(condition=Q(kind__in=OPTIONAL_KINDS), name="redaction_of_optional_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.row}, redacted"


class TextFinding(models.Model):
    """A text in which the latest scan found something of this sort."""

    project = models.ForeignKey("annotation.Project", on_delete=models.CASCADE, related_name="text_findings")
    kind = models.CharField(max_length=LONGEST_KIND)
    what = models.CharField(max_length=10, choices=Finding.choices)
    row = models.BigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["project", "kind", "what", "row"], name="text_finding_once"),
            models.CheckConstraint(condition=Q(kind__in=ALL_KINDS), name="text_finding_of_known_kind"),
            models.CheckConstraint(condition=Q(what__in=Finding.values), name="text_finding_of_known_sort"),
        ]

    def __str__(self) -> str:
        return f"{self.what} in {self.kind} {self.row}"
