"""Authentication by API token: `Authorization: Bearer attest_...`. Roles and blindness are those of its owner.

A request with a token needs no CSRF token: no other site can make a browser send that header.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from annotation.accounts.models import User
from annotation.accounts.tokens import ApiToken, find_token

KEYWORD = "Bearer"


class WrongTokens(SimpleRateThrottle):
    """How often one address may send a wrong token, for each process of the server. A right one never waits."""

    scope = "wrong_tokens"
    rate = "20/min"

    def get_cache_key(self, request: Request, view: Any) -> str:
        return f"wrong-tokens-{request.META.get('REMOTE_ADDR', '')}"


class TokenAuthentication(BaseAuthentication):
    """A person by their token; no header of ours leaves it to the session."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        header = get_authorization_header(request).split()
        if not header or header[0].lower() != KEYWORD.lower().encode():
            return None
        try:
            text = b" ".join(header[1:]).decode("ascii")
        except UnicodeDecodeError:
            text = ""
        token = find_token(text)
        if token is None:
            _refuse(request)
        assert token is not None
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return KEYWORD


def _refuse(request: Request) -> None:
    throttle = WrongTokens()
    if not throttle.allow_request(request, None):  # type: ignore[arg-type]  # it does not look at the view
        raise Throttled(throttle.wait())
    raise AuthenticationFailed(_("This token is not valid: it is wrong, revoked or expired. Create another one."))


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the schema names it."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "A token from your page “API tokens”."}
