"""Permissions: what of accounts is handed out to whom. Other folders have an `access.py` of their own.

They look a row up with `by_key`: among rows that are the person's or the project's, never among all. Views and
endpoints use the functions named for a kind of row instead (tests/test_access.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from django.db.models import Model, QuerySet
from django.shortcuts import get_object_or_404

from annotation.accounts.models import User
from annotation.accounts.tokens import ApiToken

Row = TypeVar("Row", bound=Model)
LARGEST = 2**63 - 1  # of a key: both databases refuse to look for a larger one


def by_key(rows: QuerySet[Row], pk: int | None) -> Row:
    """Return the one of these rows with this key. Raises Http404; also for None, and for what no row can have."""
    return get_object_or_404(rows, pk=pk if pk is not None and 0 <= pk <= LARGEST else None)


def by_key_or_none(rows: QuerySet[Row], pk: int | None) -> Row | None:
    """Return the one of these rows with this key; None, to narrow a list or be named in a form, where there is none."""
    return rows.filter(pk=pk).first() if pk is not None and 0 <= pk <= LARGEST else None


def by_keys(rows: QuerySet[Row], keys: Iterable[int]) -> dict[int, Row]:
    """Key -> row, of these rows those with one of the keys."""
    return rows.in_bulk([key for key in keys if 0 <= key <= LARGEST])


def own_token(user: User, pk: int) -> ApiToken:
    """Return a token of the user's own, to revoke it. Raises Http404."""
    return by_key(ApiToken.objects.filter(user=user), pk)


def person_logging_in(pk: int) -> User | None:
    """Return who has given a password in this session, to be asked for the second factor; None if it was closed since.

    The key comes from the session, which the server wrote: no request can choose it.
    """
    return User.objects.filter(pk=pk, is_active=True).first()
