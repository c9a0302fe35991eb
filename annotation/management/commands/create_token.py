"""Create an API token for a person and print it once."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.accounts.models import User
from annotation.accounts.tokens import DEFAULT_DAYS, LONGEST_NAME, Scope, create_token

MOST_DAYS = 3650


class Command(BaseCommand):
    help = "Create an API token, with which a program acts as this person. It cannot be shown again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("user", metavar="USER", help="login name")
        parser.add_argument("--name", default="made by create_token", help="purpose of the token")
        parser.add_argument(
            "--days", type=int, default=DEFAULT_DAYS, help=f"validity in days (default: {DEFAULT_DAYS}); 0: no end"
        )
        parser.add_argument(
            "--scope",
            choices=Scope.values,
            default=Scope.MANAGE.value,
            help="what it may be used for, with all before it (default: manage)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(username=options["user"]).first()
        if user is None:
            raise CommandError(f"There is no account {options['user']!r}.")
        if not user.is_active:
            raise CommandError(f"The account {options['user']!r} is deactivated: reactivate it first.")
        if not 0 <= options["days"] <= MOST_DAYS:
            raise CommandError(f"--days {options['days']}: from 0 to {MOST_DAYS}.")
        if not 1 <= len(options["name"]) <= LONGEST_NAME:
            raise CommandError(f"--name: from 1 to {LONGEST_NAME} characters.")
        scope = Scope(options["scope"])
        token, text = create_token(user=user, name=options["name"], days=options["days"] or None, scope=scope)
        self.stdout.write(text)
        until = f"{token.expires_at:%Y-%m-%d %H:%M} UTC" if token.expires_at else "it is revoked"
        self.stderr.write(f"Holds until {until}. It cannot be shown again.")
