from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from django import template

register = template.Library()


@register.filter
def word_of(words: Mapping[str, str], element_id: str) -> str:
    """The element's text, or its id where the corpus no longer has it."""
    return words.get(element_id) or element_id


@register.filter
def trail(words: list[str]) -> str:
    """Outermost › innermost. Not Django's `join`: its result counts as escaped, and `shown` after it would not."""
    return unicodedata.normalize("NFC", " › ".join(words))
