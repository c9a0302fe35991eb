"""Import people's ratings of evidence as past work: AVeriTeC's `evidence_ratings`, and `ratings.jsonl` of a release.

Rows of one claim and system are one item, whose evidence is the fullest that its raters gave: those of AVeriTeC pasted
it into a form, which many texts were too long for. Rows that name no system are of one without a name.
"""

from __future__ import annotations

import uuid
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.averitec.labels import averitec_label
from annotation.averitec.rated_rows import evidence_pairs
from annotation.projects.data_version import bump
from annotation.projects.models import Project
from annotation.release.importing.lines import Line
from annotation.release.importing.logs import imported_row
from annotation.release.importing.parsed import Problem
from annotation.release.importing.patience import patiently
from annotation.release.importing.people import PseudonymousAccounts
from annotation.work.models import Assignment, Task
from annotation.work.operations import chain_log
from annotation.work.past_work import PastWork, bulk_submit, past_assignment
from annotation.workflows.evidence_rating import importing
from annotation.workflows.evidence_rating.models import SLUG, RatedEvidence
from annotation.workflows.evidence_rating.scales import NO_ERROR, POINTS, scales
from annotation.workflows.evidence_rating.verdicts import NO_VERDICT, verdicts_of

LONGEST_RATER = 100
Row = Mapping[str, Any]
AnyRow = TypeVar("AnyRow", bound=Row)


@dataclass(slots=True)
class RatingsImport:
    """Numbers of ratings that were imported, that were there, and of rows that were left out; of new items."""

    ratings: int = 0
    known: int = 0
    bad: int = 0
    items: int = 0


@dataclass(frozen=True, slots=True)
class _Coming:
    rater: str
    digest: str
    row: Row
    work: dict[str, Any]


def is_rating(row: Row) -> bool:
    """Whether this is the row of a rating."""
    return {"id", "claim", "predicted_evidence", "major_error"} <= row.keys()


def import_ratings(
    project: Project, lines: Iterable[Line], tell: Callable[[Problem], object] = lambda _problem: None
) -> RatingsImport:
    """Store what is not there yet; `tell` is told of every row that is left out. All of it or nothing is stored."""
    done, verdicts, coming = RatingsImport(), [one.value for one in verdicts_of(project)], list[_Coming]()
    seen: set[tuple[str, str]] = set()
    for line in lines:
        problem = line.problem or rating_problem(line.row, verdicts)
        item = {} if problem else item_row(line.row)
        problem = problem or importing.problem(item)
        if not problem:
            one = _Coming(_rater(line.row), importing.digest_of(item), item, rating_work(line.row))
            if (one.rater, one.digest) in seen:
                problem = _("%(rater)s rated this evidence before; leave one of the rows out") % {"rater": one.rater}
            seen.add((one.rater, one.digest))
        if problem:
            done.bad += 1
            tell(Problem(line.place, problem))
        else:
            coming.append(one)
    if coming:
        patiently(partial(_store, project, coming, done))
    return done


def rating_problem(row: Row, verdicts: Sequence[str]) -> str:
    """What is wrong with what the row says of evidence, as a sentence that names the field; "" if nothing is."""
    rater, error, verdict = row.get("annotator", row.get("rater")), row.get("major_error"), _verdict(row)
    if not isinstance(rater, str) or not 0 < len(rater.strip()) <= LONGEST_RATER:
        return _("rater: missing; give every rater a code")
    if error not in scales().errors:
        named = {"values": ", ".join(scales().errors)}
        return _("major_error: not known; write one of: %(values)s") % named
    if verdict and verdict not in verdicts:
        return _("verdict_from_evidence: not known; write one of: %(values)s") % {"values": ", ".join(verdicts)}
    given = {name: row.get(name) for name in scales().names}
    for name, point in given.items():
        if point is not None and (isinstance(point, bool) or point not in POINTS):
            return _("%(field)s: no point from 1 to 5") % {"field": name}
        if point is not None and error != NO_ERROR:
            return _("%(field)s: there are no points where there is a major error; leave it out") % {"field": name}
    gold = row.get("gold_evidence")
    if gold is not None and not (isinstance(gold, list) and all(isinstance(one, str) for one in gold)):
        return _("gold_evidence: no list of texts; write null where it is not known")
    return ""


def item_row(row: Row) -> dict[str, Any]:
    """The item of a rating, as `importing` takes it."""
    gold = row.get("gold_evidence")
    return {
        "claim_id": row.get("id"),
        "claim": row.get("claim"),
        "speaker": row.get("speaker"),
        "claim_date": row.get("claim_date"),
        "label": row.get("gold_label"),
        "system": row.get("system") or "",
        "evidence": evidence_pairs(row.get("predicted_evidence")),
        "reference": None if gold is None else [{"question": "", "answer": one} for one in gold],
    }


def _rater(row: Row) -> str:
    return str(row.get("annotator") or row["rater"]).strip()


def _verdict(row: Row) -> str:
    verdict = row.get("verdict_from_evidence") or ""
    return averitec_label(str(verdict)) or str(verdict)


def rating_work(row: Row) -> dict[str, Any]:
    """What `RowStorage` stores. A verdict or scale that the rater left out stays out: their form required none."""
    scores = {name: int(row[name]) for name in scales().names if row.get(name) is not None}
    return {"major_error": row["major_error"], "label": _verdict(row) or NO_VERDICT, "scores": scores}


@transaction.atomic
def _store(project: Project, coming: Sequence[_Coming], done: RatingsImport) -> None:
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)  # two imports make no item twice
    people = PseudonymousAccounts(project).of(one.rater for one in coming)
    there = RatedEvidence.objects.filter(project=project)
    items = {one.digest: one for one in there if one.digest in {each.digest for each in coming}}
    had = set(Assignment.objects.filter(task__in=[one.pk for one in items.values()]).values_list("task", "person"))
    fresh = [
        one for one in coming if one.digest not in items or (items[one.digest].pk, people[one.rater].pk) not in had
    ]
    done.known, done.ratings = len(coming) - len(fresh), len(fresh)
    raters = Counter(one.digest for one in fresh)
    rows: defaultdict[str, list[Row]] = defaultdict(list)
    for one in fresh:
        rows[one.digest].append(one.row)
    new = [(digest, fullest(of)) for digest, of in rows.items() if digest not in items]
    for item in importing.store_items(project, new, required=1, done=raters.__getitem__):
        items[item.digest] = item
    done.items = len(new)
    for digest in raters.keys() - {digest for digest, _row in new}:
        more = Task.objects.filter(pk=items[digest].pk)
        wanted = F("assigned_count") + raters[digest]
        more.filter(required_annotations__lt=wanted).update(required_annotations=wanted)
        more.update(assigned_count=wanted)
    tasks = {one.pk: one for one in Task.objects.filter(pk__in=[items[digest].pk for digest in raters])}
    bulk_submit(SLUG, [_past(tasks[items[one.digest].pk], people[one.rater], one.work) for one in fresh])
    bump(project.pk)


def fullest(rows: Iterable[AnyRow]) -> AnyRow:
    """The row with the most questions, and of those the most words of evidence; of equal ones the first."""
    return max(rows, key=_size)


def _size(row: Row) -> tuple[int, int]:
    """Questions count before length: a text that was pasted is one answer."""
    pairs = row["evidence"]
    return sum(bool(one["question"]) for one in pairs), sum(len(one["answer"]) for one in pairs)


def _past(task: Task, person: User, work: dict[str, Any]) -> PastWork[dict[str, Any]]:
    now = timezone.now()
    row = past_assignment(task, person.pk, now)
    first = imported_row(row, 0, {})
    first.received_at = now
    chain_log(row, [first])
    return PastWork(row, uuid.uuid4(), work, [first])
