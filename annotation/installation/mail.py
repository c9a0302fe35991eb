"""Findings about mail: a server where somebody asked for it, and links that lead to the site."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings

from annotation.projects.member_settings import MemberSettings
from config.doctor import Finding
from config.start_checks import is_loopback


def examine_mail(*, is_public: bool) -> Finding:
    """Whether the mails that managers asked for are sent, with links that they can open."""
    asked = MemberSettings.objects.exclude(alert_address="").count()
    if asked and not settings.EMAIL_HOST:
        said = f"{asked} managers asked for alerts by mail, which are written to the log of the worker"
        return Finding("mail", said, "Set EMAIL_HOST, or tell them.", "mail-unset")
    host = urlsplit(settings.ATTEST_SITE_URL).hostname or ""
    if settings.EMAIL_HOST and is_public and is_loopback(host):
        said = f"links in mails lead to {settings.ATTEST_SITE_URL}, which only this machine reaches"
        return Finding("mail", said, "Set ATTEST_SITE_URL=https://attest.example.org.", "mail-links")
    return Finding("mail", f"by {settings.EMAIL_HOST}" if settings.EMAIL_HOST else "none (EMAIL_HOST); nobody asked")
