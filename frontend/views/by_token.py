"""Let a page answer programs: `Authorization: Bearer attest_...` in place of a session, errors as the API's."""

from __future__ import annotations

from functools import wraps
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from annotation.api.release_views import AnyAccept
from annotation.api.tokens import KEYWORD
from annotation.api.views import AttestView
from frontend.views.access import View


def also_by_token(view: View) -> View:
    """Decorate a page that is read with GET. Without a token it is answered as any page, with the log-in first."""

    @extend_schema(exclude=True)
    class ByToken(AttestView):
        content_negotiation_class = AnyAccept

        def get(self, request: Request, **given: Any) -> HttpResponseBase:
            return view(request._request, **given)  # whose user is the token's

    by_token = ByToken.as_view()

    @wraps(view)
    def answered(request: HttpRequest, **given: Any) -> HttpResponseBase:
        sent = request.headers.get("Authorization", "").split()
        is_program = bool(sent) and sent[0].lower() == KEYWORD.lower()
        return by_token(request, **given) if is_program else view(request, **given)

    return answered
