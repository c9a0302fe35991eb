"""Save and read the draft of an assignment, so that a crash loses nothing.

A draft (`annotation.work.models.Draft`) is one JSON body per assignment with a version number. A save names the version
it is based on. If that is the stored version, the body is stored under the next number; otherwise another window has
saved since, and the save raises `DraftConflict`. Saving also renews the lease.
"""

from __future__ import annotations

import json
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.errors import AnnotationError, TooLarge
from annotation.work.assignment import renew, require_open
from annotation.work.models import Assignment, Draft
from observation.metrics import DRAFT_CONFLICTS

MAX_BYTES = 1_000_000


class DraftConflict(AnnotationError):
    """The draft was saved from elsewhere since; `current` is the stored one."""

    def __init__(self, current: Draft) -> None:
        message = _("This work was changed in another window. Load it again to go on from there.")
        newest = _("The saved version is %(version)d.") % {"version": current.version}
        super().__init__("draft_conflict", message, 409, {"base_version": [newest]})
        self.current = current


def save(*, assignment: Assignment, base_version: int, body: dict[str, Any]) -> Draft:
    """Store `body` as the version after `base_version`, and hold the assignment for another lease.

    Returns what is stored, without its key. Sending the same body again after a lost answer gives the stored draft.
    Raises TooLarge, DraftConflict, LeaseLost
    (the draft is stored all the same) and AssignmentClosed.
    """
    _refuse_large(body)
    require_open(assignment)
    draft = _store(assignment, base_version, body)
    renew(assignment)
    return draft


def save_edit(*, assignment: Assignment, base_version: int, body: dict[str, Any]) -> Draft:
    """Save the draft of an edit of submitted work, which has no lease. Raises TooLarge and DraftConflict.

    The workflow decides whether the work may still be edited.
    """
    _refuse_large(body)
    return _store(assignment, base_version, body)


def draft_of(assignment: Assignment, *, is_new: bool = False) -> Draft:
    """Return the stored draft, or an unsaved one of version 0, as of an assignment that is new."""
    stored = None if is_new else Draft.objects.filter(assignment=assignment).first()
    return stored or Draft(assignment=assignment, version=0, body={})


def _refuse_large(body: dict[str, Any]) -> None:
    size = len(json.dumps(body, ensure_ascii=False).encode())
    if size > MAX_BYTES:
        raise TooLarge(
            _("This draft has %(size)d kB; %(limit)d kB is the most that can be kept. Remove some evidence.")
            % {"size": size // 1000, "limit": MAX_BYTES // 1000}
        )


@transaction.atomic
def _store(assignment: Assignment, base_version: int, body: dict[str, Any]) -> Draft:
    if base_version == 0:  # the first save, or one of another window that knows of none
        Draft.objects.bulk_create([Draft(assignment=assignment)], ignore_conflicts=True)
    now = timezone.now()
    here = Draft.objects.filter(assignment=assignment, version=base_version)
    if here.update(body=body, version=base_version + 1, saved_at=now):
        return Draft(assignment=assignment, body=body, version=base_version + 1, saved_at=now)
    current = draft_of(assignment)
    if current.body != body:
        DRAFT_CONFLICTS.inc()
        raise DraftConflict(current)
    return current
