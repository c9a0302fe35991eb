"""What a token's scope allows: to read with GET and HEAD; for anything else a view says what it takes."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import APIException
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from annotation.accounts.tokens import ApiToken, Scope


class ScopeTooNarrow(APIException):
    """The token may not be used for this."""

    status_code = 403
    default_code = "scope"


class WithinScope(BasePermission):
    """Everybody in a browser; a token by its scope. A view that changes something and does not say what it takes is
    for tokens of the widest scope."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Raises ScopeTooNarrow, which names the scope that it takes."""
        if not isinstance(request.auth, ApiToken):
            return True
        changes: Scope = getattr(view, "scope_of_changes", Scope.MANAGE)
        needed = Scope.READ if request.method in SAFE_METHODS else changes
        if request.auth.may(needed):
            return True
        words = _("The scope of this token is “%(scope)s”; this takes a token of the scope “%(needed)s”.")
        raise ScopeTooNarrow(words % {"scope": request.auth.scope, "needed": needed.value})
