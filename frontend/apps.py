from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class FrontendConfig(AppConfig):
    name = "frontend"
    label = "frontend"
    verbose_name = _("Frontend")
