"""Remove a person's data on request: `python manage.py remove_person USERNAME`."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation.accounts.models import User
from annotation.actions.person_removal import LABELS, Removal, free_texts, preview_removal, remove_person
from annotation.errors import AnnotationError


class Command(BaseCommand):
    help = (
        "Remove a person's name, addresses, logins, tokens and texts; their annotations stay under the same pseudonym. "
        "Without --confirm: show what would be removed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--confirm", action="store_true", help="remove it; this cannot be undone")
        parser.add_argument(
            "--withdraw-work",
            metavar="BY",
            help="also set their verifications aside, as the manager of this user name: they count nowhere then",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        person = _user(options["username"])
        by = _user(options["withdraw_work"]) if options["withdraw_work"] else None
        if by == person:
            raise CommandError("Nobody can withdraw their own work here: name another manager behind --withdraw-work.")
        labels = {texts.code: str(texts.label) for texts in free_texts(person)}
        labels |= {code: str(label) for code, label in LABELS.items()}
        try:
            if not options["confirm"]:
                self._say(preview_removal(person), labels, withdraws=by is not None)
                self.stdout.write("Nothing was changed. Run it again with --confirm.")
                return
            found = remove_person(person, withdraw_by=by)
        except AnnotationError as error:
            raise CommandError(f"{error} ({error.code})") from error
        self._say(found, labels, withdraws=by is not None)
        self.stdout.write(f"{options['username']} was removed, and is {person_name(person)} now.")
        self.stdout.write("Backups and releases made before have what they had: delete those that must not.")

    def _say(self, found: Removal, labels: dict[str, str], *, withdraws: bool) -> None:
        self.stdout.write("       1  account: user name, name, mail address, password, preferences")
        for code, count in found.counts.items():
            if count:
                self.stdout.write(f"{count:>8,}  {labels[code]}")
        if withdraws:
            self.stdout.write(f"{found.withdrawn:>8,}  verifications set aside")
        if found.refused:
            self.stdout.write(f"{found.refused:>8,}  verifications that could not be set aside: see the log of actions")
        if found.kept:
            self.stdout.write(f"{found.kept:>8,}  entries of discussions stay: they are append-only")


def person_name(person: User) -> str:
    """What the account is called now."""
    return str(User.objects.values_list("username", flat=True).get(pk=person.pk))


def _user(name: str) -> User:
    user = User.objects.filter(username=name).first()
    if user is None:
        raise CommandError(f"There is no account {name!r}.")
    return user
