"""Lists of flagged domains: reading a file, storing a list, and which lists an address is on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.errors import Invalid
from annotation.evidence.web.models import LONGEST_DOMAIN, LONGEST_NAME, FlaggedDomain, FlaggedList
from annotation.projects.models import Project
from corpus.characters import storable
from corpus.web.addresses import host, hosts

MOST_DOMAINS = 200_000
MOST_LINES_NAMED = 20


@dataclass(slots=True)
class ReadList:
    """The hosts of a file, each once, and the lines that hold none: number and what stands there."""

    domains: dict[str, None] = field(default_factory=dict)
    problems: list[tuple[int, str]] = field(default_factory=list)


def read_list(lines: Iterable[str]) -> ReadList:
    """Read a domain or address a line; blank lines and what stands behind "#" are passed over."""
    found = ReadList()
    for number, line in enumerate(lines, 1):
        written = storable(line).partition("#")[0].strip().strip(",;\"'")
        if not written:
            continue
        name = host(written.removeprefix("*.").removeprefix("."))
        if not name or len(name) > LONGEST_DOMAIN or "." not in name or " " in written:
            found.problems.append((number, written[:80]))
        else:
            found.domains[name] = None
    return found


@transaction.atomic
def import_list(project: Project, name: str, lines: Iterable[str], by: User) -> tuple[FlaggedList, ReadList]:
    """Store a list under a new name; lines without a domain are left out and named. Raises Invalid."""
    name = " ".join(storable(name).split())
    if not 0 < len(name) <= LONGEST_NAME:
        raise _invalid("name", _("Give the list a name of at most %(most)d characters.") % {"most": LONGEST_NAME})
    if FlaggedList.objects.filter(project=project, name=name).exists():
        message = _("There is a list “%(name)s” already. Remove it first, or choose another name.")
        raise _invalid("name", message % {"name": name})
    read = read_list(lines)
    if not read.domains:
        raise _invalid("file", _("No line of the file is a domain. Write one a line, such as example.com."))
    if len(read.domains) > MOST_DOMAINS:
        raise _invalid("file", _("The file has more than %(most)d domains.") % {"most": MOST_DOMAINS})
    stored = FlaggedList.objects.create(project=project, name=name, imported_by=by)
    rows = (FlaggedDomain(flagged_list=stored, domain=each) for each in read.domains)
    FlaggedDomain.objects.bulk_create(rows, batch_size=5_000)
    after = {"name": name, "domains": len(read.domains)}
    record(Act.FLAGGED_LIST_ADDED, by=by, project=project, about=stored, after=after)
    return stored, read


@transaction.atomic
def remove_list(stored: FlaggedList, by: User) -> None:
    """Delete a list with its domains. Flags that answers carry stay as they are."""
    before = {"name": stored.name, "domains": stored.domains.count()}
    record(Act.FLAGGED_LIST_REMOVED, by=by, project=stored.project, about=stored, before=before)
    stored.delete()


def flagged_by(project: Project, urls: Iterable[str]) -> dict[str, list[str]]:
    """Address -> names of the project's lists that its host, or one above it, is on. One query."""
    wanted = {url: hosts(url) for url in urls if url}
    names = {name for found in wanted.values() for name in found}
    listed: defaultdict[str, list[str]] = defaultdict(list)
    rows = FlaggedDomain.objects.filter(flagged_list__project=project, domain__in=names)
    for domain, name in rows.order_by("flagged_list__name").values_list("domain", "flagged_list__name"):
        listed[domain].append(name)
    if not listed:
        return {url: [] for url in wanted}
    return {url: sorted({name for each in found for name in listed.get(each, ())}) for url, found in wanted.items()}


def _invalid(field: str, message: str) -> Invalid:
    return Invalid(message, {field: [message]})
