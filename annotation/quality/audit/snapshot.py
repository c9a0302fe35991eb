"""What the audit's pages show, computed once and shown again while it is good. Held in the memory of each process."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from time import monotonic
from typing import Any, TypeVar, cast

from django.db.models import Count, Manager, Max, QuerySet

from annotation.claims.models import Claim
from annotation.projects.models import Project
from annotation.quality.agreement.snapshot import GOOD_FOR
from annotation.quality.calibration.models import GoldItem
from annotation.results.store import kept_part
from annotation.work.models import Assignment
from annotation.workflows.claim_generation.models import Highlight
from annotation.workflows.claim_verification.models import Report, Verification

PARTS_KEPT = 60

V = TypeVar("V")
_parts: OrderedDict[tuple[object, ...], tuple[object, float, object]] = OrderedDict()
_lock = Lock()


def kept(project: Project, name: object, compute: Callable[[], V]) -> V:
    """What `compute` gives: at most GOOD_FOR seconds old, or however old while nothing has happened (`_mark`).

    `name`, hashable, tells what is computed from what else is computed of the project. Where the database keeps a part
    of this name (`annotation.results`), that is shown, with all others of its time.
    """
    stored = kept_part(project, name) if isinstance(name, str) else None
    if stored is not None:
        return cast("V", stored.value)
    key, now, mark = (project.pk, project.created_at, name), monotonic(), _mark(project)
    with _lock:
        known = _parts.get(key)
    if known is not None and (known[0] == mark or now - known[1] < GOOD_FOR):
        return cast("V", known[2])
    made = compute()
    with _lock:
        _parts[key] = (mark, now, made)
        _parts.move_to_end(key)
        while len(_parts) > PARTS_KEPT:
            _parts.popitem(last=False)
    return made


def _mark(project: Project) -> object:
    """Changes when work is begun, ended, changed or reported, when claims or highlights come in, and with what managers
    decide of reports, gold and what highlights are drawn by. A handful of reads of an index."""
    work = Assignment.objects.filter(project=project)
    ended = work.filter(ended_at__isnull=False).order_by("-ended_at").values_list("ended_at", flat=True).first()
    decided = Report.objects.filter(decided_at__isnull=False).order_by("-decided_at")
    gold = GoldItem.objects.filter(task__project=project).aggregate(last=Max("pk"), number=Count("pk"))
    return (
        *(_last(rows) for rows in (work, Verification.objects, Report.objects, Claim.objects, Highlight.objects)),
        ended,
        decided.values_list("decided_at", flat=True).first(),
        tuple(gold.values()),
        repr(sorted(project.highlight_settings.items())),
    )


def _last(rows: QuerySet[Any] | Manager[Any]) -> int | None:
    return rows.order_by("-pk").values_list("pk", flat=True).first()
