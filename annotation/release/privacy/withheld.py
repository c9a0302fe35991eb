"""What a release leaves out or redacts: the options it is made with, and the project's redactions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import Max
from django.db.models.expressions import Combinable
from django.utils import timezone

from annotation.projects.models import Project
from annotation.release.privacy.kinds import OF_LOGS, TextKind
from annotation.release.privacy.models import FreeTextChoice, Redaction
from annotation.release.privacy.operations import among, column, is_kind, replaced
from annotation.release.summary import ReleaseOptions

REDACTED, LEFT_OUT = "[redacted]", "[left out]"


@dataclass(frozen=True, slots=True)
class Withheld:
    """`rows`: the redacted notes by kind; `counts`: all redactions by kind. `last`: key of the newest redaction that
    there was when the release began, 0 where there was none."""

    project: int = 0
    left_out: frozenset[str] = frozenset()
    rows: Mapping[str, frozenset[int]] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    smallest_group: int = 1
    last: int = 0

    def note(self, kind: TextKind, row: int, text: str) -> str:
        """The note as it is released: empty where its kind is left out."""
        if not text or kind in self.left_out:
            return ""
        return REDACTED if row in self.rows.get(kind, ()) else text

    @property
    def has_all_of_logs(self) -> bool:
        """Whether no kind of text in logs is left out. Imported lines are released whole or not at all."""
        return not self.left_out.intersection(OF_LOGS)

    def values(self, *, checked: bool) -> Combinable:
        """The column of operations' values as they are released; see `operations.is_kind` for `checked`."""
        kinds = [kind for kind in OF_LOGS if kind in self.left_out]
        left_out = [one for kind in kinds for one in replaced(is_kind(kind, checked=checked), LEFT_OUT)]
        if not any(self.counts.get(kind) for kind in OF_LOGS):
            return column(left_out)
        mine = Redaction.objects.filter(project=self.project, pk__lte=self.last, kind__in=OF_LOGS)
        return column([*left_out, *replaced(among(mine), REDACTED)])

    def to_json(self) -> dict[str, Any]:
        """What the manifest says."""
        return {
            "left_out": sorted(self.left_out),
            "redacted": dict(sorted(self.counts.items())),
            "markers": {"redacted": REDACTED, "left_out": LEFT_OUT},
            "smallest_group": self.smallest_group,
        }

    def mark_released(self) -> None:
        """Record that a release was made with these redactions: they are not undone any more."""
        mine = Redaction.objects.filter(project=self.project, pk__lte=self.last, released_at__isnull=True)
        mine.exclude(kind__in=self.left_out).update(released_at=timezone.now())


EVERYTHING = Withheld()


def withheld_of(project: Project, settings: ReleaseOptions) -> Withheld:
    """What a release of the project with these options withholds, as redacted now."""
    mine = Redaction.objects.filter(project=project)
    last = mine.aggregate(last=Max("pk"))["last"] or 0
    rows: dict[str, set[int]] = {}
    for kind, row in mine.filter(pk__lte=last).values_list("kind", "row").iterator():
        rows.setdefault(kind, set()).add(row)
    return Withheld(
        project=project.pk,
        left_out=settings.left_out,
        rows={kind: frozenset(some) for kind, some in rows.items() if kind not in OF_LOGS},
        counts={kind: len(some) for kind, some in rows.items()},
        smallest_group=settings.smallest_group,
        last=last,
    )


def with_choice(project: Project, settings: ReleaseOptions) -> ReleaseOptions:
    """The options with what the project's managers have chosen to leave out."""
    choice = FreeTextChoice.objects.filter(project=project).first() or FreeTextChoice()
    return replace(settings, left_out=frozenset(choice.left_out), smallest_group=choice.smallest_group)
