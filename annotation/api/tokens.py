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

from annotation.accounts.addresses import client_address, network_of
from annotation.accounts.models import User
from annotation.accounts.second_factor import must_set_up
from annotation.accounts.throttling import WRONG_TOKENS, TooSoon, take_turn
from annotation.accounts.tokens import ApiToken, find_token
from annotation.errors import AnnotationError

KEYWORD = "Bearer"


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
        if must_set_up(token.user):
            words = _("Set up a second factor on your account’s page first.")
            raise AnnotationError("second_factor_required", words, 403)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return KEYWORD


def _refuse(request: Request) -> None:
    """Count a wrong token; whoever sends many waits. A right one never does."""
    try:
        take_turn((WRONG_TOKENS, network_of(client_address(request.META))))
    except TooSoon as error:
        raise Throttled(error.seconds) from None
    raise AuthenticationFailed(_("This token is not valid: it is wrong, revoked or expired. Create another one."))


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the schema names it."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "A token from your page “API tokens”."}
