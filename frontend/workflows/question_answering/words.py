"""What the pages of the five phases call verdicts, and what disputes came to."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from annotation.workflows.question_answering.fields.model import UNREADABLE, Fields

OUTCOME_NAMES = {
    "answering": gettext_noop("verdict of phase 2"),
    "validation": gettext_noop("verdict of phase 3"),
    "another": gettext_noop("another verdict"),
    "waiting": gettext_noop("not resolved yet"),
}
CONTROL_NAMES = {
    "confirmed": gettext_noop("confirmed by post-control"),
    "contradicted": gettext_noop("contradicted by post-control"),
    "not_controlled": gettext_noop("without post-control"),
}


def verdict_name(fields: Fields, value: str) -> str:
    """A verdict in the words of the fields file, or that a validator could not understand the claim."""
    return _("cannot be understood") if value == UNREADABLE else fields.name_of(value)
