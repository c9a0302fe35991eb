"""Whether annotators do a guided example of each kind before their first task, or examples only."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

LONGEST_KIND = 30  # characters of the name of a kind


class GuidedExamples(models.TextChoices):
    """A setting of a project. It has no effect while a manager has chosen no example.

    In a practice project everybody does every example, with feedback after each, and as often as they like. No other
    task is assigned, nothing counts and nothing is released.
    """

    REQUIRED = "required", _("required before the first task")
    SKIPPABLE = "skippable", _("offered before the first task, can be skipped")
    OFF = "off", _("not offered")
    PRACTICE = "practice", _("practice project: all of them, and nothing else")
