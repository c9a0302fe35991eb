"""Findings about the OpenID Connect provider, where there is one."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse

from annotation.accounts.identity import provider_is_on
from annotation.accounts.provider_links import ProviderLink
from config.doctor import Finding


def examine_provider() -> Finding:
    """Whether the provider answers, and with a discovery document that Attest can go by."""
    from annotation.accounts.provider import Failure, ProviderError, discover  # by Authlib, which is slow to load

    subject, issuer = "identity provider", settings.ATTEST_OIDC_ISSUER
    if not provider_is_on():
        return Finding(subject, "none (ATTEST_OIDC_ISSUER is unset)")
    try:
        discover()
    except ProviderError as error:
        if error.failure is Failure.AWAY:
            said = f"{issuer} does not answer ({error.detail}): people log in by password meanwhile, those who may"
            remedy = "Is it running, and can this machine reach it? Its certificate must be valid."
            return Finding(subject, said, remedy, "provider-away")
        remedy = "Correct ATTEST_OIDC_ISSUER: it is written exactly as its discovery document writes it."
        return Finding(subject, f"{issuer}: {error.detail}", remedy, "provider-settings")
    count = ProviderLink.objects.filter(issuer=issuer).count()
    sends = f"sends people back to {settings.ATTEST_SITE_URL}{reverse('provider-callback')}"
    return Finding(subject, f"{issuer}, {sends}; {count} linked")
