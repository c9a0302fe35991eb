"""Create the account of an operator: `python manage.py create_operator NAME`."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from annotation.accounts.invitations import create_invited, invitation_path, invite_again, is_invited
from annotation.accounts.models import User
from annotation.audit_log.acts import Act
from annotation.audit_log.record import record


class Command(BaseCommand):
    help = (
        "Create an operator, who may create projects and see all tables, and print the link by which they choose a "
        "password. Run again before the link was used, it prints another one, and the earlier link ends."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the user name")

    def handle(self, *args: Any, **options: Any) -> None:
        name = User.normalize_username(options["name"])
        try:
            User._meta.get_field("username").run_validators(name)
        except ValidationError as error:
            raise CommandError(f"{name!r}: {' '.join(error.messages)}") from error
        with transaction.atomic():
            account = _operator(name)
        days = settings.PASSWORD_RESET_TIMEOUT // (24 * 3600)
        self.stdout.write(f"{name} chooses a password here, within {days} days and once:")
        self.stdout.write(f"{settings.ATTEST_SITE_URL}{invitation_path(account)}")


def _operator(name: str) -> User:
    create_invited([name])
    account = User.objects.get(username=name)
    if not is_invited(account):
        raise CommandError(f"{name} has an account already, and chose a password or linked an identity.")
    invite_again(account)  # a link from before, such as a manager's to one of their annotators, makes no operator
    account.is_superuser = account.is_staff = True
    account.save(update_fields=["is_superuser", "is_staff"])
    record(Act.OPERATOR_CREATED, by=None, person=account)
    return account
