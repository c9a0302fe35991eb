"""Publish, change and withdraw announcements; find out who has read them.

An announcement holds what its manager typed and nothing that is derived from other annotators' work.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.errors import Invalid
from annotation.projects.announcement_models import (
    LONGEST_TITLE,
    Announcement,
    AnnouncementRead,
    AnnouncementRevision,
    Question,
)
from annotation.projects.models import Membership, Project, Role

LONGEST_TEXT = 20_000


@dataclass(frozen=True, slots=True)
class Reader:
    """Recipient of an announcement. `read_at`: when they read the current revision; None: they have not.

    `read_before`: when they read an earlier revision that is no longer sufficient.
    """

    person: User
    roles: tuple[str, ...]
    read_at: datetime | None
    read_before: datetime | None


@transaction.atomic
def announce(*, project: Project, by: User, title: str, text: str, audience: str = "", must_read: bool) -> Announcement:
    """Publish an announcement to everybody (`audience` empty) or to those with this role. Raises Invalid."""
    title, text = _checked(title, text, audience)
    made = Announcement.objects.create(
        project=project, author=by, title=title, text=text, audience=audience, must_read=must_read
    )
    _keep(made, by)
    return made


@transaction.atomic
def change(
    announcement: Announcement,
    *,
    by: User,
    title: str,
    text: str,
    audience: str,
    must_read: bool,
    read_again: bool,
) -> Announcement:
    """Change an announcement; a new title or text makes a revision. With `read_again` everybody has to read it again.

    A change of audience or `must_read` alone makes no revision. Raises Invalid.
    """
    title, text = _checked(title, text, audience)
    row = Announcement.objects.select_for_update().get(pk=announcement.pk)
    has_new_words = (title, text) != (row.title, row.text)
    row.title, row.text, row.audience, row.must_read = title, text, audience, must_read
    if has_new_words or read_again:
        row.revision += 1
    if read_again:
        row.read_from = row.revision
    row.save()
    if has_new_words or read_again:
        _keep(row, by)
    return row


def withdraw(announcement: Announcement) -> None:
    """Hide an announcement. Who has read it is kept."""
    Announcement.objects.filter(pk=announcement.pk, withdrawn_at=None).update(withdrawn_at=timezone.now())


def restore(announcement: Announcement) -> None:
    """Show a withdrawn announcement again; it stays read for those who had read it."""
    Announcement.objects.filter(pk=announcement.pk).update(withdrawn_at=None)


def announcements_for(person: User, project: Project) -> QuerySet[Announcement]:
    """Announcements to this person that are not withdrawn, newest first."""
    return Announcement.objects.filter(_for_a_role_of(person), project=project, withdrawn_at=None)


def unread(person: User, project: Project) -> QuerySet[Announcement]:
    """Announcements to this person whose current revision they have not read."""
    return announcements_for(person, project).exclude(_has_read(person))


def has_required_reading(person: User, project: Project) -> bool:
    """Return whether the person must read an announcement before they are given work."""
    return unread(person, project).filter(must_read=True).exists()


def mark_read(announcement: Announcement, *, person: User, revision: int) -> None:
    """Record that the person has read this revision. Idempotent; an unknown revision is ignored."""
    if 1 <= revision <= announcement.revision:
        AnnouncementRead.objects.get_or_create(announcement=announcement, person=person, revision=revision)


def unread_counts(person: User) -> dict[str, int]:
    """Project slug -> number of unread announcements and unseen answers, ordered by project name."""
    rows = Announcement.objects.filter(_for_a_role_of(person), withdrawn_at=None).exclude(_has_read(person))
    answers = Question.objects.filter(asker=person, answered_at__isnull=False, seen_at=None)
    member = Membership.objects.filter(user=person, project=OuterRef("project"))
    unread_rows = rows.order_by("project__name").values_list("project__slug", flat=True)
    answered = answers.filter(Exists(member)).order_by("project__name").values_list("project__slug", flat=True)
    found: dict[str, int] = {}
    for slug in (*unread_rows, *answered):
        found[slug] = found.get(slug, 0) + 1
    return found


def readers(announcement: Announcement) -> list[Reader]:
    """Recipients who may log in, those who have not read it first, then by name; without its author."""
    rows = Membership.objects.filter(project=announcement.project_id, user__is_active=True)
    rows = rows.exclude(user=announcement.author_id)
    if announcement.audience:
        rows = rows.filter(role=announcement.audience)
    roles: dict[User, list[str]] = {}
    for membership in rows.select_related("user").order_by("user__username", "role"):
        roles.setdefault(membership.user, []).append(membership.role)
    now: dict[int, datetime] = {}
    before: dict[int, datetime] = {}
    for one in AnnouncementRead.objects.filter(announcement=announcement).order_by("-read_at"):
        (now if one.revision >= announcement.read_from else before)[one.person_id] = one.read_at  # the first stays
    found = [Reader(user, tuple(held), now.get(user.pk), before.get(user.pk)) for user, held in roles.items()]
    return sorted(found, key=lambda reader: reader.read_at is not None)


def _for_a_role_of(person: User) -> Q:
    """Announcements to everybody in a project of the person, or to their role in it, less their own."""
    here = Membership.objects.filter(user=person, project=OuterRef("project"))
    return (Q(Exists(here), audience="") | Q(Exists(here.filter(role=OuterRef("audience"))))) & ~Q(author=person)


def _has_read(person: User) -> Exists:
    mine = AnnouncementRead.objects.filter(announcement=OuterRef("pk"), person=person)
    return Exists(mine.filter(revision__gte=OuterRef("read_from")))


def _checked(title: str, text: str, audience: str) -> tuple[str, str]:
    title, text = " ".join(title.split()), text.replace("\r\n", "\n").strip()
    wrong: dict[str, list[str]] = {}
    for name, words, most in (("title", title, LONGEST_TITLE), ("text", text, LONGEST_TEXT)):
        if not words or len(words) > most or "\0" in words:
            wrong[name] = [_("Write something here, in at most %(most)d characters.") % {"most": most}]
    if audience and audience not in Role.values:
        wrong["audience"] = [_("Choose whom it is for.")]
    if wrong:
        raise Invalid(next(iter(wrong.values()))[0], wrong)
    return title, text


def _keep(row: Announcement, by: User) -> None:
    AnnouncementRevision.objects.create(
        announcement=row, number=row.revision, title=row.title, text=row.text, author=by
    )
