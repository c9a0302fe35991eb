"""Completeness rules of a verification (paper, sections 2 and 3.1.2). Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from annotation.evidence.rules import (
    EvidenceSets,
    Refinement,
    added_problems,
    dropped_problems,
    evidence_problems,
    joined_problems,
)
from annotation.vocabulary.label_set import LabelSet
from annotation.vocabulary.verdicts import VERDICTS


def problems(
    *,
    verdict: str,
    challenge: str,
    evidence_sets: EvidenceSets,
    max_sets: int,
    dropped_context: Sequence[Refinement] = (),
    added_context: Sequence[Refinement] = (),
    joined_sentences: Sequence[Refinement] = (),
    labels: LabelSet = VERDICTS,
    set_labels: Sequence[str] | None = None,
    asks_challenge: bool = True,
) -> dict[str, list[str]]:
    """Field -> what is wrong with it, in plain words; empty when the verification may be submitted.

    `labels`: the project's verdicts and challenges. `set_labels`: of a project whose verifiers label each set; None
    for the others. `asks_challenge`: whether a challenge must be named. `evidence_sets` and the refinements after them
    are cleaned, and run beside one another. Whether the elements exist, and what their context is, is for the corpus to
    say, at submission.
    """
    challenges = _challenge_problems(challenge, labels.challenge_set) if challenge or asks_challenge else []
    found = {
        "verdict": _verdict_problems(verdict, labels),
        "challenge": challenges,
        "evidence_sets": _missing_evidence(verdict, evidence_sets, labels)
        or evidence_problems(evidence_sets, max_sets),
        "dropped_context": dropped_problems(evidence_sets, dropped_context),
        "added_context": added_problems(evidence_sets, added_context),
        "joined_sentences": joined_problems(evidence_sets, joined_sentences),
        "set_labels": [] if set_labels is None else set_label_problems(verdict, set_labels, evidence_sets, labels),
    }
    return {field: messages for field, messages in found.items() if messages}


def set_label_problems(
    verdict: str, set_labels: Sequence[str], evidence_sets: EvidenceSets, labels: LabelSet
) -> list[str]:
    """Problems of the labels of cleaned sets, which run beside them, in a project whose verifiers label each set.

    Every set has a label, and the verdict is that of the first; where there is not enough information no set has one.
    """
    if verdict == labels.not_enough_info:
        if any(set_labels):
            return [_("“%(label)s” is for the whole claim: no set has a label then.") % {"label": labels.name(verdict)}]
        return []
    choices = [value for value in labels.values if value != labels.not_enough_info]
    if len(set_labels) != len(evidence_sets) or any(label not in choices for label in set_labels):
        return [_("Give each evidence set one of these labels: %(known)s.") % {"known": ", ".join(choices)}]
    if set_labels and set_labels[0] != verdict:
        return [_("The verdict is the label of the first set: %(label)s.") % {"label": set_labels[0]}]
    return []


def _verdict_problems(verdict: str, labels: LabelSet) -> list[str]:
    if not verdict:
        return [_("Choose a verdict.")]
    if verdict not in labels.values:
        message = _("“%(verdict)s” is not a verdict. Choose one of: %(known)s.")
        return [message % _choice("verdict", verdict, labels.values)]
    return []


def _missing_evidence(verdict: str, evidence_sets: EvidenceSets, labels: LabelSet) -> list[str]:
    if evidence_sets or not labels.needs_evidence(verdict):
        return []
    unknown = labels.not_enough_info
    if unknown and labels.needs_evidence(unknown):
        message = _("Select at least one piece of evidence. “%(label)s” needs it too.")
        return [message % {"label": labels.name(unknown)}]
    return [_("Select at least one piece of evidence.")]


def _challenge_problems(challenge: str, challenges: LabelSet) -> list[str]:
    if not challenge:
        return [_("Choose the main challenge.")]
    if challenge not in challenges.values:
        message = _("“%(challenge)s” is not a challenge. Choose one of: %(known)s.")
        return [message % _choice("challenge", challenge, challenges.values)]
    return []


def _choice(name: str, value: str, words: Iterable[str]) -> dict[str, str]:
    return {name: value[:80], "known": ", ".join(words)}
