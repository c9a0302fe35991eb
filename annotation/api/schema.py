"""OpenAPI documentation of the endpoints."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, PolymorphicProxySerializer, extend_schema
from rest_framework import serializers

from annotation.work.fields import Plain


class ErrorPart(Plain):
    code = serializers.CharField()
    message = serializers.CharField()
    fields = serializers.DictField(child=serializers.ListField(child=serializers.CharField()))  # type: ignore[assignment]


class ErrorOut(Plain):
    error = ErrorPart()


F = TypeVar("F", bound=Callable[..., Any])
Described = type[Plain] | PolymorphicProxySerializer | OpenApiTypes

ERRORS = {
    400: "invalid, bad_json: `fields` says what is wrong.",
    401: "not_authenticated",
    403: "not_allowed, csrf_failed",
    404: "not_found: it is not there, or not for you; unknown_kind: the project has no such kind of work.",
    409: "draft_conflict, lease_lost, assignment_closed, client_id_taken, verification_started, revision_conflict, "
    "one_open, too_many_parked, edit_closed, job_finished, not_cancellable",
    413: "too_large",
    415: "unsupported_media_type: the body is not JSON.",
    429: "throttled: wait for the seconds of `Retry-After`.",
    503: "unavailable: wait for the seconds of `Retry-After`; nothing was changed.",
}


def described(
    summary: str,
    *,
    answer: Described,
    body: Described | None = None,
    query: type[Plain] | None = None,
    status: int = 200,
    operation: str | None = None,
) -> Callable[[F], F]:
    """Document an endpoint: request, response and the common error shape. `operation`: its id, where the address makes
    one that another endpoint has."""
    responses: dict[int, Any] = {status: answer}
    for code, text in ERRORS.items():
        responses[code] = OpenApiResponse(ErrorOut, description=text)
    return extend_schema(
        operation_id=operation,
        summary=summary,
        request=body,
        parameters=[query] if query else None,
        responses=responses,
        tags=["attest"],
    )
