"""Assign claims to the arms: the same for every annotator of a claim, so that those of one arm can be compared."""

from __future__ import annotations

import hashlib

from annotation.submission_check.models import CheckArm, SubmissionCheckArm
from annotation.vocabulary.submission_check import CheckMode
from annotation.work.models import KEPT, Assignment

PLACES = 2**64


def drawn_arm(seed: int, claim: int, percent: int) -> CheckArm:
    """The arm of a claim: a number in [0, 100) from the SHA-256 of seed and claim id, compared with the share. Pure."""
    digest = hashlib.sha256(f"submission check {seed} {claim}".encode()).digest()
    place = int.from_bytes(digest[:8], "big") / PLACES * 100
    return CheckArm.SHOWN if place < percent else CheckArm.NONE


def arm_of(assignment: Assignment) -> SubmissionCheckArm | None:
    """The arm that was drawn for this assignment; the first call while it is worked on draws it.

    None where the project has no check and never had one for this assignment. Needs `task` and `project`.
    """
    stored = SubmissionCheckArm.objects.filter(assignment=assignment).first()
    project = assignment.project
    if stored is not None or project.check_mode == CheckMode.OFF or assignment.state not in KEPT:
        return stored
    claim = assignment.task.verification_item.claim_id
    assert claim is not None  # its tasks have one
    is_on = project.check_mode == CheckMode.ON
    arm = CheckArm.SHOWN if is_on else drawn_arm(project.check_seed, claim, project.check_share)
    stored, _made = SubmissionCheckArm.objects.get_or_create(assignment=assignment, defaults={"arm": arm})
    return stored
