"""Whether people may log in by a provider, and whom it vouches for; without Authlib, which is slow to load."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings


@dataclass(frozen=True, slots=True)
class Identity:
    """Whom the provider vouches for. `has_second_factor`: by `amr` or `acr`, as ATTEST_OIDC_SECOND_FACTOR trusts."""

    issuer: str
    subject: str
    has_second_factor: bool = False


def provider_is_on() -> bool:
    """Whether people may log in by a provider."""
    return bool(settings.ATTEST_OIDC_ISSUER)


def provider_label() -> str:
    """What the button says; "" while there is no provider."""
    if not provider_is_on():
        return ""
    label: str = settings.ATTEST_OIDC_LABEL
    return label or urlsplit(settings.ATTEST_OIDC_ISSUER).hostname or ""
