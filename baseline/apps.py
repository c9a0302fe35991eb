"""Django app of the baseline: commands, no tables."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class BaselineConfig(AppConfig):
    """Models that suggest evidence and verdicts; torch is imported only when weights are used."""

    name = "baseline"
    label = "baseline"
    verbose_name = _("Baseline")
