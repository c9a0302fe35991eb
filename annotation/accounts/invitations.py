"""Links by which people choose the passwords of accounts that were made for them.

A link is computed from the account, so that none is stored: it can be shown again until it was used, and after that no
link of this account is valid any more.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX, make_password
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from annotation.accounts.identity import Identity
from annotation.accounts.models import User
from annotation.accounts.passwords import end_access
from annotation.accounts.provider_links import ProviderLink, link

# The password of whom nobody invites: scripts, imported annotators, and those who log in by a provider alone.
OF_NOBODY = UNUSABLE_PASSWORD_PREFIX


class InvitationTokens(PasswordResetTokenGenerator):
    """Valid for `settings.PASSWORD_RESET_TIMEOUT` seconds, while the account is active and has no password."""

    key_salt = "annotation.accounts.invitations"

    def check_token(self, user: User | None, token: str | None) -> bool:
        """Whether the link is one of this account and can still be used."""
        is_open = user is not None and user.is_active and not user.has_usable_password()
        return is_open and super().check_token(user, token)


invitation_tokens = InvitationTokens()


def invitation_path(account: User) -> str:
    """The path of a link that is valid from now on. The account has no password."""
    uid = urlsafe_base64_encode(force_bytes(account.pk))
    return reverse("invitation", kwargs={"uidb64": uid, "token": invitation_tokens.make_token(account)})


def is_invited(account: User) -> bool:
    """Whether the person has not chosen a password yet; as `invited`."""
    waits = account.password.startswith(UNUSABLE_PASSWORD_PREFIX) and account.password != OF_NOBODY
    return account.is_active and waits


def invited(accounts: QuerySet[User]) -> QuerySet[User]:
    """Those of the accounts whose people have not chosen a password yet."""
    waiting = accounts.filter(is_active=True, password__startswith=UNUSABLE_PASSWORD_PREFIX)
    return waiting.exclude(password=OF_NOBODY)


def create_invited(usernames: Iterable[str]) -> list[User]:
    """Create the accounts of these names that do not exist, without a password: nothing is hashed."""
    wanted = {User.normalize_username(name) for name in usernames}
    missing = sorted(wanted - set(User.objects.in_bulk(list(wanted), field_name="username")))
    new = [User(username=name, password=make_password(None)) for name in missing]
    User.objects.bulk_create(new, ignore_conflicts=True)  # somebody else may have made one at the same moment
    return list(User.objects.filter(username__in=missing).order_by("username"))


@transaction.atomic
def accept_by_identity(pk: int, token: str, identity: Identity) -> ProviderLink | None:
    """Link an identity instead of choosing a password; None where the link of the invitation holds no more.

    The row is locked: of two who open the same link one gets the account. Raises AlreadyLinked.
    """
    account = User.objects.select_for_update().filter(pk=pk).first()
    if account is None or not invitation_tokens.check_token(account, token):
        return None
    made = link(account, identity)
    account.password = OF_NOBODY
    account.save(update_fields=["password"])
    return made


@transaction.atomic
def invite_again(account: User) -> None:
    """Take password and identity away: sessions and tokens end, and a new link can be handed out."""
    account.set_unusable_password()
    account.save(update_fields=["password"])
    ProviderLink.objects.filter(user=account).delete()
    end_access(account)
