"""Switch off the second factor of somebody who has lost their app and their recovery codes."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from annotation.accounts.models import User
from annotation.accounts.second_factor import switch_off
from annotation.accounts.sessions import end_sessions


class Command(BaseCommand):
    help = "Switch off a person's second factor, and log them out everywhere. Their password stays."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("user", metavar="USER", help="login name")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(username=options["user"]).first()
        if user is None:
            raise CommandError(f"There is no account {options['user']!r}.")
        with transaction.atomic():
            had = switch_off(user, by=None)
            end_sessions(user)
        self.stdout.write(f"The second factor of {user} is off." if had else f"{user} had no second factor.")
