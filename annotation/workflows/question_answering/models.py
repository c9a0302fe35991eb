"""What the five phases store: articles, claims with versions of their text, questions with answers, verdicts."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from annotation.evidence.models import LONGEST_TITLE, LONGEST_URL
from annotation.vocabulary.label_set import LONGEST_VALUE
from annotation.work.models import SubmittedWork

LONGEST_DATE = 21  # 2017-02-13/2017-02-14


class FieldsFile(models.Model):
    """A fields file of a project; the one with the highest number holds. A project without has that of Attest."""

    project = models.ForeignKey("annotation.Project", models.CASCADE, related_name="fields_files")
    number = models.PositiveIntegerField()
    text = models.TextField()
    saved_by = models.ForeignKey("annotation.User", models.PROTECT, null=True, related_name="fields_files")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["project", "number"], name="fields_file_number_once")]

    def __str__(self) -> str:
        return f"fields file {self.number} of project {self.project_id}"


class Article(models.Model):
    """A fact-checking article, from which claims are normalised. An address is there once in a project.

    `url`: of the article itself, `archived_url`: of a public copy. `page_title`: of the copy in the project's corpus or
    in its collections of web pages; empty: none. `published`: a date as exact as it is known. `found`: what the
    importer found of each claim: [{claim, speaker, claim_url, verdict, claim_id}], as far as it is known.
    """

    task = models.OneToOneField("annotation.Task", models.CASCADE, primary_key=True, related_name="article")
    project = models.ForeignKey("annotation.Project", models.CASCADE, related_name="articles")
    url = models.CharField(max_length=LONGEST_URL)
    archived_url = models.CharField(max_length=LONGEST_URL, blank=True)
    address_digest = models.CharField(max_length=64)  # of the canonical address (`articles.digest`)
    published = models.CharField(max_length=LONGEST_DATE, blank=True)
    title = models.CharField(max_length=LONGEST_TITLE, blank=True)
    page_title = models.CharField(max_length=512, blank=True)
    found = models.JSONField(default=list)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["project", "address_digest"], name="article_once_per_project"),
            models.CheckConstraint(condition=~Q(url=""), name="article_has_address"),
        ]

    def __str__(self) -> str:
        return self.url


class NormalisedClaim(models.Model):
    """A claim as it stands now. What was submitted is in `Normalisation.body`, earlier texts in `ClaimText`.

    `assignment`: in which it was written. `key`: given by the browser. `left_by`: the name of the rule by which it goes
    no further than phase 1; empty: it goes on. `is_current`: false once a change of the normalisation removed it.
    """

    article = models.ForeignKey(Article, models.CASCADE, related_name="claims")
    assignment = models.ForeignKey("annotation.Assignment", models.PROTECT, null=True, related_name="normalised_claims")
    key = models.UUIDField()
    position = models.PositiveSmallIntegerField()
    text = models.TextField()
    verdict = models.CharField(max_length=LONGEST_VALUE, blank=True)
    claim_date = models.CharField(max_length=LONGEST_DATE, blank=True)
    original_claim_url = models.CharField(max_length=LONGEST_URL, blank=True)
    speaker = models.TextField(blank=True)
    reporting_source = models.TextField(blank=True)
    transcription = models.TextField(blank=True)
    media_sources = models.JSONField(default=list)
    location_iso_code = models.CharField(max_length=10, blank=True)
    claim_types = models.JSONField(default=list)
    fact_checking_strategies = models.JSONField(default=list)
    left_by = models.CharField(max_length=LONGEST_VALUE, blank=True)
    is_current = models.BooleanField(default=True)
    # {"row": the row of an imported data set, to write it again as it came, "split": the side on which it stood,
    # "collection": its number in a knowledge store, where rows do not say it}.
    imported = models.JSONField(null=True)

    class Meta:
        ordering: ClassVar = ["article", "position", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["article", "key"], name="normalised_claim_once"),
            # AVeriTeC's train has a claim without words, which comes out as it came.
            models.CheckConstraint(condition=~Q(text="") | Q(imported__isnull=False), name="normalised_claim_has_text"),
        ]

    def __str__(self) -> str:
        return self.text


class ClaimText(models.Model):
    """A text that a claim had, and by which submission: the normalisation, a change of it, a correction in phase 2.

    `submission`: null where the claim was imported."""

    claim = models.ForeignKey(NormalisedClaim, models.CASCADE, related_name="texts")
    submission = models.ForeignKey("annotation.Submission", models.PROTECT, null=True, related_name="claim_texts")
    number = models.PositiveSmallIntegerField()
    text = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["claim", "number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["claim", "number"], name="claim_text_number_once")]

    def __str__(self) -> str:
        return self.text


class ClaimItem(models.Model):
    """The claim of a task of phases 2 to 5. `answers`: the submission whose questions and answers are shown.

    `in_chain`: it came by the way of the phases, once a phase; others are gold or training.
    """

    task = models.OneToOneField("annotation.Task", models.CASCADE, primary_key=True, related_name="claim_item")
    claim = models.ForeignKey(NormalisedClaim, models.CASCADE, related_name="items")
    kind = models.CharField(max_length=30)
    answers = models.ForeignKey("annotation.Submission", models.PROTECT, null=True, related_name="claim_items")
    in_chain = models.BooleanField(default=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["claim", "kind"], condition=Q(in_chain=True), name="claim_item_once_a_phase"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} of claim {self.claim_id}"


class Normalisation(SubmittedWork):
    """Phase 1: `body` as submitted, {"claims": [...], "confirmed": [...]}. `label`: the verdict of the first claim."""

    article = models.ForeignKey(Article, models.PROTECT, related_name="normalisations")
    body = models.JSONField()
    label = models.CharField(max_length=LONGEST_VALUE, blank=True)

    def __str__(self) -> str:
        return f"normalisation of article {self.article_id}"


class ClaimWork(SubmittedWork):
    """Phases 2 to 5: a verdict on a claim, with what belongs to it. The phase is that of the assignment.

    `label`: the verdict, or "unreadable". `correction`: of the claim, in phase 2; empty: none.
    """

    claim = models.ForeignKey(NormalisedClaim, models.PROTECT, related_name="works")
    verdict = models.CharField(max_length=LONGEST_VALUE, blank=True)
    label = models.CharField(max_length=LONGEST_VALUE)
    unreadable = models.BooleanField(default=False)
    justification = models.TextField(blank=True)
    correction = models.TextField(blank=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(unreadable=True, verdict="") | (Q(unreadable=False) & ~Q(verdict="")),
                name="claim_work_has_verdict_or_is_unreadable",
            )
        ]

    def __str__(self) -> str:
        return f"{self.label}: claim {self.claim_id}"


class PairState(models.TextChoices):
    """What a dispute made of a question or an answer; deleted ones have no row there."""

    KEPT = "kept", _("kept")
    EDITED = "edited", _("edited")
    ADDED = "added", _("added")


class SourceKind(models.TextChoices):
    """Where an answer comes from: nowhere, the metadata of the claim, an address, or an element of a corpus."""

    NONE = "none", _("no source")
    METADATA = "metadata", _("metadata")
    URL = "url", _("address")
    PAGE = "page", _("page")


class Question(models.Model):
    """A question of phase 2 or 4. `key`: given by the browser; a dispute keeps that of what it takes over."""

    submission = models.ForeignKey("annotation.Submission", models.PROTECT, related_name="questions")
    key = models.UUIDField()
    position = models.PositiveSmallIntegerField()
    text = models.TextField()
    state = models.CharField(max_length=10, blank=True, choices=PairState.choices)

    class Meta:
        ordering: ClassVar = ["submission", "position"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["submission", "key"], name="question_once")]

    def __str__(self) -> str:
        return self.text


class Answer(models.Model):
    """An answer to a question. `evidence`: the element that it cites, pinned; null unless its source is a page.

    `flags`: "younger_than_claim", "flagged_domain". `published`: date of the source as exact as it is known.
    """

    question = models.ForeignKey(Question, models.PROTECT, related_name="answers")
    key = models.UUIDField()
    position = models.PositiveSmallIntegerField()
    text = models.TextField()
    answer_type = models.CharField(max_length=100)
    boolean_explanation = models.TextField(blank=True)
    source_kind = models.CharField(max_length=10, choices=SourceKind.choices)
    url = models.CharField(max_length=LONGEST_URL, blank=True)
    source_medium = models.CharField(max_length=100, blank=True)
    evidence = models.ForeignKey("annotation.Evidence", models.PROTECT, null=True, related_name="answers")
    published = models.CharField(max_length=LONGEST_DATE, blank=True)
    flags = models.JSONField(default=list)
    state = models.CharField(max_length=10, blank=True, choices=PairState.choices)

    class Meta:
        ordering: ClassVar = ["question", "position"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["question", "key"], name="answer_once")]

    def __str__(self) -> str:
        return self.text


class PairProblem(models.Model):
    """A problem that a validator names of a question or an answer: a value of the fields file."""

    work = models.ForeignKey(ClaimWork, models.PROTECT, related_name="problems")
    question = models.ForeignKey(Question, models.PROTECT, null=True, related_name="problems")
    answer = models.ForeignKey(Answer, models.PROTECT, null=True, related_name="problems")
    value = models.CharField(max_length=LONGEST_VALUE)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(question__isnull=True, answer__isnull=False)
                | Q(question__isnull=False, answer__isnull=True),
                name="pair_problem_of_question_or_answer",
            ),
            models.UniqueConstraint(
                fields=["work", "question", "value"], condition=Q(answer=None), name="question_problem_once"
            ),
            models.UniqueConstraint(
                fields=["work", "answer", "value"], condition=Q(question=None), name="answer_problem_once"
            ),
        ]

    def __str__(self) -> str:
        return self.value
