"""Who is logged in: asked at every request, and so with a question that is written once."""

from __future__ import annotations

from django.contrib.auth.backends import ModelBackend
from django.db.models import QuerySet

from annotation.accounts.models import User
from annotation.work.written_once import written_once


class Accounts(ModelBackend):
    """Django's own, name and password."""

    def get_user(self, user_id: int | str) -> User | None:
        found = next(iter(_account(int(user_id))), None)
        return found if found is not None and self.user_can_authenticate(found) else None


@written_once
def _account(key: int) -> QuerySet[User]:
    return User.objects.filter(pk=key)
