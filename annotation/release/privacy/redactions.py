"""Redact texts, and undo it until a release has been made."""

from __future__ import annotations

from collections.abc import Iterable

from annotation.accounts.models import User
from annotation.projects.models import Project
from annotation.release.privacy.kinds import TextKind
from annotation.release.privacy.models import Redaction, TextFinding
from annotation.release.privacy.texts import same_search, texts_of

AT_ONCE = 500


def redact(project: Project, kind: TextKind, rows: Iterable[int], by: User) -> int:
    """Redact these texts of the project; returns how many are redacted now and were not.

    A search is redacted in all operations of its assignment that have its words.
    """
    chosen = sorted(set(rows))
    added = 0
    for start in range(0, len(chosen), AT_ONCE):
        some = {one.row for one in texts_of(project, kind, chosen[start : start + AT_ONCE])}
        if kind is TextKind.SEARCHES:
            some |= set(same_search(project, some))
        there = set(Redaction.objects.filter(project=project, kind=kind, row__in=some).values_list("row", flat=True))
        new = [Redaction(project=project, kind=kind, row=row, made_by=by) for row in sorted(some - there)]
        Redaction.objects.bulk_create(new, ignore_conflicts=True)
        added += len(new)
    return added


def redact_found(project: Project, kind: TextKind, what: str, by: User) -> int:
    """Redact every text of a kind in which the latest scan found this; "": found anything."""
    found = TextFinding.objects.filter(project=project, kind=kind, **({"what": what} if what else {}))
    return redact(project, kind, found.values_list("row", flat=True), by)


def undo(project: Project, kind: TextKind, rows: Iterable[int]) -> int:
    """Undo these redactions, but for those with which a release was made; returns how many."""
    chosen = set(rows)
    if kind is TextKind.SEARCHES:
        chosen |= set(same_search(project, chosen))
    mine = Redaction.objects.filter(project=project, kind=kind, row__in=chosen, released_at__isnull=True)
    return mine.delete()[0]
