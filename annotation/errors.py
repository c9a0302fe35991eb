"""Exceptions that are shown to people. Their `code` and `status` are part of the HTTP API."""

from __future__ import annotations

from collections.abc import Mapping

from jobs.errors import JobError

Fields = Mapping[str, list[str]]


class AnnotationError(JobError):
    """Error that a person can understand and usually correct.

    `code` is for programs, `message` for people, `status` the HTTP status; `fields` maps each field of the input to
    what is wrong with it.
    """

    def __init__(self, code: str, message: str, status: int = 400, fields: Fields | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        self.fields: dict[str, list[str]] = dict(fields or {})


class Invalid(AnnotationError):
    """The input breaks a rule; `fields` says which field and why."""

    def __init__(self, message: str, fields: Fields) -> None:
        super().__init__("invalid", message, 400, fields)


class NotAllowed(AnnotationError):
    """The person may see this, but their role does not allow the action."""

    def __init__(self, message: str) -> None:
        super().__init__("not_allowed", message, 403)


class LeaseLost(AnnotationError):
    """The lease ended and cannot be renewed."""

    def __init__(self, message: str) -> None:
        super().__init__("lease_lost", message, 409)


class AssignmentClosed(AnnotationError):
    """The assignment was submitted or given back: nothing can be added."""

    def __init__(self, message: str) -> None:
        super().__init__("assignment_closed", message, 409)


class TooLarge(AnnotationError):
    """The input is larger than the server accepts."""

    def __init__(self, message: str) -> None:
        super().__init__("too_large", message, 413)


class LengthRequired(AnnotationError):
    """A request that does not say how long it is."""

    def __init__(self, message: str) -> None:
        super().__init__("length_required", message, 411)
