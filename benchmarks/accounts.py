"""Accounts that a measurement logs in with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from annotation.accounts.models import User


def with_passwords(accounts: Iterable[User]) -> dict[str, str]:
    """Give each account a password; username -> password."""
    from annotation.demo.accounts import readable_password

    passwords = {}
    for account in accounts:
        passwords[account.username] = readable_password()
        account.set_password(passwords[account.username])
        account.save(update_fields=["password"])
    return passwords
