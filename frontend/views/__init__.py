from __future__ import annotations

from django.http import HttpRequest

from annotation.accounts.models import User


class PersonRequest(HttpRequest):
    """A request behind `login_required`: there is a person."""

    user: User
