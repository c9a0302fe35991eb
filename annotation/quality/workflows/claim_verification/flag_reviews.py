"""A manager looks at a verification whose annotator flagged it."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.errors import AnnotationError, Invalid
from annotation.quality.adjudication.rules import LONGEST_NOTE
from annotation.workflows.models import FlagReview, Verification


@transaction.atomic
def mark_reviewed(verification: Verification, *, by: User, note: str = "") -> FlagReview:
    """Say that a manager has looked at it. A second arrival finds the first answer.

    Raises Invalid for a note that is too long, and AnnotationError `not_flagged`.
    """
    note = note.strip()
    if len(note) > LONGEST_NOTE:
        words = _("This note is too long: %(limit)d characters are the most.") % {"limit": LONGEST_NOTE}
        raise Invalid(words, {"note": [words]})
    if not verification.unsure:
        raise AnnotationError("not_flagged", _("This verification is not flagged."))
    made, is_new = FlagReview.objects.get_or_create(verification=verification, defaults={"by": by, "note": note})
    if is_new:
        record(Act.FLAG_REVIEWED, by=by, project=verification.claim.project, about=verification)
    return made
