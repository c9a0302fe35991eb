"""The one exception of this room. Its `code` and `status` are part of the HTTP API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from annotation.work.models import Draft

Fields = Mapping[str, list[str]]


class AnnotationError(Exception):
    """Something a person can understand and usually mend.

    `code` is for programs, `message` for people, `fields` names what is wrong with each part of the input.
    """

    def __init__(self, code: str, message: str, status: int = 400, fields: Fields | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        self.fields: dict[str, list[str]] = dict(fields or {})


class Invalid(AnnotationError):
    """The input breaks a rule; `fields` says which part and why."""

    def __init__(self, message: str, fields: Fields) -> None:
        super().__init__("invalid", message, 400, fields)


class NotAllowed(AnnotationError):
    """The person may see this, but their role does not let them do that."""

    def __init__(self, message: str) -> None:
        super().__init__("not_allowed", message, 403)


class DraftConflict(AnnotationError):
    """The draft was saved from elsewhere since; `current` is what is stored."""

    def __init__(self, current: Draft) -> None:
        message = _("This work was changed in another window. Load it again to go on from there.")
        newest = _("The saved version is %(version)d.") % {"version": current.version}
        super().__init__("draft_conflict", message, 409, {"base_version": [newest]})
        self.current = current


class LeaseLost(AnnotationError):
    """The time ran out and the place cannot be had again."""

    def __init__(self, message: str) -> None:
        super().__init__("lease_lost", message, 409)


class AssignmentClosed(AnnotationError):
    """It was submitted or given back: nothing can be added."""

    def __init__(self, message: str) -> None:
        super().__init__("assignment_closed", message, 409)


class TooLarge(AnnotationError):
    """More than the server is willing to keep in one piece."""

    def __init__(self, message: str) -> None:
        super().__init__("too_large", message, 413)
