"""Phases of a task, as the database and the API name them."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Phase(models.IntegerChoices):
    """Purpose of a task. Only production counts in progress, agreement, audits and releases.

    Silent gold are attention checks: they look like production to the annotator and are scored like calibration. Guided
    examples come before everything else, are explained at once, and are scored for nobody.
    """

    PRODUCTION = 0, _("production")
    FIRST = 1, _("calibration, phase 1")
    SECOND = 2, _("calibration, phase 2")
    SILENT = 3, _("silent gold")
    GUIDED = 4, _("guided examples")


CALIBRATING = (Phase.FIRST, Phase.SECOND)
IN_PRODUCTION = (Phase.PRODUCTION, Phase.SILENT)
