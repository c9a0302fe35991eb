"""Why a manager acts on work or on a person. Releases count what was set aside by these values, which name nobody."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class ActionReason(models.TextChoices):
    CARELESS = "careless", _("careless or rushed work")
    GUIDELINES = "guidelines", _("guidelines not followed")
    BIAS = "bias", _("one verdict given too often")
    SUGGESTIONS = "suggestions", _("suggestions accepted without checking")
    UNCERTAIN = "uncertain", _("verdict or evidence in doubt")
    TEST = "test", _("test or training work")
    REQUEST = "request", _("at the annotator’s own request")
    OTHER = "other", _("other")
    RULE = "rule", _("by a rule of the project")


# Those that a manager chooses from.
CHOSEN = tuple(reason for reason in ActionReason if reason is not ActionReason.RULE)
