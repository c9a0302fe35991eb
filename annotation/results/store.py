"""Putting a project's numbers into the database and getting them out, each read once a process."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from typing import Any

from django.db import transaction

from annotation.projects.models import Project
from annotation.quality.agreement.items import Item
from annotation.results.codec import SHAPE, from_plain, to_plain
from annotation.results.items_codec import items_from_text, items_to_text
from annotation.results.models import KeptNumbers
from annotation.results.version import Mark

ITEMS, AGREEMENT = "items", "agreement"
PARTS_HELD = 80


@dataclass(frozen=True, slots=True)
class Kept:
    """One part, from what the project was at `made_at`, when its mark was `mark`."""

    value: Any
    made_at: datetime
    mark: Mark


_held: OrderedDict[tuple[int, datetime, str], Kept] = OrderedDict()
_lock = Lock()


def kept_part(project: Project, part: str) -> Kept | None:
    """The part as the database keeps it; None where it keeps none that this version can read."""
    rows = KeptNumbers.objects.filter(project=project, part=part, shape=SHAPE)
    made_at = rows.values_list("made_at", flat=True).first()
    if made_at is None:
        return None
    key = (project.pk, project.created_at, part)  # SQLite gives the numbers of deleted projects again
    with _lock:
        held = _held.get(key)
    if held is not None and held.made_at == made_at:
        return held
    row = rows.first()
    if row is None:
        return None
    kept = Kept(_read(part, row.value), row.made_at, row.mark)
    with _lock:
        _held[key] = kept
        _held.move_to_end(key)
        while len(_held) > PARTS_HELD:
            _held.popitem(last=False)
    return kept


def keep(project: Project, parts: Mapping[str, str], mark: Mark, made_at: datetime) -> None:
    """Replace what is kept of the project by these texts (`text_of`), all of one time. Call it in a transaction."""
    assert transaction.get_connection().in_atomic_block
    KeptNumbers.objects.filter(project=project).delete()
    KeptNumbers.objects.bulk_create(
        KeptNumbers(project=project, part=name, shape=SHAPE, mark=mark, value=text, made_at=made_at)
        for name, text in parts.items()
    )


def keep_beside(project: Project, part: str, text: str, of: Kept) -> None:
    """Keep one more part, computed from another that is kept; nothing where that has been replaced meanwhile.

    Call it in a transaction.
    """
    assert transaction.get_connection().in_atomic_block
    rows = KeptNumbers.objects.select_for_update().filter(project=project, shape=SHAPE, made_at=of.made_at)
    if not rows.exists():
        return
    KeptNumbers.objects.update_or_create(
        project=project,
        part=part,
        defaults={"shape": SHAPE, "mark": of.mark, "value": text, "made_at": of.made_at},
    )


def text_of(part: str, value: Any) -> str:
    """What the database keeps of it."""
    if part == ITEMS:
        items: list[Item] = value
        return items_to_text(items)
    return json.dumps(to_plain(value), ensure_ascii=False, separators=(",", ":"))


def _read(part: str, text: str) -> Any:
    return items_from_text(text) if part == ITEMS else from_plain(json.loads(text))
