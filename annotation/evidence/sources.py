"""Sources outside the corpus that evidence may cite: what may be stored, and storing each once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.errors import Invalid
from annotation.evidence.models import LONGEST_TITLE, LONGEST_URL, Source
from annotation.projects.models import Project
from corpus.characters import storable

LONGEST_TEXT = 1_000_000
_is_address = URLValidator(schemes=["http", "https"])


@dataclass(frozen=True, slots=True)
class ReadSource:
    """What was read at an address. `retrieved_at` is now by default."""

    url: str
    text: str
    archive_url: str = ""
    title: str = ""
    retrieved_at: datetime | None = None


def source_problems(read: ReadSource) -> dict[str, list[str]]:
    """Field -> what is wrong with it, as sentences; empty if the source can be stored."""
    found: dict[str, list[str]] = {}
    for field, problem in _problems(read):
        found.setdefault(field, []).append(problem)
    return found


def store_source(project: Project, read: ReadSource) -> Source:
    """Return the project's source of this address and text, stored if it is new. Raises Invalid."""
    problems = source_problems(read)
    if problems:
        raise Invalid(next(iter(problems.values()))[0], problems)
    stored, _is_new = Source.objects.get_or_create(
        project=project,
        digest=digest(read.url, read.text),
        defaults={
            "url": read.url,
            "archive_url": read.archive_url,
            "title": read.title,
            "text": read.text,
            "retrieved_at": read.retrieved_at or timezone.now(),
        },
    )
    return stored


def digest(url: str, text: str) -> str:
    """Return what tells a source from others: a hash of its address and text."""
    return sha256(f"{url}\n{text}".encode()).hexdigest()


def _problems(read: ReadSource) -> Iterator[tuple[str, str]]:
    lengths = {"url": LONGEST_URL, "archive_url": LONGEST_URL, "title": LONGEST_TITLE, "text": LONGEST_TEXT}
    for field, most in lengths.items():
        value: str = getattr(read, field)
        if len(value) > most:
            long = {"count": len(value), "most": most}
            yield field, _("%(count)d characters are too many; %(most)d is the most.") % long
        elif storable(value) != value:
            yield field, _("This has a character that cannot be stored.")
        elif field.endswith("url") and (value or field == "url") and not _is_http(value):
            yield field, _("Write an address that begins with http:// or https://.")
    if not read.text.strip():
        yield "text", _("Give the text that was read there: the address may show another one later.")
    if read.retrieved_at is not None and timezone.is_naive(read.retrieved_at):
        yield "retrieved_at", _("Give the time with its time zone.")
    elif read.retrieved_at is not None and read.retrieved_at > timezone.now():
        yield "retrieved_at", _("This time has not come yet.")


def _is_http(url: str) -> bool:
    try:
        _is_address(url)
    except ValidationError:
        return False
    return True
