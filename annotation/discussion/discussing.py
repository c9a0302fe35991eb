"""Write in a discussion, open and close it to the claim's annotators, and read it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Case, Count, F, Max, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.claims.models import Claim
from annotation.discussion.models import Discussion, DiscussionEntry, DiscussionRead, EntryKind, Speaker
from annotation.discussion.visibility import discussions_of, first_decisions, is_discussable, readable_entries
from annotation.errors import AnnotationError, Invalid
from annotation.quality.adjudication.queue import letters
from annotation.workflows.models import Verification

LONGEST_MESSAGE = 4_000


@dataclass(frozen=True, slots=True)
class Line:
    """An entry as one reader sees it. `who`: the speaker's part, an annotator with the letter; `name`: the user name,
    for managers alone, else empty."""

    entry: DiscussionEntry
    who: str
    name: str
    is_mine: bool

    @property
    def is_message(self) -> bool:
        return self.entry.kind == EntryKind.MESSAGE

    @property
    def text(self) -> str:
        return self.entry.text

    @property
    def at(self) -> datetime:
        return self.entry.created_at


@transaction.atomic
def write(*, claim: Claim, by: User, speaker: Speaker, text: str) -> DiscussionEntry:
    """Add a message of a manager or an adjudicator; the first one makes the discussion. Sent twice, it stands once.

    Raises Invalid, and AnnotationError `not_discussable` (a gold item, or no task of production).
    """
    text = _checked(text)
    discussion = _discussion(claim)
    return _add(discussion, by, speaker, text)


@transaction.atomic
def answer(*, discussion: Discussion, by: User, text: str) -> DiscussionEntry:
    """Add a message of an annotator. Raises Invalid, and AnnotationError `discussion_closed`: they may not read it."""
    text = _checked(text)
    Discussion.objects.select_for_update().get(pk=discussion.pk)
    if not discussions_of(by, discussion.claim.project).filter(pk=discussion.pk).exists():
        raise AnnotationError("discussion_closed", _("This discussion is closed."), 404)
    return _add(discussion, by, Speaker.ANNOTATOR, text)


@transaction.atomic
def set_open(*, claim: Claim, by: User, speaker: Speaker, is_open: bool) -> Discussion:
    """Open the discussion to the claim's annotators, or close it; what is so already makes no entry.

    Raises AnnotationError `not_discussable`.
    """
    discussion = _discussion(claim)
    if discussion.is_open != is_open:
        discussion.is_open = is_open
        discussion.save(update_fields=["is_open"])
        kind = EntryKind.OPENED if is_open else EntryKind.CLOSED
        DiscussionEntry.objects.create(discussion=discussion, author=by, speaker=speaker, kind=kind)
    return discussion


def lines_of(
    discussion: Discussion, reader: User, *, with_names: bool = False, is_adjudicator: bool = False
) -> list[Line]:
    """Return the entries in order. Annotators are called by the letters of the adjudication page.

    `is_adjudicator`: the reader is one, or an observer, and no manager (`visibility.readable_entries`).
    """
    called, entries = _called(discussion.claim_id), discussion.entries.select_related("author")
    if is_adjudicator:
        entries = entries.annotate(**first_decisions("discussion__claim")).filter(readable_entries(reader))
    found = []
    for entry in entries:
        who = str(Speaker(entry.speaker).label)
        if entry.speaker == Speaker.ANNOTATOR and (letter := called.get(entry.author_id)):
            who = _("Annotator %(letter)s") % {"letter": letter}
        name = entry.author.get_username() if with_names else ""
        found.append(Line(entry, who, name, entry.author_id == reader.pk))
    return found


def mark_read(discussion: Discussion, reader: User, lines: list[Line]) -> None:
    """Record that the reader was shown these lines."""
    if lines:
        seen = {"last_seen": lines[-1].entry.pk}
        DiscussionRead.objects.update_or_create(discussion=discussion, person=reader, defaults=seen)


def with_counts(
    discussions: QuerySet[Discussion], reader: User, *, is_adjudicator: bool = False
) -> QuerySet[Discussion]:
    """Annotate `messages`, `last` (time of the last one) and `unread` (messages of others).

    Those with unread messages come first, then the latest. `is_adjudicator`: as of `lines_of`.
    """
    seen = DiscussionRead.objects.filter(discussion=OuterRef("pk"), person=reader).values("last_seen")
    messages = Q(entries__kind=EntryKind.MESSAGE)
    if is_adjudicator:
        discussions = discussions.annotate(**first_decisions("claim"))
        messages &= readable_entries(reader, "entries__")
    new = messages & Q(entries__pk__gt=F("seen")) & ~Q(entries__author=reader)
    return (
        discussions.annotate(seen=Coalesce(Subquery(seen), 0))
        .annotate(
            messages=Count("entries", filter=messages),
            last=Max("entries__created_at", filter=messages),
            unread=Count("entries", filter=new),
        )
        .order_by(Case(When(unread=0, then=Value(1)), default=Value(0)), F("last").desc(nulls_last=True), "-pk")
    )


def message_count(claim: Claim, adjudicator: User | None = None) -> int:
    """Count the messages about the claim; those that this adjudicator may read."""
    found = DiscussionEntry.objects.filter(discussion__claim=claim, kind=EntryKind.MESSAGE)
    if adjudicator is not None:
        found = found.annotate(**first_decisions("discussion__claim")).filter(readable_entries(adjudicator))
    return found.count()


def unread_by(reader: User, discussions: QuerySet[Discussion]) -> int:
    """Count the messages of others that the reader has not seen in these discussions."""
    rows: QuerySet[Any] = with_counts(discussions, reader)
    return sum(row.unread for row in rows)


def _discussion(claim: Claim) -> Discussion:
    """The claim's discussion, locked: one act after the other."""
    if not is_discussable(claim):
        message = _("Only claims in production are discussed: a discussion of a gold item would tell its answer.")
        raise AnnotationError("not_discussable", message, 409)
    Discussion.objects.get_or_create(claim=claim)
    return Discussion.objects.select_for_update().get(claim=claim)


def _add(discussion: Discussion, by: User, speaker: Speaker, text: str) -> DiscussionEntry:
    last = discussion.entries.order_by("-pk").first()
    if last is not None and (last.author_id, last.speaker, last.text) == (by.pk, speaker, text):
        return last
    return DiscussionEntry.objects.create(discussion=discussion, author=by, speaker=speaker, text=text)


def _called(claim: int) -> dict[int, str]:
    """Person -> letter, of the claim's annotators."""
    rows = Verification.objects.filter(claim=claim, submission__is_current=True)
    known = list(rows.select_related("submission__assignment"))
    by_row = letters(known)
    return {row.assignment.person_id: by_row[row.pk] for row in known}


def _checked(text: str) -> str:
    text = text.replace("\r\n", "\n").strip()
    if not text or len(text) > LONGEST_MESSAGE or "\0" in text:
        words = _("Write something here, in at most %(most)d characters.") % {"most": LONGEST_MESSAGE}
        raise Invalid(words, {"text": [words]})
    return text
