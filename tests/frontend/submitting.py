"""What several tests of pages need: a submission, and what every page must keep to."""

from __future__ import annotations

import re
import uuid

from annotation.models import Assignment, Verification
from annotation.work.editing import edit
from annotation.work.submission import submit
from tests.cast import CELL, SENTENCE


def submitted(
    assignment: Assignment, *, verdict="SUPPORTS", challenge="Other", sets=((SENTENCE, CELL),), dropped=()
) -> Verification:
    verification, created = submit(
        assignment=assignment,
        client_id=uuid.uuid4(),
        verdict=verdict,
        challenge=challenge,
        evidence_sets=sets,
        dropped_context=dropped,
    )
    assert created
    return verification


def edited(assignment: Assignment, *, verdict="SUPPORTS", challenge="Other", sets=((SENTENCE, CELL),)) -> Verification:
    """Another revision of what was handed in, made from the current one."""
    current = Verification.objects.get(submission__assignment=assignment, submission__is_current=True)
    return edit(
        assignment=assignment,
        client_id=uuid.uuid4(),
        base_revision=current.revision,
        verdict=verdict,
        challenge=challenge,
        evidence_sets=sets,
    )


INLINE = [
    re.compile(r"<[^>]*\sstyle\s*=", re.IGNORECASE),
    re.compile(r"<style\b", re.IGNORECASE),
    re.compile(r"<script(?![^>]*\ssrc=)", re.IGNORECASE),
    re.compile(r"<[a-z][^>]*\son[a-z]+\s*=", re.IGNORECASE),
    re.compile(r"javascript:", re.IGNORECASE),
    re.compile(r"hx-on|hx-vals\s*=\s*[\"']js:", re.IGNORECASE),
]


def inline_code(html: str) -> list[str]:
    """Everything in the page that a strict Content-Security-Policy would refuse to run or to apply."""
    return [found.group() for pattern in INLINE for found in pattern.finditer(html)]
