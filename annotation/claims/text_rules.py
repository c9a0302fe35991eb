"""Rules of a claim's text, whoever writes or corrects it. Pure."""

from __future__ import annotations

from unicodedata import normalize

from django.utils.translation import gettext as _

MAX_LENGTH = 2_000


def cleaned(text: str) -> str:
    """The text as it is kept: on one line, in NFC."""
    return normalize("NFC", " ".join(text.split()))


def text_problems(text: str) -> list[str]:
    """Return what is wrong with the text of one claim, whatever stands beside it; the text is cleaned."""
    if not text:
        return [_("Write this claim.")]
    if len(text) > MAX_LENGTH:
        length = {"length": len(text), "most": MAX_LENGTH}
        return [_("This claim has %(length)d characters; %(most)d is the most. Shorten it.") % length]
    if any(character == "\0" or "\ud800" <= character <= "\udfff" for character in text):
        return [_("This claim has a character that cannot be stored. Type it again.")]
    return []
