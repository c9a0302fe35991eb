"""API tokens, by which a program acts for a person. Only a hash is stored; the token itself is shown once.

A token has 256 random bits, so that a single SHA-256 protects it: it cannot be guessed.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import ClassVar

from django.db import models
from django.utils import timezone

from annotation.accounts.models import User

PREFIX = "attest_"  # so that secret scanners recognize a token
LONGEST_NAME = 80
DAYS = (7, 30, 90, 365)
DEFAULT_DAYS = 90
USE_RECORDED_EVERY = timedelta(minutes=1)


class ApiToken(models.Model):
    """API token of a person. Revoking it deletes the row."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=LONGEST_NAME)  # what it is for, in the person's words
    digest = models.CharField(max_length=64, unique=True)
    ending = models.CharField(max_length=4)  # its last characters, by which its owner recognizes it
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
    """Create a token; return it with its text, which is not stored. `days`: lifetime."""
    text = PREFIX + secrets.token_urlsafe(32)
    expires = timezone.now() + timedelta(days=days)
    token = ApiToken.objects.create(user=user, name=name, digest=_digest(text), ending=text[-4:], expires_at=expires)
    return token, text


def find_token(text: str) -> ApiToken | None:
    """Return the token of this text if it is valid and its person active, and record its use; else None."""
    now = timezone.now()
    holds = ApiToken.objects.filter(expires_at__gt=now, user__is_active=True).select_related("user")
    token = holds.filter(digest=_digest(text)).first()
    if token is not None and (token.last_used_at is None or token.last_used_at < now - USE_RECORDED_EVERY):
        _record_use(token, now)
    return token


def _record_use(token: ApiToken, now: datetime) -> None:
    ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
    token.last_used_at = now


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
