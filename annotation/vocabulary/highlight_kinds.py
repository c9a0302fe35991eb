"""What a highlight consists of, as the database names it."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class HighlightKind(models.TextChoices):
    SENTENCES = "sentences", _("four sentences")
    TABLE = "table", _("a table")
