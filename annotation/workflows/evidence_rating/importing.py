"""Items to rate: their rows, what is wrong with one, and adding many at once.

A row: `claim_id`, `claim`, `system`, `evidence`: [{"question", "answer", "url"}], and where known `speaker`,
`claim_date`, `label` (of gold), `reference`: [{"question", "answer"}] (evidence of gold) and `excluded_users`: names of
those who must not rate it. Of system, label and reference raters see nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.audit_log.acts import Act
from annotation.averitec.labels import averitec_label
from annotation.projects.models import Project
from annotation.vocabulary.label_set import LONGEST_VALUE
from annotation.work.models import Task
from annotation.work.row_fields import text_problem
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
from annotation.workflows.evidence_rating.models import LONGEST_NAME, SLUG, RatedEvidence
from corpus.web.addresses import is_web_address

MOST_PAIRS = 100
LONGEST = {"claim": 5_000, "speaker": 1_000, "claim_date": 40, "label": LONGEST_VALUE, "system": LONGEST_NAME}
LONGEST_TEXT = 50_000  # of a question and of an answer


def add_items(project: Project, rows: Iterable[Row], by: User | None, *, raters: int | None = None) -> Added:
    """Create an item from each row that has none yet, to be rated by `raters` people; None: as many as the project
    says. `by`: whose act it is; None for a command."""
    rows = list(rows)
    people = _people_named(name for row in rows for name in _names(row))
    return add_new(
        project,
        rows,
        RatedEvidence,
        problem=lambda row: problem(row, people),
        digest_of=digest_of,
        store=lambda new: store_items(project, new, required=raters or project.verifications_per_claim),
        act=Act.EVIDENCE_ADDED,
        by=by,
    )


def store_items(
    project: Project, rows: Sequence[tuple[str, Row]], *, required: int, done: Callable[[str], int] = lambda _digest: 0
) -> list[RatedEvidence]:
    """Store items by their digests, which are new. `done`: how many have rated one already."""
    tasks = new_tasks(project, SLUG, rows, required, done)
    items = [_item(task, row, digest) for task, (digest, row) in zip(tasks, rows, strict=True)]
    RatedEvidence.objects.bulk_create(items, batch_size=BATCH)
    _exclude(zip(items, (row for _digest, row in rows), strict=True))
    return items


def recognise(row: Row) -> bool:
    """Whether this is the row of an item."""
    return {"claim_id", "claim", "system", "evidence"} <= row.keys()


def known(project: Project, row: Row) -> QuerySet[RatedEvidence]:
    """The item of this claim and system."""
    return RatedEvidence.objects.filter(project=project, digest=digest_of(row))


def store(task: Task, row: Row) -> RatedEvidence:
    """Store the item of a row that has no problem, for a task that is there."""
    item = _item(task, row, digest_of(row))
    item.save(force_insert=True)
    requeue(task, item.digest)
    _exclude([(item, row)])
    return item


def digest_of(row: Row) -> str:
    """What tells an item from others: its claim, by number and letters, and its system."""
    return claim_digest(row["claim_id"], row["claim"], (row.get("system") or "").strip())


def problem(row: Row, people: Collection[str] | None = None) -> str:
    """What is wrong with a row, as a sentence that names the field and the remedy; "" if nothing is.

    `people`: the user names that there are, of those in `excluded_users`; None: the database is asked.
    """
    if found := number_problem(row.get("claim_id")):
        return found
    for name, most in LONGEST.items():
        if found := text_problem(name, row.get(name), most, is_needed=name == "claim"):
            return found
    if not isinstance(row.get("system", ""), str):
        return _("system: no text; write the name in quotation marks, or leave it empty")
    if found := _pairs_problem("evidence", row.get("evidence")):
        return found
    if row.get("reference") is not None and (found := _pairs_problem("reference", row["reference"])):
        return found
    names = _names(row)
    if names != (row.get("excluded_users") or []):
        return _("excluded_users: no list of user names; write [] or leave it out")
    if unknown := next(iter(sorted({*names}.difference(_people_named(names) if people is None else people))), None):
        return _("excluded_users: nobody has the user name “%(name)s”") % {"name": unknown}
    return ""


def _names(row: Row) -> list[str]:
    """The texts in `excluded_users`."""
    given = row.get("excluded_users")
    return [one for one in given if isinstance(one, str)] if isinstance(given, list) else []


def _people_named(names: Iterable[str]) -> set[str]:
    """Those of these names that are user names; no query where there are none."""
    asked = {*names}
    return {*User.objects.filter(username__in=asked).values_list("username", flat=True)} if asked else set()


def _pairs_problem(name: str, pairs: object) -> str:
    if not isinstance(pairs, list) or len(pairs) > MOST_PAIRS:
        size = {"field": name, "most": MOST_PAIRS}
        return _("%(field)s: no list of at most %(most)d questions with answers; write [] where there are none") % size
    for place, pair in enumerate(pairs):
        if not isinstance(pair, dict):
            return _("%(field)s: no question with its answer") % {"field": f"{name}[{place}]"}
        for key in ("question", "answer", "url"):
            if found := text_problem(f"{name}[{place}].{key}", pair.get(key), LONGEST_TEXT):
                return found
    return ""


def _item(task: Task, row: Row, digest: str) -> RatedEvidence:
    label = row.get("label") or ""
    return RatedEvidence(
        task=task,
        project_id=task.project_id,
        claim_id=str(row["claim_id"]),
        claim=" ".join(row["claim"].split()),
        speaker=(row.get("speaker") or "").strip(),
        claim_date=(row.get("claim_date") or "").strip(),
        label=averitec_label(label) or label,
        system=(row.get("system") or "").strip(),
        evidence=[_pair(one) for one in row["evidence"]],
        reference=None if row.get("reference") is None else [_pair(one) for one in row["reference"]],
        digest=digest,
    )


def _pair(pair: Mapping[str, Any]) -> dict[str, str]:
    """A question with its answer; an address that leads nowhere is left out."""
    url = (pair.get("url") or "").strip()
    kept = {name: re.sub(r"\s+", " ", pair.get(name) or "").strip() for name in ("question", "answer")}
    return kept | ({"url": url} if is_web_address(url) else {})


def _exclude(items: Iterable[tuple[RatedEvidence, Row]]) -> None:
    """Store who must not rate an item."""
    wanted = [(item, name) for item, row in items for name in dict.fromkeys(row.get("excluded_users") or ())]
    if not wanted:
        return
    people = User.objects.in_bulk(list({name for _item, name in wanted}), field_name="username")
    through = RatedEvidence.excluded.through
    through._default_manager.bulk_create(
        (through(ratedevidence=item, user=people[name]) for item, name in wanted), batch_size=BATCH
    )
