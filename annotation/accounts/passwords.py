"""What goes with a password: when it is replaced, sessions and tokens that were made under the old one end."""

from __future__ import annotations

from django.contrib.auth.base_user import AbstractBaseUser
from django.utils.translation import gettext

from annotation.accounts.models import User
from annotation.accounts.sessions import end_sessions
from annotation.accounts.tokens import ApiToken


class EndsSessionsAndTokens:
    """A password validator that accepts everything, and is told by Django when a password was changed.

    That is called for every way of changing one, the `changepassword` command included, and not where a hash is only
    renewed with a newer algorithm.
    """

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        """Every password will do."""

    def get_help_text(self) -> str:
        return gettext("A new password ends all other sessions and all API tokens.")

    def password_changed(self, password: str, user: AbstractBaseUser | None = None) -> None:
        if isinstance(user, User) and user.pk is not None:
            end_access(user)


def end_access(account: User) -> None:
    """Log the account out everywhere and delete its tokens."""
    end_sessions(account)
    ApiToken.objects.filter(user=account).delete()
