"""Texts that are translated when they are shown. Pure: Django is imported by whoever shows one, so that statistics over
labels run without it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Translated:
    """A text of our own catalogues. `str()` is the text in the language of now."""

    text: str

    def __str__(self) -> str:
        from django.utils.translation import gettext

        return gettext(self.text)


class ByLanguage:
    """A text that its author gave in several languages; in none that fits it is the English, else the first one."""

    def __init__(self, said: Mapping[str, str]) -> None:
        self.said = dict(said)

    def __str__(self) -> str:
        from django.utils.translation import get_language

        language = get_language() or "en"
        codes = (language, language.partition("-")[0], "en", *self.said)
        return next(self.said[code] for code in codes if code in self.said)


Text = str | Translated | ByLanguage


def gettext_lazy(text: str) -> Translated:
    """As Django's, without importing it; `bin/translations` finds the text by this name."""
    return Translated(text)
