"""Completeness rules of a verification (paper, sections 2 and 3.1.2). Pure."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from annotation.evidence.rules import Dropped, EvidenceSets, dropped_problems, evidence_problems
from annotation.vocabulary.labels import Challenge, Verdict


def problems(
    *,
    verdict: str,
    challenge: str,
    evidence_sets: EvidenceSets,
    max_sets: int,
    dropped_context: Sequence[Dropped] = (),
) -> dict[str, list[str]]:
    """Field -> what is wrong with it, in plain words; empty when the verification may be submitted.

    `evidence_sets` and `dropped_context` are cleaned, and the second runs beside the first. Whether the elements exist,
    and what their context is, is for the corpus to say, at submission.
    """
    found = {
        "verdict": _verdict_problems(verdict),
        "challenge": _challenge_problems(challenge),
        "evidence_sets": evidence_problems(evidence_sets, max_sets),
        "dropped_context": dropped_problems(evidence_sets, dropped_context),
    }
    return {field: messages for field, messages in found.items() if messages}


def _verdict_problems(verdict: str) -> list[str]:
    if not verdict:
        return [_("Choose a verdict.")]
    if verdict not in list(Verdict):
        return [_("“%(verdict)s” is not a verdict. Choose one of: %(known)s.") % _choice("verdict", verdict, Verdict)]
    return []


def _challenge_problems(challenge: str) -> list[str]:
    if not challenge:
        return [_("Choose the main challenge.")]
    if challenge not in list(Challenge):
        message = _("“%(challenge)s” is not a challenge. Choose one of: %(known)s.")
        return [message % _choice("challenge", challenge, Challenge)]
    return []


def _choice(name: str, value: str, words: type[Verdict] | type[Challenge]) -> dict[str, str]:
    return {name: value[:80], "known": ", ".join(words)}
