"""Settings of the rules of a project."""

from __future__ import annotations

from typing import ClassVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _


class Rule(models.TextChoices):
    """What did something, as stored in `Action.rule`."""

    THIRD_VERIFIER = "third_verifier", _("Third verifier on disagreement")
    GOLD_PAUSE = "gold_pause", _("Pause below a gold threshold")
    QA_SHARE = "qa_share", _("QA share of people in doubt")


class ThirdVerifier(models.TextChoices):
    """When two verifiers of a claim get a third."""

    OFF = "off", _("Off")
    VERDICT = "verdict", _("When their verdicts differ")
    EVIDENCE = "evidence", _("When their verdicts differ, or their evidence overlaps by less than 70 %")


def _percent(default: int, low: int = 0) -> models.PositiveSmallIntegerField[int, int]:
    return models.PositiveSmallIntegerField(
        default=default, validators=[MinValueValidator(low), MaxValueValidator(100)]
    )


class QualityRules(models.Model):
    """Rules of one project; no row: all are off. Shares and kappa are in per cent, 40 for a kappa of 0.40.

    `gold_pause`: somebody is paused whose share of right answers to attention checks lies below `gold_below`, with the
    whole 95 % interval, after `gold_least` answers. `qa_raise`: others repeat `qa_share` of the claims of somebody
    whose kappa with all others lies below `qa_below`, with the whole interval, until the value is above it.
    """

    project = models.OneToOneField("annotation.Project", on_delete=models.CASCADE, related_name="quality_rules")
    third_verifier = models.CharField(max_length=10, choices=ThirdVerifier.choices, default=ThirdVerifier.OFF.value)
    gold_pause = models.BooleanField(default=False)
    gold_least = models.PositiveSmallIntegerField(
        default=20, validators=[MinValueValidator(5), MaxValueValidator(1_000)]
    )
    gold_below = _percent(60, 1)
    qa_raise = models.BooleanField(default=False)
    qa_below = _percent(40, 1)
    qa_share = _percent(30, 1)

    class Meta:
        verbose_name_plural = "quality rules"
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(third_verifier__in=ThirdVerifier.values), name="quality_rules_known_third_verifier"
            )
        ]

    def __str__(self) -> str:
        return f"rules of project {self.project_id}"


def rules_of(project: int) -> QualityRules | None:
    """The rules of a project, by its id; None while all are off."""
    return QualityRules.objects.filter(project=project).first()
