"""Assign claims to arms of the experiment: the same for every annotator of a claim, and unpredictable.

Anchoring cannot be seen in one verification, only between arms: people who were never shown what the model found are
what the others are compared with.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from annotation.suggestions.models import Arm, SuggestionArm
from annotation.work.models import KEPT, Assignment

ARMS: tuple[str, ...] = tuple(Arm.values)
PLACES = 2**64


def drawn_arm(seed: int, claim: int, weights: Mapping[str, float]) -> str:
    """The arm of a claim: a number from the SHA-256 of seed and claim id, laid over the weights. Pure.

    A weight that is missing, or below 0, is 0. Where all are 0, nothing is ever shown: "none".
    """
    shares = [max(0.0, float(weights.get(arm, 0))) for arm in ARMS]
    total = sum(shares)
    digest = hashlib.sha256(f"suggestions {seed} {claim}".encode()).digest()
    place = int.from_bytes(digest[:8], "big") / PLACES * total
    for arm, share in zip(ARMS, shares, strict=True):
        if place < share:
            return arm
        place -= share
    return Arm.NONE.value


def arm_of(assignment: Assignment) -> SuggestionArm | None:
    """The arm that was drawn for this assignment; the first call while it is worked on draws it.

    None where the project shows no suggestions and never did for this one, and of what was submitted before there
    were any. Needs `task` and `project`.
    """
    stored = SuggestionArm.objects.select_related("run").filter(assignment=assignment).first()
    if stored is not None or not assignment.project.suggestions_on or assignment.state not in KEPT:
        return stored
    claim, project = assignment.task.verification_item.claim_id, assignment.project
    assert claim is not None  # its tasks have one
    arm = drawn_arm(project.suggestion_seed, claim, project.suggestion_arms)
    stored, _made = SuggestionArm.objects.get_or_create(assignment=assignment, defaults={"arm": arm})
    return stored
