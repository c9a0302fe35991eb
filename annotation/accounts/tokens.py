"""API tokens: how a program works in a person's name. Only a hash is kept; the token itself is shown once.

A token has 256 random bits, so that one pass of SHA-256 protects it: there is nothing to guess.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import ClassVar

from django.db import models
from django.utils import timezone

from annotation.accounts.models import User

PREFIX = "attest_"  # so that a token is known for one wherever it turns up
LONGEST_NAME = 80
DAYS = (7, 30, 90, 365)
DEFAULT_DAYS = 90
NOTED_EVERY = timedelta(minutes=1)


class ApiToken(models.Model):
    """A token of a person, for as long as it lasts. Revoking it deletes the row."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=LONGEST_NAME)  # what it is for, in the person's words
    digest = models.CharField(max_length=64, unique=True)
    ending = models.CharField(max_length=4)  # its last letters, by which its owner knows it
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True)  # to the minute

    class Meta:
        ordering: ClassVar = ["-created_at", "-id"]

    def __str__(self) -> str:
        return f"{self.name} of {self.user_id}"

    @property
    def has_expired(self) -> bool:
        return self.expires_at <= timezone.now()


def create_token(*, user: User, name: str, days: int = DEFAULT_DAYS) -> tuple[ApiToken, str]:
    """A new token and its text, which nobody can read again."""
    text = PREFIX + secrets.token_urlsafe(32)
    expires = timezone.now() + timedelta(days=days)
    token = ApiToken.objects.create(user=user, name=name, digest=_digest(text), ending=text[-4:], expires_at=expires)
    return token, text


def find_token(text: str) -> ApiToken | None:
    """The token of this text, if it holds and its person may come in; its use is noted."""
    now = timezone.now()
    holds = ApiToken.objects.filter(expires_at__gt=now, user__is_active=True).select_related("user")
    token = holds.filter(digest=_digest(text)).first()
    if token is not None and (token.last_used_at is None or token.last_used_at < now - NOTED_EVERY):
        _note(token, now)
    return token


def _note(token: ApiToken, now: datetime) -> None:
    ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
    token.last_used_at = now


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
