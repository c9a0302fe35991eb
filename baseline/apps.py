"""Django's entry for the room: it has commands and no tables."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class BaselineConfig(AppConfig):
    """Models that suggest evidence and verdicts; nothing heavy is imported before somebody asks for it."""

    name = "baseline"
    label = "baseline"
    verbose_name = _("Baseline")
