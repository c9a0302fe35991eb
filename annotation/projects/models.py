"""Projects, their members with their roles, and their guidelines."""

from __future__ import annotations

import secrets
from typing import ClassVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from annotation.accounts.models import User
from annotation.projects import extension_points
from annotation.vocabulary.evidence_kinds import EvidenceKinds
from annotation.vocabulary.guided_examples import GuidedExamples
from annotation.vocabulary.limits import MAX_ELEMENTS
from annotation.vocabulary.submission_check import CheckMode


class Role(models.TextChoices):
    CLAIM_WRITER = "claim_writer", _("claim writer")
    VERIFIER = "verifier", _("verifier")
    MANAGER = "manager", _("manager")
    # Adjudicates disagreements and sees the statistics; has no other right of a manager.
    ADJUDICATOR = "adjudicator", _("adjudicator")
    # Sees the statistics and the rows behind them; changes nothing.
    OBSERVER = "observer", _("observer")
    # Searches for all evidence of a few claims that others label too (annotation.workflows.oracle_annotation).
    ORACLE = "oracle", _("oracle annotator")


def new_seed() -> int:
    """Generate an unpredictable seed: whoever knew it could tell which of their verifications are repeated."""
    return secrets.randbelow(2**53)


SEED_BOUNDS = [MinValueValidator(0), MaxValueValidator(2**53)]  # what a JSON number can carry exactly


def usual_arms() -> dict[str, int]:
    """Default weights: everybody sees suggestions, after a first selection of their own."""
    return {"none": 0, "after": 1, "at_once": 0}


def default_workflows() -> list[str]:
    """Return the slugs of the workflows that are on in a new project."""
    return extension_points.default_workflows()


CHECK_MODES = (
    (CheckMode.OFF.value, _("Off")),
    (CheckMode.ON.value, _("On for every claim")),
    (CheckMode.RANDOM.value, _("On for a random share of the claims")),
)


class PageView(models.TextChoices):
    """How verifiers read a page: as the article it is, or as FEVER shows it, a list of its sentences."""

    ARTICLE = "article", _("the article")
    LINES = "lines", _("a list of lines, with the pages that each links to (FEVER)")


class Undecided(models.TextChoices):
    """What a release has of a claim whose verifications give several verdicts, and that nobody has adjudicated."""

    LEFT_OUT = "left_out", _("Leave the claim out")
    FIRST = "first", _("The first annotation counts (FEVEROUS paper)")


class Project(models.Model):
    """Annotation project over one frozen corpus."""

    slug = models.SlugField(unique=True, max_length=60)
    name = models.CharField(max_length=200)
    corpus = models.ForeignKey("corpus.Corpus", on_delete=models.PROTECT, related_name="projects")
    description = models.TextField(blank=True)
    verifications_per_claim = models.PositiveSmallIntegerField(
        default=1, validators=[MinValueValidator(1), MaxValueValidator(20)]
    )
    max_evidence_sets = models.PositiveSmallIntegerField(
        default=3, validators=[MinValueValidator(1), MaxValueValidator(20)]
    )
    lease_minutes = models.PositiveSmallIntegerField(
        default=30, validators=[MinValueValidator(2), MaxValueValidator(24 * 60)]
    )
    # Limits for each person; empty: none.
    claim_sets_per_person = models.PositiveIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(1_000_000)]
    )
    verifications_per_person = models.PositiveIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(1_000_000)]
    )
    # Lease of a postponed task, and time for changes after submission (0: unlimited), in hours.
    park_hours = models.PositiveSmallIntegerField(
        default=24, validators=[MinValueValidator(1), MaxValueValidator(24 * 30)]
    )
    # How long written claims rest before they can be taken for verification, so that their writers can change them.
    # FEVEROUS' platform offered them from the second day after (24 to 48 hours); 0: at once.
    claim_rest_hours = models.PositiveIntegerField(default=24, validators=[MaxValueValidator(24 * 365)])
    edit_hours = models.PositiveIntegerField(default=48, validators=[MaxValueValidator(24 * 365)])
    # Minutes after which a verifier is reminded of "not enough information" (paper, section 7.10.1); 0: never.
    guide_minutes = models.PositiveSmallIntegerField(default=10, validators=[MaxValueValidator(24 * 60)])
    # Above these numbers of pages, or of elements in a set, a warning is shown; empty: none. Nothing is refused.
    evidence_limit_pages = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(1_000)]
    )
    evidence_limit_elements = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(MAX_ELEMENTS)]
    )
    # The share of first verifications that others repeat, and what the draw begins from (annotation.quality.sampling).
    qa_rate = models.DecimalField(
        max_digits=5, decimal_places=4, default=0, validators=[MinValueValidator(0), MaxValueValidator(1)]
    )
    qa_seed = models.BigIntegerField(default=new_seed, validators=SEED_BOUNDS)
    # Hidden items (annotation.quality.sampling): of a hundred new claims so many are labelled by `revalidation_people`,
    # and so many by oracle annotators too; each is one of so many tasks of a person. 0: none.
    revalidation_share = models.PositiveSmallIntegerField(default=0, validators=[MaxValueValidator(50)])
    revalidation_people = models.PositiveSmallIntegerField(
        default=5, validators=[MinValueValidator(2), MaxValueValidator(20)]
    )
    revalidation_every = models.PositiveSmallIntegerField(
        default=10, validators=[MinValueValidator(2), MaxValueValidator(1_000)]
    )
    oracle_share = models.PositiveSmallIntegerField(default=0, validators=[MaxValueValidator(50)])
    oracle_every = models.PositiveSmallIntegerField(
        default=90, validators=[MinValueValidator(2), MaxValueValidator(1_000)]
    )
    # How many of a hundred adjudicated claims two people decide on (annotation.quality.adjudication.second).
    second_adjudication_share = models.PositiveSmallIntegerField(default=0, validators=[MaxValueValidator(100)])
    # Calibration (annotation.quality.calibration): nobody works in production before a manager has approved of them.
    calibration = models.BooleanField(default=False)
    calibration_items = models.PositiveSmallIntegerField(
        default=10, validators=[MinValueValidator(1), MaxValueValidator(100)]
    )
    # In percent; what a manager sees marked as enough. Empty: nothing is marked, people decide as they do anyhow.
    calibration_min_accuracy = models.PositiveSmallIntegerField(
        default=70, null=True, blank=True, validators=[MaxValueValidator(100)]
    )
    calibration_min_f1 = models.PositiveSmallIntegerField(
        default=50, null=True, blank=True, validators=[MaxValueValidator(100)]
    )
    # Whether evidence is suggested in both phases as it is in production: it may be half of gold.
    calibration_suggestions = models.BooleanField(default=False)
    # Whether annotators do a guided example of each kind before their first task (calibration.guided_examples).
    guided_examples = models.CharField(
        max_length=10, choices=GuidedExamples.choices, default=GuidedExamples.REQUIRED.value
    )
    # How many of a hundred claims in production have a known answer, and when somebody's answers to the last few
    # of them are worth a manager's look (percent of right verdicts).
    silent_gold_rate = models.PositiveSmallIntegerField(default=0, validators=[MaxValueValidator(50)])
    drift_window = models.PositiveSmallIntegerField(
        default=10, validators=[MinValueValidator(1), MaxValueValidator(100)]
    )
    drift_min_accuracy = models.PositiveSmallIntegerField(default=70, validators=[MaxValueValidator(100)])
    # Evidence that a model suggests (annotation.suggestions): whether any is, and the weights of the arms "none",
    # "after" (the annotator's own first selection) and "at_once", with what their draw begins from.
    suggestions_on = models.BooleanField(default=False)
    suggestion_arms = models.JSONField(default=usual_arms)
    suggestion_seed = models.BigIntegerField(default=new_seed, validators=SEED_BOUNDS)
    # The check before a verification is submitted (annotation.submission_check): whether it is shown, in "random" to
    # which percentage of the claims, and what their draw begins from.
    check_mode = models.CharField(max_length=10, choices=CHECK_MODES, default=CheckMode.OFF.value)
    check_share = models.PositiveSmallIntegerField(default=50, validators=[MinValueValidator(1), MaxValueValidator(99)])
    check_seed = models.BigIntegerField(default=new_seed, validators=SEED_BOUNDS)
    # What annotators see of work that others did too (annotation.quality.agreement.personal): whether at all, how many
    # days after nobody can change it any more, and whether with the adjudicated decision.
    show_agreement = models.BooleanField(default=True)
    agreement_delay_days = models.PositiveSmallIntegerField(default=7, validators=[MaxValueValidator(365)])
    show_adjudications = models.BooleanField(default=False)
    # The verdicts: JSON as in `vocabulary.label_set_json`; null: those of FEVEROUS. `label_sets.label_set_of` reads it.
    label_set = models.JSONField(null=True, blank=True, default=None)
    evidence_kinds = models.CharField(max_length=20, choices=EvidenceKinds.choices, default=EvidenceKinds.ALL)
    # How pages are read, and whether the page that a claim was written from is opened for its verifiers, as in FEVER:
    # the page alone, never the sentence (docs/managers.md).
    page_view = models.CharField(max_length=10, choices=PageView.choices, default=PageView.ARTICLE)
    opens_claim_page = models.BooleanField(default=False)
    # What differs from the paper's settings: see `HighlightSettings`.
    highlight_settings = models.JSONField(default=dict, blank=True)
    undecided_claims = models.CharField(max_length=10, choices=Undecided.choices, default=Undecided.LEFT_OUT.value)
    # What an hour of active time costs, and the currency as people write it; null: no rate, amounts are not shown.
    hourly_rate = models.DecimalField(
        max_digits=9, decimal_places=2, null=True, blank=True, validators=[MinValueValidator(0)]
    )
    currency = models.CharField(max_length=10, blank=True, default="")
    # Slugs of the workflows that are switched on; `annotation.work.registry.workflows_of` reads them.
    workflows = models.JSONField(default=default_workflows)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["slug"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(verifications_per_claim__gte=1)
                & models.Q(max_evidence_sets__gte=1)
                & models.Q(lease_minutes__gte=2)
                & models.Q(park_hours__gte=1),
                name="project_settings_in_range",
            )
        ]

    def __str__(self) -> str:
        return self.slug

    @property
    def is_practice(self) -> bool:
        """Whether people only practise here: they are assigned guided examples alone, and nothing is released."""
        return self.guided_examples == GuidedExamples.PRACTICE

    @property
    def labels_sets(self) -> bool:
        """Whether each evidence set has a label; no challenge is asked for then."""
        return self.page_view == PageView.LINES


def setting_bounds(name: str) -> tuple[int, int]:
    """The least and the greatest value of an integer field of `Project`, both inclusive, from its validators."""
    field = Project._meta.get_field(name)
    assert isinstance(field, models.Field)
    validators = field.validators
    return (
        max(one.limit_value for one in validators if isinstance(one, MinValueValidator)),
        min(one.limit_value for one in validators if isinstance(one, MaxValueValidator)),
    )


class Membership(models.Model):
    """One role of one person in one project. A person may hold several; the queries keep them apart."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=20, choices=Role.choices)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["project", "user", "role"], name="membership_once_per_role"),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="membership_known_role"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.role} in {self.project_id}"


class Guidelines(models.Model):
    """Guidelines for one kind of task, in Markdown. A change is a new version; rows are never changed.

    People confirm each version once, before they go on.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="guidelines")
    kind = models.CharField(max_length=30)
    version = models.PositiveIntegerField()
    text = models.TextField()
    author = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="guidelines")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["project", "kind", "version"]
        verbose_name_plural = "guidelines"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["project", "kind", "version"], name="guidelines_version_once"),
            models.CheckConstraint(condition=~models.Q(text=""), name="guidelines_have_text"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} guidelines {self.version}"


class GuidelinesConfirmation(models.Model):
    """Confirmation that a person has read one version of the guidelines. Version 0 is Attest's own text."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="guidelines_confirmations")
    person = models.ForeignKey(User, on_delete=models.CASCADE, related_name="guidelines_confirmations")
    kind = models.CharField(max_length=30)
    version = models.PositiveIntegerField()
    confirmed_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["project", "person", "kind", "version"], name="guidelines_confirmed_once")
        ]

    def __str__(self) -> str:
        return f"{self.person_id} has read version {self.version}"
