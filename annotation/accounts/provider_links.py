"""By which identity at a provider a person may log in: by issuer and subject, and never by a name or mail address."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import IntegrityError, models, transaction
from django.utils import timezone

from annotation.accounts.identity import Identity, provider_is_on
from annotation.accounts.models import User
from annotation.audit_log.acts import Act
from annotation.audit_log.record import record


class ProviderLink(models.Model):
    """An identity at a provider that lets its person in. A person has one at most for each issuer."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="provider_links")
    issuer = models.CharField(max_length=255)
    subject = models.CharField(max_length=255)
    linked_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["issuer", "subject"], name="provider_link_once_per_identity"),
            models.UniqueConstraint(fields=["user", "issuer"], name="provider_link_once_per_person"),
        ]

    def __str__(self) -> str:
        return f"link of {self.user_id}"


class AlreadyLinked(Exception):
    """The identity lets somebody else in, or the person has another one of this issuer."""


def link_of(identity: Identity) -> ProviderLink | None:
    """The link of this identity, with its person, who may be closed."""
    rows = ProviderLink.objects.filter(issuer=identity.issuer, subject=identity.subject)
    return rows.select_related("user").first()


def links_of(person: User) -> list[ProviderLink]:
    """All links of a person; with that of the present issuer first."""
    found = list(ProviderLink.objects.filter(user=person).order_by("linked_at"))
    return sorted(found, key=lambda one: one.issuer != settings.ATTEST_OIDC_ISSUER)


def link_stands(pk: int, person: User) -> bool:
    """Whether a link still lets this person in: it was not taken away, and its provider is the present one."""
    return ProviderLink.objects.filter(pk=pk, user=person, issuer=settings.ATTEST_OIDC_ISSUER).exists()


def link(person: User, identity: Identity) -> ProviderLink:
    """Let the person in by this identity. Raises AlreadyLinked."""
    try:
        with transaction.atomic():
            made = ProviderLink.objects.create(user=person, issuer=identity.issuer, subject=identity.subject)
            record(Act.IDENTITY_LINKED, by=person, person=person, after={"issuer": identity.issuer})
            return made
    except IntegrityError as error:
        raise AlreadyLinked from error


@transaction.atomic
def unlink(person: User, issuer: str) -> bool:
    """Take the person's link with an issuer away; whether there was one."""
    if not ProviderLink.objects.filter(user=person, issuer=issuer).delete()[0]:
        return False
    record(Act.IDENTITY_UNLINKED, by=person, person=person, before={"issuer": issuer})
    return True


def password_lets_in(person: User) -> bool:
    """Whether the person may log in by password. Operators always may: a provider that is away locks nobody out."""
    return not (provider_is_on() and settings.ATTEST_OIDC_PASSWORDS == "operators") or person.is_superuser
