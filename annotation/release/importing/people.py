"""Accounts for the annotators of a data set: pseudonyms without login or membership."""

from __future__ import annotations

from collections.abc import Iterable

from annotation.accounts.invitations import OF_NOBODY
from annotation.accounts.models import User
from annotation.projects.models import Project

SEPARATOR = "~"  # no name that a form takes has it
LONGEST = 150


class PseudonymousAccounts:
    """Name in the data set -> account; made when it is met for the first time."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.known: dict[str, User] = {}

    def of(self, names: Iterable[str]) -> dict[str, User]:
        """The accounts of these names."""
        missing = sorted({name for name in names if name not in self.known})
        if missing:
            usernames = {self._username(name): name for name in missing}
            there = User.objects.in_bulk(list(usernames), field_name="username")
            new = [
                User(username=username, first_name=name[:LONGEST], is_active=False, password=OF_NOBODY)
                for username, name in usernames.items()
                if username not in there
            ]
            there |= {user.username: user for user in User.objects.bulk_create(new)}
            self.known |= {name: there[username] for username, name in usernames.items()}
        return self.known

    def _username(self, name: str) -> str:
        return f"{self.project.slug}{SEPARATOR}{name}"[:LONGEST]


def released_name(person: int) -> str:
    """The name that an imported annotator had in the data set they came with; empty of anybody else."""
    came = User.objects.filter(pk=person, is_active=False, username__contains=SEPARATOR)
    return came.values_list("first_name", flat=True).first() or ""
