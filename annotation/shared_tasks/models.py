"""Tables of hosted shared tasks. They belong to a project; the people of a team need no role in it."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import ClassVar
from zoneinfo import ZoneInfo

from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from annotation.accounts.models import User
from annotation.projects.models import Project

LONGEST_NAME = 80


class TaskFormat(models.TextChoices):
    """Shape of gold and submissions. Values are those of `baseline.scoring.hosted.measures`."""

    AVERITEC = "averitec", "AVeriTeC"
    FEVEROUS = "feverous", "FEVEROUS"
    FEVER = "fever", "FEVER"


class SharedTask(models.Model):
    """A shared task. `scorer`: of AVeriTeC's three, empty for other formats; `measure`: what the leaderboard is ranked
    by; `time_zone`: of its days and dates; `is_listed`: whether anybody but its organisers sees it."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="shared_tasks")
    slug = models.SlugField(max_length=60, unique=True)
    title = models.CharField(max_length=120)
    description = models.TextField(blank=True)
    rules = models.TextField(blank=True)
    format = models.CharField(max_length=10, choices=TaskFormat.choices)
    scorer = models.CharField(max_length=20, blank=True)
    measure = models.CharField(max_length=60)
    time_zone = models.CharField(max_length=60, default="UTC")
    is_listed = models.BooleanField(default=False)
    created_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return self.slug

    @property
    def zone(self) -> ZoneInfo:
        """The time zone of its days and dates."""
        return ZoneInfo(self.time_zone)


class Stage(models.TextChoices):
    """What time it is for a split."""

    COMING = "coming", _("not open yet")
    OPEN = "open", _("open for submissions")
    CLOSED = "closed", _("deadline passed")
    ANNOUNCED = "announced", _("announced")


class TaskSplit(models.Model):
    """Claims to predict. `is_blind`: gold, scores and leaderboard are withheld until they are announced; `labels_at`:
    before this nobody downloads the gold of a blind split, announced or not.

    `claims`: how many there are; 0 while there is no gold. `standings`: the leaderboard, best first, with the
    fields of `baseline.scoring.hosted.ranking.Standing` and the submission.
    """

    task = models.ForeignKey(SharedTask, on_delete=models.CASCADE, related_name="splits")
    name = models.SlugField(max_length=30)
    is_blind = models.BooleanField(default=False)
    opens_at = models.DateTimeField()
    closes_at = models.DateTimeField()
    labels_at = models.DateTimeField(null=True)
    collection_url = models.URLField(blank=True, max_length=500)
    claims = models.PositiveIntegerField(default=0)
    gold_name = models.CharField(max_length=200, blank=True)
    gold_sha256 = models.CharField(max_length=64, blank=True)
    standings = models.JSONField(default=list)
    announced_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["opens_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["task", "name"], name="task_split_once_per_name"),
            models.CheckConstraint(condition=Q(closes_at__gt=models.F("opens_at")), name="task_split_closes_later"),
        ]

    def __str__(self) -> str:
        return f"{self.task_id}/{self.name}"

    def stage(self, now: datetime | None = None) -> Stage:
        """What time it is for the split."""
        now = now or timezone.now()
        if self.announced_at is not None:
            return Stage.ANNOUNCED
        if now < self.opens_at:
            return Stage.COMING
        return Stage.OPEN if now <= self.closes_at else Stage.CLOSED

    @property
    def has_claims(self) -> bool:
        """Whether teams may download the claims: from the day the split opens."""
        return bool(self.claims) and self.stage() != Stage.COMING

    @property
    def has_gold(self) -> bool:
        """Whether anybody but organisers may download labels and evidence."""
        if not self.has_claims:
            return False
        if not self.is_blind:
            return True
        return self.announced_at is not None and self.labels_at is not None and self.labels_at <= timezone.now()

    @property
    def has_scores(self) -> bool:
        """Whether a team sees its own scores."""
        return not self.is_blind or self.announced_at is not None


class Team(models.Model):
    """People who submit together. Whoever has the link of `invitation` may join; a new one ends it. Names change,
    submissions stay."""

    task = models.ForeignKey(SharedTask, on_delete=models.CASCADE, related_name="teams")
    name = models.CharField(max_length=LONGEST_NAME)
    invitation = models.UUIDField(default=uuid.uuid4, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["name"]
        constraints: ClassVar = [models.UniqueConstraint("task", Lower("name"), name="team_once_per_name")]

    def __str__(self) -> str:
        return self.name


class TeamMember(models.Model):
    """A person on a team: on one of a task at most."""

    task = models.ForeignKey(SharedTask, on_delete=models.CASCADE, related_name="+")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="team_memberships")
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["task", "user"], name="one_team_of_a_task")]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.team_id}"


class TeamSystem(models.Model):
    """A system of a team, which submits once a day and split."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="systems")
    name = models.CharField(max_length=LONGEST_NAME)
    code_url = models.URLField(blank=True, max_length=500)
    description = models.TextField(blank=True, max_length=2_000)

    class Meta:
        ordering: ClassVar = ["name"]
        constraints: ClassVar = [models.UniqueConstraint("team", Lower("name"), name="system_once_per_name")]

    def __str__(self) -> str:
        return self.name


class SubmissionState(models.TextChoices):
    ACCEPTED = "accepted", _("accepted")
    SCORED = "scored", _("scored")
    FAILED = "failed", _("not scored")


class TeamSubmission(models.Model):
    """A file of predictions that was accepted. `day`: in the task's time zone; one of a system, split and day that did
    not fail is all that the database takes. `reason`: for the team; `detail`: for the organisers, who may read gold."""

    split = models.ForeignKey(TaskSplit, on_delete=models.CASCADE, related_name="submissions")
    system = models.ForeignKey(TeamSystem, on_delete=models.CASCADE, related_name="submissions")
    submitted_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    submitted_at = models.DateTimeField()
    day = models.DateField()
    file_name = models.CharField(max_length=200)
    size = models.BigIntegerField()
    sha256 = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=SubmissionState.choices, default=SubmissionState.ACCEPTED)
    reason = models.TextField(blank=True)
    detail = models.TextField(blank=True)
    job = models.OneToOneField("jobs.Job", null=True, on_delete=models.SET_NULL, related_name="team_submission")

    class Meta:
        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["system", "split", "day"], condition=~Q(state="failed"), name="one_submission_a_day"
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["split", "system", "-id"], name="submission_that_counts")]

    def __str__(self) -> str:
        return f"submission {self.pk}"


class SubmissionScore(models.Model):
    """What a submission scored; the database refuses to change it. `tables`: the report as JSON. Values: 0 to 1."""

    submission = models.OneToOneField(TeamSubmission, on_delete=models.CASCADE, related_name="score")
    scorer = models.CharField(max_length=60)
    measure = models.CharField(max_length=60)
    gold_sha256 = models.CharField(max_length=64)
    value = models.FloatField()
    low = models.FloatField(null=True)
    high = models.FloatField(null=True)
    tables = models.JSONField()
    scored_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"score of {self.submission_id}"
