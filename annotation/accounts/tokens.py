"""API tokens, by which a program acts for a person. Only a hash is stored; the token itself is shown once.

A token has 256 random bits, so that a single SHA-256 protects it: it cannot be guessed.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
from datetime import datetime, timedelta
from typing import ClassVar

from django.db import DatabaseError, models, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from annotation.accounts.models import User
from annotation.audit_log.acts import Act
from annotation.audit_log.record import record

log = logging.getLogger(__name__)
PREFIX = "attest_"  # so that secret scanners recognize a token
LONGEST_NAME = 80
DAYS = (7, 30, 90, 365)
DEFAULT_DAYS = 90
USE_RECORDED_EVERY = timedelta(minutes=1)


class Scope(models.TextChoices):
    """What a token may be used for, each with all before it; its person's roles decide beside it."""

    READ = "read", _("Read only")
    ANNOTATE = "annotate", _("Read and annotate")
    MANAGE = "manage", _("Read, annotate and manage")

    def covers(self, needed: Scope) -> bool:
        """Whether a token of this scope may do what takes `needed`."""
        order = list(Scope)
        return order.index(self) >= order.index(needed)


class ApiToken(models.Model):
    """API token of a person. Revoking it deletes the row, and so does a new password (`passwords`)."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=LONGEST_NAME)  # what it is for, in the person's words
    digest = models.CharField(max_length=64, unique=True)
    ending = models.CharField(max_length=4)  # its last characters, by which its owner recognizes it
    created_at = models.DateTimeField(auto_now_add=True)
    scope = models.CharField(max_length=10, choices=Scope.choices, default=Scope.MANAGE)
    expires_at = models.DateTimeField(null=True)  # null: valid until it is revoked
    last_used_at = models.DateTimeField(null=True)  # to the minute

    class Meta:
        ordering: ClassVar = ["-created_at", "-id"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(scope__in=Scope.values), name="api_token_known_scope"),
        ]

    def __str__(self) -> str:
        return f"{self.name} of {self.user_id}"

    @property
    def has_expired(self) -> bool:
        return self.expires_at is not None and self.expires_at <= timezone.now()

    def may(self, needed: Scope) -> bool:
        """Whether its scope allows this."""
        return Scope(self.scope).covers(needed)


@transaction.atomic
def create_token(
    *,
    user: User,
    name: str,
    days: int | None = DEFAULT_DAYS,
    scope: Scope = Scope.MANAGE,
    by: User | None = None,
) -> tuple[ApiToken, str]:
    """Create a token; return it with its text, which is not stored. `days`: lifetime; None: until it is revoked.

    `by`: None where a command makes it.
    """
    text = PREFIX + secrets.token_urlsafe(32)
    expires = None if days is None else timezone.now() + timedelta(days=days)
    token = ApiToken.objects.create(
        user=user, name=name, digest=_digest(text), ending=text[-4:], expires_at=expires, scope=scope
    )
    record(Act.TOKEN_CREATED, by=by, person=user, about=token, after={"scope": scope.value, "expires_at": expires})
    return token, text


@transaction.atomic
def revoke_token(token: ApiToken, by: User) -> None:
    """Delete it: it is no longer accepted."""
    ApiToken.objects.filter(pk=token.pk).delete()
    record(Act.TOKEN_REVOKED, by=by, person=token.user, about=token)


def valid_tokens(now: datetime | None = None) -> QuerySet[ApiToken]:
    """Those that have not expired."""
    return ApiToken.objects.filter(Q(expires_at__isnull=True) | Q(expires_at__gt=now or timezone.now()))


def find_token(text: str) -> ApiToken | None:
    """Return the token of this text if it is valid and its person active, and record its use; else None."""
    now = timezone.now()
    holds = valid_tokens(now).filter(user__is_active=True).select_related("user")
    token = holds.filter(digest=_digest(text)).first()
    if token is not None and (token.last_used_at is None or token.last_used_at < now - USE_RECORDED_EVERY):
        _record_use(token, now)
    return token


def _record_use(token: ApiToken, now: datetime) -> None:
    """Note it. Where that fails the request goes on: a read-only database still answers what is read."""
    try:
        with transaction.atomic():
            ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
    except DatabaseError as error:
        log.warning("the use of token %d is not noted: %s", token.pk, error)
    else:
        token.last_used_at = now


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
