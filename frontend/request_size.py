"""Refuse requests that are too large, before anything reads them.

Django bounds what it keeps in memory, not what it reads: files go to the disk, and the check against cross-site
requests reads them before any page has looked at who sends them.
"""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.utils.translation import gettext as _
from rest_framework.exceptions import APIException
from rest_framework.request import Request

from annotation.api.errors import error_body
from annotation.api.tokens import TokenAuthentication
from annotation.errors import AnnotationError, LengthRequired, TooLarge
from frontend.views.claims_form import MAX_BYTES

MIB = 1024 * 1024
BEFORE_LOGIN = MIB  # log-in, an invitation, a language: a few hundred bytes
FORM = MIB  # what stands around a file in a form
SUBMISSIONS = ("shared-task-submit", "manage-shared-task-split")
LARGE_FILES = ("manage-claims", "project-new", "quality-gold")


class RequestSizeMiddleware:
    """Answer 413 to a body above the limit of its address, and 411 to one that does not say its length.

    The limit is BEFORE_LOGIN for whoever is not logged in. Place it behind AuthenticationMiddleware; nothing before it
    may read the body.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.headers.get("Transfer-Encoding"):
            return _refusal(request, LengthRequired(_("The request must say its length (Content-Length).")))
        length = _length(request)
        if length > BEFORE_LOGIN:
            limit = largest(request) if _is_logged_in(request) else BEFORE_LOGIN
            if length > limit:
                message = _("The request is larger than %(limit)d kB.") % {"limit": limit // 1000}
                return _refusal(request, TooLarge(message))
        return self.get_response(request)


def largest(request: HttpRequest) -> int:
    """Bytes that a person who is logged in may send to this address."""
    try:
        name = resolve(request.path_info).url_name
    except Resolver404:
        return BEFORE_LOGIN
    if name == "manage-corpus":
        return int(settings.ATTEST_IMPORT_UPLOAD_MB) * MIB + FORM
    if name in SUBMISSIONS:
        return int(settings.ATTEST_SUBMISSION_MB) * MIB + FORM
    if name in LARGE_FILES:
        return MAX_BYTES + FORM
    return int(settings.DATA_UPLOAD_MAX_MEMORY_SIZE) + FORM


def _length(request: HttpRequest) -> int:
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0  # Django reads no body then


def _is_logged_in(request: HttpRequest) -> bool:
    """By session, or by a token that is valid."""
    if request.user.is_authenticated:
        return True
    try:
        return TokenAuthentication().authenticate(Request(request)) is not None
    except (APIException, AnnotationError):
        return False


def _refusal(request: HttpRequest, error: AnnotationError) -> HttpResponse:
    if request.path_info.startswith("/api/"):
        return JsonResponse(error_body(error.code, error.message), status=error.status)
    return render(request, "413.html", {"message": error.message}, status=error.status)
