"""Completeness rules of three claims. Pure. `hints` judges their quality."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from unicodedata import normalize

from django.utils.translation import gettext as _

from annotation.vocabulary.labels import Challenge, ClaimType

MAX_LENGTH = 2_000


@dataclass(frozen=True, slots=True)
class WrittenClaim:
    """A claim as its writer gave it, and the challenge they expect in verifying it."""

    text: str
    challenge: str


def cleaned(text: str) -> str:
    """The text as it is kept: on one line, in NFC."""
    return normalize("NFC", " ".join(text.split()))


def problems(claims: Mapping[ClaimType, WrittenClaim]) -> dict[str, list[str]]:
    """Field -> what is wrong with it; empty when the claims may be submitted. Texts are cleaned.

    Fields are "claims.I.text", "claims.I.challenge" and so on.
    """
    found: dict[str, list[str]] = {}
    first: dict[str, ClaimType] = {}
    for kind, claim in claims.items():
        messages = [*_text_problems(claim.text)]
        same = first.setdefault(claim.text.casefold(), kind)
        if claim.text and same != kind:
            messages.append(_("This is the same as claim %(kind)s. Each claim must be another one.") % {"kind": same})
        if messages:
            found[f"claims.{kind}.text"] = messages
        if claim.challenge not in list(Challenge):
            found[f"claims.{kind}.challenge"] = [_("Choose the challenge that you expect.")]
    return found


def _text_problems(text: str) -> list[str]:
    if not text:
        return [_("Write this claim.")]
    if len(text) > MAX_LENGTH:
        length = {"length": len(text), "most": MAX_LENGTH}
        return [_("This claim has %(length)d characters; %(most)d is the most. Shorten it.") % length]
    if any(character == "\0" or "\ud800" <= character <= "\udfff" for character in text):
        return [_("This claim has a character that cannot be stored. Type it again.")]
    return []
