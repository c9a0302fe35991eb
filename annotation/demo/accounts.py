"""Accounts of the demo. Their passwords are random, and stored beside the data so that they can be printed again."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Mapping
from pathlib import Path

from django.conf import settings
from django.db import transaction

from annotation.accounts.invitations import OF_NOBODY
from annotation.accounts.models import User
from annotation.projects.models import Membership, Project, Role

PEOPLE = {
    "wren": Role.CLAIM_WRITER,
    "vera": Role.VERIFIER,
    "viktor": Role.VERIFIER,
    "mina": Role.MANAGER,
}
CONSONANTS, VOWELS = "bdfghjkmnprstvz", "aeiou"
GOLD, GOLD_NAME = "demo-gold", "Gold, by script"
OTHERS = {"demo-second": "Second, by script", "demo-third": "Third, by script"}


def accounts_file() -> Path:
    return Path(settings.ATTEST_DATA_DIR) / "demo-accounts.json"


def set_up_people(project: Project) -> dict[str, str]:
    """Make the accounts that are not there; returns name -> password, "" where it is not known here.

    A password is written down before its account is made: a crash in between loses nothing. An account of that name
    that this function did not make keeps its password.
    """
    kept = _kept_passwords()
    missing = [name for name in PEOPLE if not User.objects.filter(username=name).exists()]
    kept |= {name: readable_password() for name in missing}
    _keep(kept)
    with transaction.atomic():
        for name in missing:
            User.objects.create_user(name, password=kept[name])
        for name, role in PEOPLE.items():
            _join(project, User.objects.get(username=name), role)
    return {name: kept.get(name, "") for name in PEOPLE}


def join_demo(project: Project, roles: Mapping[str, Role]) -> None:
    """Give the accounts of the demo these roles in a further project."""
    for name, role in roles.items():
        _join(project, User.objects.get(username=name), role)


def gold_account(project: Project) -> User:
    """The verifier whose work is the gold evidence."""
    return script_account(project, GOLD)


def script_account(project: Project, name: str) -> User:
    """A verifier whose work is done by a script: it cannot log in, and its name says what it is."""
    words = {GOLD: GOLD_NAME} | OTHERS
    first = {"first_name": words[name], "password": OF_NOBODY}
    person, _created = User.objects.get_or_create(username=name, defaults=first)
    _join(project, person, Role.VERIFIER)
    return person


def _join(project: Project, user: User, role: Role) -> None:
    Membership.objects.get_or_create(project=project, user=user, role=role)


def _kept_passwords() -> dict[str, str]:
    try:
        kept = json.loads(accounts_file().read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    return {str(name): str(password) for name, password in kept.items()} if isinstance(kept, dict) else {}


def _keep(passwords: dict[str, str]) -> None:
    """Readable by its owner alone from the first byte; put in place by a rename."""
    path = accounts_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_suffix(f".{os.getpid()}")
    with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        json.dump(passwords, file, indent=2)
        file.write("\n")
    os.replace(temporary, path)


def readable_password() -> str:
    """Generate a password of four pronounceable groups, such as "tavi-kome-duba-nihe" (50 bits)."""
    return "-".join(
        "".join(secrets.choice(letters) for letters in (CONSONANTS, VOWELS, CONSONANTS, VOWELS)) for _ in range(4)
    )
