"""Verify the audit log: each entry against the one before it, the last one against the head."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from annotation.audit_log.models import AuditEntry, AuditHead
from annotation.hash_chain import BEFORE_THE_FIRST, Entry, chained_entry

COLUMNS = ("number", "at", "act", "by_id", "project_id", "person_id", *Entry._fields[6:], "chain")


@dataclass(frozen=True, slots=True)
class BrokenEntry:
    """A discrepancy at an entry. `code`: "missing", "altered" or "cut_off"."""

    number: int
    code: str
    reason: str


@dataclass(slots=True)
class CheckedEntries:
    """Number of entries that were verified; complete once the iterator is exhausted."""

    entries: int = 0


def broken_entries(checked: CheckedEntries) -> Iterator[BrokenEntry]:
    """Yield every discrepancy, oldest first."""
    # The head is read first: acts that follow meanwhile are entries beyond it.
    head = AuditHead.objects.first()
    before, last = BEFORE_THE_FIRST, 0
    wanted = (0, BEFORE_THE_FIRST) if head is None else (head.number, head.chain)
    is_reached = wanted == (0, BEFORE_THE_FIRST)
    for *values, chain in AuditEntry.objects.order_by("number").values_list(*COLUMNS).iterator(chunk_size=5_000):
        link = Entry(*values)
        checked.entries += 1
        if link.number != last + 1:
            gap = {"first": last + 1, "last": link.number - 1}
            yield BrokenEntry(link.number, "missing", _("Entries %(first)d to %(last)d before it are missing.") % gap)
        elif chain != chained_entry(before, link):
            yield BrokenEntry(link.number, "altered", _("It differs from what was recorded, or is out of order."))
        before, last = chain, link.number
        is_reached = is_reached or (last, chain) == wanted
    if not is_reached:
        yield BrokenEntry(last, "cut_off", _("It is not the last one that was recorded: what followed is missing."))
