"""App configuration; the label is part of every migration and must not change."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CorpusConfig(AppConfig):
    """Wikipedia as pages of citable elements."""

    name = "corpus"
    label = "corpus"
    verbose_name = _("Corpus")
