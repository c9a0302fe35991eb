"""Items of the study: their rows, what is wrong with one, and adding many at once.

A row: `claim_id`, `text` (with [CIT] where the mark stands), `original` and `suggested`: {"url", "title", "passages",
"selected"}, and where known `title`, `section`, `scores`: {name: number}, `control`: "", "random_passage" or
"wrong_source". Of a control `original` is right. A random passage is drawn here where `suggested` is left out.
"""

from __future__ import annotations

import math
import secrets
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.audit_log.acts import Act
from annotation.projects.models import Project
from annotation.work.models import Task
from annotation.work.row_fields import text_problem
from annotation.workflows.citation_study.choices import SOURCE_A, SOURCE_B
from annotation.workflows.citation_study.exclusions import leave_out
from annotation.workflows.citation_study.models import LONGEST_NAME, SLUG, Control, StudyExclusion, StudyItem
from annotation.workflows.citation_study.settings import settings_of
from annotation.workflows.claim_items import (
    BATCH,
    Added,
    Row,
    add_new,
    claim_digest,
    new_tasks,
    number_problem,
    requeue,
)

MARK = "[CIT]"
MOST_PASSAGES, MOST_SCORES = 5_000, 50
LONGEST = {"title": 1_000, "section": 2_000, "text": 20_000}
LONGEST_URL, LONGEST_PASSAGE = 4_000, 20_000
MAKE_CONTROLS = "annotation.quality.workflows.citation_study.controls.make_controls"  # of a level above this one


@transaction.atomic
def add_items(project: Project, rows: Iterable[Row], by: User | None) -> Added:
    """Create an item from each row that has none yet; controls become hidden checks of everybody.

    `by`: whose act it is, who is left out of judging; None for a command.
    """

    def store_new(new: Sequence[tuple[str, Row]]) -> None:
        tasks = new_tasks(project, SLUG, new, settings_of(project).annotators)
        items = [_item(task, row, digest) for task, (digest, row) in zip(tasks, new, strict=True)]
        StudyItem.objects.bulk_create(items, batch_size=BATCH)
        _make_controls(items, by)

    act = Act.STUDY_ITEMS_ADDED
    added = add_new(project, rows, StudyItem, problem=problem, digest_of=digest_of, store=store_new, act=act, by=by)
    if by is not None and (added.created or added.known):
        leave_out(project, by, StudyExclusion.Reason.IMPORTED)
    return added


def _make_controls(items: Iterable[StudyItem], by: User | None) -> None:
    controls = [(one.task, SOURCE_B if one.is_turned else SOURCE_A) for one in items if one.control]
    if controls:
        import_string(MAKE_CONTROLS)(controls, by)


def recognise(row: Row) -> bool:
    """Whether this is the row of an item."""
    return {"claim_id", "text", "original"} <= row.keys() and bool({"suggested", "control"} & row.keys())


def known(project: Project, row: Row) -> QuerySet[StudyItem]:
    """The item of this claim and control."""
    return StudyItem.objects.filter(project=project, digest=digest_of(row))


def store(task: Task, row: Row) -> StudyItem:
    """Store the item of a row that has no problem, for a task that is there."""
    item = _item(task, row, digest_of(row))
    item.save(force_insert=True)
    requeue(task, item.digest)
    _make_controls([item], None)
    return item


def digest_of(row: Row) -> str:
    """What tells an item from others: the claim's number and letters, and its control."""
    return claim_digest(row["claim_id"], row["text"], row.get("control") or "")


def problem(row: Row) -> str:
    """What is wrong with a row, as a sentence that names the field and the remedy; "" if nothing is."""
    if found := number_problem(row.get("claim_id")):
        return found
    for name, most in LONGEST.items():
        if found := text_problem(name, row.get(name), most, is_needed=name == "text"):
            return found
    if row["text"].count(MARK) != 1:
        return _("text: write [CIT] once, where the mark of the citation stands")
    control = row.get("control")
    if control and control not in Control.values:
        return _("control: unknown; write “random_passage”, “wrong_source”, or leave it empty")
    return _sources_problem(row) or _scores_problem(row.get("scores"))


def _sources_problem(row: Row) -> str:
    if found := _source_problem("original", row.get("original")):
        return found
    if row.get("suggested") is None and row.get("control") == Control.RANDOM_PASSAGE:
        if len(row["original"]["passages"]) < 2:
            return _("original.passages: a random passage cannot be drawn from one; give the others too")
        return ""
    return _source_problem("suggested", row.get("suggested"))


def _source_problem(name: str, source: object) -> str:
    if not isinstance(source, dict):
        return _("%(field)s: no source; write an object with url, title, passages and selected") % {"field": name}
    for key, most in (("url", LONGEST_URL), ("title", LONGEST["title"])):
        if found := text_problem(f"{name}.{key}", source.get(key), most):
            return found
    passages, selected = source.get("passages"), source.get("selected", 0)
    if not isinstance(passages, list) or not 0 < len(passages) <= MOST_PASSAGES:
        size = {"field": f"{name}.passages", "most": MOST_PASSAGES}
        return _("%(field)s: no list of 1 to %(most)d passages") % size
    for place, passage in enumerate(passages):
        if found := text_problem(f"{name}.passages[{place}]", passage, LONGEST_PASSAGE, is_needed=True):
            return found
    if not isinstance(selected, int) or isinstance(selected, bool) or not 0 <= selected < len(passages):
        return _("%(field)s: no number of a passage, counted from 0") % {"field": f"{name}.selected"}
    return ""


def _scores_problem(scores: object) -> str:
    if scores is None:
        return ""
    if not isinstance(scores, dict) or len(scores) > MOST_SCORES:
        return _("scores: no object of at most %(most)d numbers by name") % {"most": MOST_SCORES}
    for name, value in scores.items():
        if found := text_problem("scores", name, LONGEST_NAME, is_needed=True):
            return found
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            return _("%(field)s: no number") % {"field": f"scores.{name}"}
    return ""


def _item(task: Task, row: Row, digest: str) -> StudyItem:
    original = _source(row["original"])
    suggested = row.get("suggested")
    return StudyItem(
        task=task,
        project_id=task.project_id,
        claim_id=str(row["claim_id"]).strip(),
        title=" ".join((row.get("title") or "").split()),
        section=" ".join((row.get("section") or "").split()),
        text=" ".join(row["text"].split()),
        original=original,
        suggested=_source(suggested) if suggested is not None else _random_passage(original),
        scores=row.get("scores") or {},
        control=row.get("control") or "",
        is_turned=bool(secrets.randbits(1)),
        digest=digest,
    )


def _source(source: Row) -> dict[str, Any]:
    """A source with every field. White space and accents are spelled one way: they could tell two sources apart."""
    return {
        "url": (source.get("url") or "").strip(),
        "title": _even(source.get("title") or ""),
        "passages": [_even(one) for one in source["passages"]],
        "selected": source.get("selected", 0),
    }


def _even(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())


def _random_passage(source: dict[str, Any]) -> dict[str, Any]:
    """The same source with another passage, drawn at random."""
    others = [place for place in range(len(source["passages"])) if place != source["selected"]]
    return source | {"selected": secrets.choice(others)}
