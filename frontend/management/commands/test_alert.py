"""Send a test alert: `python manage.py test_alert`."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from frontend.site.alerts import News, Trouble, deliver, is_on


class Command(BaseCommand):
    help = "Send a test alert to ATTEST_ALERT_MAIL and ATTEST_ALERT_WEBHOOK. Exit code 1: one was not delivered."

    def handle(self, *args: Any, **options: Any) -> None:
        if not is_on():
            raise CommandError("Nobody is told: set ATTEST_ALERT_MAIL or ATTEST_ALERT_WEBHOOK.")
        found = deliver(News([Trouble("test", "This is a test of Attest's alerts. Nothing is wrong.")]), "test")
        for channel, error in found.items():
            self.stdout.write(f"{channel}: {error or 'delivered'}")
        if any(found.values()):
            raise CommandError("Not delivered by all.", returncode=1)
