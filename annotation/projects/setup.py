"""Create projects, accounts and memberships."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from django.db import transaction

from annotation.accounts.invitations import create_invited
from annotation.accounts.models import User
from annotation.audit_log.acts import Act
from annotation.audit_log.record import Done, record, record_all
from annotation.projects.models import Membership, Project, Role
from corpus.models import Corpus

QA_RATE = Decimal("0.1")  # of a new project, as in the paper (section 3.2)


@dataclass(frozen=True, slots=True)
class NewPeople:
    """Members that were added. `invited`: the accounts that were made for it, which have no password yet."""

    added: list[str] = field(default_factory=list)
    invited: list[User] = field(default_factory=list)


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
    by: User | None = None,
) -> tuple[Project, NewPeople]:
    """Create a project, with the memberships of `people_of` if given. The slug must be free.

    `qa_rate`: share of verifications that others repeat, in [0, 1]. `settings`: fields of `Project` that differ from
    their defaults. `workflows`: slugs of those that are on; None: those that are on by default.
    `by`: whose act it is; None for a command.
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
    record(Act.PROJECT_CREATED, by=by, project=project, after={"slug": slug, "corpus": corpus.slug})
    return project, add_people(project=project, people=people, by=by)


@transaction.atomic
def add_people(*, project: Project, people: Mapping[Role, Iterable[str]], by: User | None = None) -> NewPeople:
    """Give each named account its role; create accounts that do not exist, whose people are invited."""
    wanted = {role: dict.fromkeys(User.normalize_username(name) for name in names) for role, names in people.items()}
    everybody = {name for names in wanted.values() for name in names}
    invited = create_invited(everybody)
    accounts = User.objects.in_bulk(list(everybody), field_name="username")
    there = set(project.memberships.filter(user__in=accounts.values()).values_list("user", "role"))
    new = [
        Membership(project=project, user=accounts[name], role=role)
        for role, names in wanted.items()
        for name in names
        if (accounts[name].pk, role) not in there
    ]
    Membership.objects.bulk_create(new, ignore_conflicts=True)
    record_all(_roles_given(project, by, new, there))
    added = [f"{one.user.get_username()} ({Role(one.role).label})" for one in new]
    return NewPeople(added=added, invited=invited)


def _roles_given(
    project: Project, by: User | None, new: Sequence[Membership], there: set[tuple[int, str]]
) -> Iterator[Done]:
    given: dict[User, list[str]] = {}
    for one in new:
        given.setdefault(one.user, []).append(one.role)
    had: dict[int, list[str]] = {}
    for user, role in there:
        had.setdefault(user, []).append(role)
    for person, roles in given.items():
        before = sorted(had.get(person.pk, []))
        after = {"roles": sorted([*before, *roles])}
        yield Done(act=Act.ROLES_CHANGED, by=by, project=project, person=person, before={"roles": before}, after=after)
