"""Completeness rules of three claims. Pure. `hints` judges their quality."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from annotation.claims.text_rules import text_problems
from annotation.vocabulary.label_set import LabelSet
from annotation.vocabulary.labels import ClaimType
from annotation.vocabulary.verdicts import VERDICTS


@dataclass(frozen=True, slots=True)
class WrittenClaim:
    """A claim as its writer gave it, and the challenge they expect in verifying it."""

    text: str
    challenge: str


def problems(claims: Mapping[ClaimType, WrittenClaim], labels: LabelSet = VERDICTS) -> dict[str, list[str]]:
    """Field -> what is wrong with it; empty when the claims may be submitted. Texts are cleaned.

    Fields are "claims.I.text", "claims.I.challenge" and so on. `labels`: those of the project, with its challenges.
    """
    found: dict[str, list[str]] = {}
    first: dict[str, ClaimType] = {}
    for kind, claim in claims.items():
        messages = text_problems(claim.text)
        same = first.setdefault(claim.text.casefold(), kind)
        if claim.text and same != kind:
            messages.append(_("This is the same as claim %(kind)s. Each claim must be another one.") % {"kind": same})
        if messages:
            found[f"claims.{kind}.text"] = messages
        if claim.challenge not in labels.challenge_set.values:
            found[f"claims.{kind}.challenge"] = [_("Choose the challenge that you expect.")]
    return found
