"""Sets of evidence, and what is cited in them: elements of the corpus, and sources outside it."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from annotation.vocabulary.label_set import LONGEST_VALUE

LONGEST_SET_NAME = 60
LONGEST_URL, LONGEST_TITLE = 2_000, 500


class SetColour(models.TextChoices):
    """How an evidence set is marked in the workspace. It means nothing and is not exported."""

    YELLOW = "yellow", _("yellow")
    BLUE = "blue", _("blue")
    GREEN = "green", _("green")
    PINK = "pink", _("pink")
    ORANGE = "orange", _("orange")
    VIOLET = "violet", _("violet")


class EvidenceSet(models.Model):
    """Evidence that leads to the verdict on its own, without the other sets.

    `name` and `colour` are the verifier's own, empty where they gave none. `label` is the verdict that this set leads
    to, where verifiers label each set (a project of lines); empty elsewhere, and where there is not enough information.
    """

    submission = models.ForeignKey("annotation.Submission", on_delete=models.CASCADE, related_name="evidence_sets")
    position = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=LONGEST_SET_NAME, blank=True)
    colour = models.CharField(max_length=10, blank=True, choices=SetColour.choices)
    label = models.CharField(max_length=LONGEST_VALUE, blank=True, default="")

    class Meta:
        ordering: ClassVar = ["position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["submission", "position"], name="evidence_set_position_once"),
            models.CheckConstraint(condition=Q(colour__in=["", *SetColour.values]), name="evidence_set_known_colour"),
        ]

    def __str__(self) -> str:
        return f"set {self.position} of {self.submission_id}"


class Source(models.Model):
    """A document outside the corpus, with the text that was read in it. Never changed: other text is another source."""

    project = models.ForeignKey("annotation.Project", on_delete=models.CASCADE, related_name="sources")
    url = models.CharField(max_length=LONGEST_URL)
    archive_url = models.CharField(max_length=LONGEST_URL, blank=True)
    title = models.CharField(max_length=LONGEST_TITLE, blank=True)
    text = models.TextField()
    digest = models.CharField(max_length=64)  # of URL and text (`annotation.evidence.sources`)
    retrieved_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["project", "digest"], name="source_once_per_project"),
            models.CheckConstraint(condition=~Q(url="") & ~Q(text=""), name="source_has_url_and_text"),
        ]

    def __str__(self) -> str:
        return self.url


class Evidence(models.Model):
    """One element, with the context the corpus gave it and the page version it was chosen from; or a source.

    The fields of an element are empty where a source is cited.
    """

    evidence_set = models.ForeignKey(EvidenceSet, on_delete=models.CASCADE, related_name="evidence")
    position = models.PositiveSmallIntegerField()
    source = models.ForeignKey(Source, null=True, on_delete=models.RESTRICT, related_name="evidence")
    # A title may have 512 characters; the element adds its kind and numbers.
    element_id = models.CharField(max_length=600, blank=True)
    # Full ids, title first, as `corpus.page.context.context_ids` gave them at submission, less what was dropped; last
    # what was added.
    context = models.JSONField(default=list)
    # Header cells of that context which the verifier found not to belong to it.
    dropped = models.JSONField(default=list)
    # What the verifier added to that context (`corpus.page.offered_context` says what is offered).
    added = models.JSONField(default=list)
    # The sentence that goes on with this one, as the verifier found; it is in the set too. Empty, or one id.
    joined = models.JSONField(default=list)
    page_title = models.CharField(max_length=512, blank=True)
    page_revision = models.BigIntegerField(null=True)
    content_hash = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering: ClassVar = ["position"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["evidence_set", "element_id"], condition=Q(source=None), name="evidence_once_per_set"
            ),
            models.UniqueConstraint(fields=["evidence_set", "source"], name="evidence_source_once_per_set"),
            models.CheckConstraint(
                condition=Q(source=None) & ~Q(element_id="") | Q(source__isnull=False, element_id=""),
                name="evidence_of_element_or_source",
            ),
            models.UniqueConstraint(fields=["evidence_set", "position"], name="evidence_position_once"),
        ]

    def __str__(self) -> str:
        return self.element_id or f"source {self.source_id}"
