"""Create projects, accounts and memberships."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from django.db import transaction

from annotation.accounts.models import User
from annotation.projects.models import Membership, Project, Role
from corpus.models import Corpus

QA_RATE = Decimal("0.1")  # of a new project, as in the paper (section 3.2)
CONSONANTS, VOWELS = "bdfghjkmnprstvz", "aeiou"


@dataclass(frozen=True, slots=True)
class NewPeople:
    """Members that were added. `passwords`: username -> password of each new account; they are not stored in clear."""

    added: list[str] = field(default_factory=list)
    passwords: dict[str, str] = field(default_factory=dict)


@transaction.atomic
def create_project(
    *,
    slug: str,
    name: str,
    corpus: Corpus,
    people: Mapping[Role, Iterable[str]],
    people_of: Project | None = None,
    qa_rate: Decimal = QA_RATE,
    settings: Mapping[str, object] | None = None,
    workflows: Iterable[str] | None = None,
) -> tuple[Project, NewPeople]:
    """Create a project, with the memberships of `people_of` if given. The slug must be free.

    `qa_rate`: share of verifications that others repeat, in [0, 1]. `settings`: fields of `Project` that differ from
    their defaults. `workflows`: slugs of those that are on; None: those that are on by default.
    """
    fields = dict(settings or {})
    if workflows is not None:
        fields["workflows"] = list(workflows)
    project = Project.objects.create(slug=slug, name=name, corpus=corpus, qa_rate=qa_rate, **fields)
    if people_of is not None:
        Membership.objects.bulk_create(
            Membership(project=project, user_id=user_id, role=role)
            for user_id, role in people_of.memberships.values_list("user_id", "role")
        )
    return project, add_people(project=project, people=people)


@transaction.atomic
def add_people(*, project: Project, people: Mapping[Role, Iterable[str]]) -> NewPeople:
    """Give each named account its role; create accounts that do not exist, with a new password."""
    new = NewPeople()
    for role, usernames in people.items():
        for username in usernames:
            user = User.objects.filter(username=username).first()
            if user is None:
                new.passwords[username] = readable_password()
                user = User.objects.create_user(username, password=new.passwords[username])
            _membership, added = Membership.objects.get_or_create(project=project, user=user, role=role)
            if added:
                new.added.append(f"{username} ({role.label})")
    return new


def readable_password() -> str:
    """Generate a password of four pronounceable groups, such as "tavi-kome-duba-nihe" (50 bits)."""
    return "-".join(
        "".join(secrets.choice(letters) for letters in (CONSONANTS, VOWELS, CONSONANTS, VOWELS)) for _ in range(4)
    )
