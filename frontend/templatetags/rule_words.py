"""Names by key, for the page of rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template

register = template.Library()


@register.filter
def name_of(names: Mapping[Any, Any], key: Any) -> str:
    """The name of a key; a question mark where there is none."""
    return str(names.get(key, "?"))
