"""What a person chose for every page they see: size of text, density, keys. Stored with the account."""

from __future__ import annotations

from typing import Any, TypedDict

from django.db import models
from django.utils.translation import gettext_lazy as _


class TextSize(models.TextChoices):
    SMALL = "small", _("small")
    NORMAL = "normal", _("normal")
    LARGE = "large", _("large")
    LARGER = "larger", _("very large")


class Density(models.TextChoices):
    COMPACT = "compact", _("compact")
    NORMAL = "normal", _("normal")
    ROOMY = "roomy", _("roomy")


class Preferences(TypedDict):
    """`keys`: action -> key, of those that are not the default."""

    text_size: str
    density: str
    keys: dict[str, str]


def preferences_of(stored: dict[str, Any]) -> Preferences:
    """What is stored, completed; a value that is not known any more counts as the default."""
    size, density, keys = stored.get("text_size"), stored.get("density"), stored.get("keys")
    return {
        "text_size": size if size in TextSize.values else TextSize.NORMAL.value,
        "density": density if density in Density.values else Density.NORMAL.value,
        "keys": {str(action): str(key) for action, key in keys.items()} if isinstance(keys, dict) else {},
    }
