"""Actions on verifications: set aside, have verified again, send back, make gold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.db.models import F
from django.utils.translation import gettext_lazy as _

from annotation.actions.kinds import Applied, Items, Option, RowAction
from annotation.actions.models import Action
from annotation.actions.rows import Target
from annotation.actions.workflows.claim_verification.consequences import (
    of_making_gold,
    of_sending_back,
    of_setting_aside,
    of_verifying_again,
)
from annotation.errors import AnnotationError
from annotation.quality.calibration.gold_items import checked, gold_answer_of, make_gold, withdraw_gold
from annotation.quality.calibration.models import GoldItem
from annotation.quality.workflows.claim_verification.revision_requests import send_back, why_they_stay
from annotation.vocabulary.tasks import CALIBRATING, Phase
from annotation.work.models import Assignment, Task
from annotation.workflows.models import Report, RevisionRequest, Verification

MOST_WANTED = 32_767  # what the column holds


# Why a row is left as it is: verification -> code. The preview and the run call the same functions.


def changed_or_gold(rows: Iterable[Target]) -> dict[int, str]:
    """Rows that somebody has changed since they were selected, and answers to gold, which are no production."""
    codes = {}
    for row in rows:
        if not row.is_current:
            codes[row.pk] = "changed"
        elif row.phase != Phase.PRODUCTION:
            codes[row.pk] = "known_answer"
    return codes


def not_set_aside(action: Action, rows: Sequence[Target]) -> dict[int, str]:
    codes = {row.pk: "set_aside" for row in rows if row.set_aside is not None}
    return codes | changed_or_gold(rows)


def not_reopened(action: Action, rows: Sequence[Target], *, once_a_claim: bool = True) -> dict[int, str]:
    """Claims that nobody is offered: reported, retired or withdrawn; and a claim's second row."""
    reported = set(
        Report.objects.standing(action.project)
        .filter(claim__in=[row.claim for row in rows])
        .values_list("claim", flat=True)
    )
    codes: dict[int, str] = {}
    seen = _claims_before(action, rows) if once_a_claim else set()
    for row in rows:
        if row.claim in reported:
            codes[row.pk] = "reported"
        elif row.withdrawn_at is not None:
            codes[row.pk] = "withdrawn"
        elif row.claim in seen:
            codes[row.pk] = "same_claim"
        elif once_a_claim:
            seen.add(row.claim)
    return codes | changed_or_gold(rows)


def not_replaced(action: Action, rows: Sequence[Target]) -> dict[int, str]:
    return not_reopened(action, rows, once_a_claim=False) | not_set_aside(action, rows)


def not_sent_back(action: Action, rows: Sequence[Target]) -> dict[int, str]:
    codes = not_set_aside(action, rows)
    open_ones = RevisionRequest.objects.filter(assignment__in=[row.assignment for row in rows], resolved_at=None)
    returned = set(open_ones.values_list("assignment", flat=True))
    open_rows = [row for row in rows if row.pk not in codes]
    stay = why_they_stay(Verification.objects.filter(pk__in=[row.pk for row in open_rows]))
    for row in open_rows:
        if row.assignment in returned:
            codes[row.pk] = "returned_already"
        elif row.pk in stay:
            codes[row.pk] = "saw_others"
    return codes


def not_made_gold(action: Action, rows: Sequence[Target]) -> dict[int, str]:
    codes, seen = changed_or_gold(rows), _claims_before(action, rows)
    held = set(
        Assignment.objects.filter(task__in=[row.task for row in rows], ended_at=None).values_list("task", flat=True)
    )
    for row in rows:
        if row.pk in codes:
            continue
        if row.claim in seen:
            codes[row.pk] = "same_claim"
        elif row.task in held:
            codes[row.pk] = "gold_in_use"
        seen.add(row.claim)
    return codes


def _claims_before(action: Action, rows: Sequence[Target]) -> set[int]:
    """Claims of earlier batches of this action, among those of these rows."""
    of = action.items.filter(outcome="done", verification__claim__in=[row.claim for row in rows])
    return set(of.values_list("verification__claim", flat=True))


# What is done.


def set_aside(action: Action, rows: Sequence[Target]) -> Mapping[int, Applied]:
    codes = not_set_aside(action, rows)
    _set_aside(action, [row for row in rows if row.pk not in codes])
    return _outcomes(rows, codes)


def _set_aside(action: Action, rows: Sequence[Target]) -> None:
    mine = Assignment.objects.filter(pk__in=[row.assignment for row in rows], set_aside__isnull=True)
    mine.update(set_aside=action)


def verify_again(action: Action, rows: Sequence[Target]) -> Mapping[int, Applied]:
    codes = not_reopened(action, rows)
    _reopen([row for row in rows if row.pk not in codes])
    return _outcomes(rows, codes)


def replace(action: Action, rows: Sequence[Target]) -> Mapping[int, Applied]:
    codes = not_replaced(action, rows)
    done = [row for row in rows if row.pk not in codes]
    _set_aside(action, done)
    _reopen(done)
    return _outcomes(rows, codes)


def _reopen(rows: Sequence[Target]) -> None:
    """One more person for each row. `work.queue` gives nobody a task that they had, nor a claim that they wrote."""
    for row in rows:
        task = Task.objects.filter(pk=row.task, required_annotations__lt=MOST_WANTED)
        task.update(required_annotations=F("required_annotations") + 1)


def request_revision(action: Action, rows: Sequence[Target]) -> Mapping[int, Applied]:
    codes = not_sent_back(action, rows)
    found, known = dict[int, Applied](), Verification.objects.in_bulk([row.pk for row in rows])
    for row in rows:
        if row.pk in codes:
            found[row.pk] = Applied(codes[row.pk])
            continue
        try:
            assert action.by is not None  # no rule sends work back
            made = send_back(verification=known[row.pk], by=action.by, note=action.note)
        except AnnotationError as error:  # since the look above
            found[row.pk] = Applied("changed" if error.code == "revision_conflict" else error.code)
        else:
            found[row.pk] = Applied(detail={"request": made.pk})
    return found


def make_gold_of(action: Action, rows: Sequence[Target]) -> Mapping[int, Applied]:
    codes, phase = not_made_gold(action, rows), Phase(int(action.arguments["phase"]))
    found: dict[int, Applied] = {}
    known = Verification.objects.select_related("claim__project").in_bulk([row.pk for row in rows])
    for row in rows:
        if row.pk in codes:
            found[row.pk] = Applied(codes[row.pk])
            continue
        verification, task = known[row.pk], Task.objects.get(pk=row.task)
        before = {"required_annotations": task.required_annotations, "had": task.assignments.count()}
        try:
            right = checked(action.project, gold_answer_of(verification))
            item = make_gold(claim=verification.claim, phase=phase, right=right, by=action.by)
        except AnnotationError as error:
            found[row.pk] = Applied("gold_in_use" if error.code == "gold_in_use" else "not_in_corpus")
        else:
            found[row.pk] = Applied(detail=before | {"gold": item.pk})
    return found


def _outcomes(rows: Sequence[Target], codes: Mapping[int, str]) -> dict[int, Applied]:
    return {row.pk: Applied(codes.get(row.pk, "")) for row in rows}


# Undo: item -> why it is not possible. `..._undoable` only look.


def set_aside_undoable(action: Action, items: Items) -> dict[int, str]:
    """Always possible."""
    return {}


def undo_set_aside(action: Action, items: Items) -> Mapping[int, str]:
    # Of these alone: by the action, SQLite would read all that it has set aside for every batch.
    mine = [row.assignment for row in items.values() if row.set_aside == action.pk]
    Assignment.objects.filter(pk__in=mine).update(set_aside=None)
    return {}


def again_undoable(action: Action, items: Items) -> dict[int, str]:
    """Only while nobody has taken the task."""
    full = Task.objects.filter(pk__in=[row.task for row in items.values()])
    taken = set(full.filter(assigned_count__gte=F("required_annotations")).values_list("pk", flat=True))
    return {item.pk: "taken" for item, row in items.items() if row.task in taken}


def undo_verify_again(action: Action, items: Items) -> Mapping[int, str]:
    return {item.pk: "taken" for item, row in items.items() if not _close(row)}


def undo_replace(action: Action, items: Items) -> Mapping[int, str]:
    """What was set aside counts again only where nobody has been given the claim instead."""
    taken = {item.pk: "taken" for item, row in items.items() if not _close(row)}
    undo_set_aside(action, {item: row for item, row in items.items() if item.pk not in taken})
    return taken


def _close(row: Target) -> bool:
    """Take back one free slot of the task; returns whether there was one."""
    task = Task.objects.filter(
        pk=row.task,
        required_annotations__gt=1,
        assigned_count__lt=F("required_annotations"),
    )
    return task.update(required_annotations=F("required_annotations") - 1) == 1


def sent_back_undoable(action: Action, items: Items) -> dict[int, str]:
    """Only while the annotator has not answered."""
    open_ones = set(
        RevisionRequest.objects.filter(pk__in=[item.detail["request"] for item in items], resolved_at=None).values_list(
            "pk", flat=True
        )
    )
    return {item.pk: "answered" for item in items if item.detail["request"] not in open_ones}


def undo_send_back(action: Action, items: Items) -> Mapping[int, str]:
    answered = sent_back_undoable(action, items)
    mine = [item.detail["request"] for item in items if item.pk not in answered]
    RevisionRequest.objects.filter(pk__in=mine, resolved_at=None).delete()
    return answered


def gold_undoable(action: Action, items: Items) -> dict[int, str]:
    """Only while nobody has been given it as gold, and it is still gold."""
    there = GoldItem.objects.in_bulk([item.detail["gold"] for item in items])
    codes = {}
    for item in items:
        gold = there.get(item.detail["gold"])
        if gold is None:
            codes[item.pk] = "no_gold"
        elif gold.task.assignments.count() > item.detail["had"]:
            codes[item.pk] = "gold_answered"
    return codes


def undo_make_gold(action: Action, items: Items) -> Mapping[int, str]:
    codes = gold_undoable(action, items)
    there = GoldItem.objects.in_bulk([item.detail["gold"] for item in items])
    for item in items:
        if item.pk not in codes:
            withdraw_gold(there[item.detail["gold"]], item.detail["required_annotations"])
    return codes


ROW_ACTIONS = (
    RowAction(
        slug="set_aside",
        label=_("Set aside"),
        done=_("Set aside"),
        explained=_("The verification is kept, but it is not released, and neither agreement nor audits count it."),
        apply=set_aside,
        undo=undo_set_aside,
        undoable=set_aside_undoable,
        preview=of_setting_aside(not_set_aside),
    ),
    RowAction(
        slug="replace",
        label=_("Set aside and have verified again"),
        done=_("Set aside, to be verified again"),
        explained=_(
            "The verification is set aside, and somebody else is given the claim: blind, and never its earlier "
            "annotators or its writer."
        ),
        apply=replace,
        undo=undo_replace,
        undoable=again_undoable,
        preview=of_setting_aside(not_replaced, again=True),
    ),
    RowAction(
        slug="verify_again",
        label=_("Have verified again"),
        done=_("To be verified again"),
        explained=_(
            "One more person is given the claim: blind, and never its earlier annotators or its writer. The "
            "verification counts as before."
        ),
        apply=verify_again,
        undo=undo_verify_again,
        undoable=again_undoable,
        preview=of_verifying_again(not_reopened),
    ),
    RowAction(
        slug="send_back",
        label=_("Send back"),
        done=_("Sent back"),
        explained=_("Its annotator is asked to look again. They read your note, and nothing of what others answered."),
        apply=request_revision,
        undo=undo_send_back,
        undoable=sent_back_undoable,
        preview=of_sending_back(not_sent_back),
        note_is_read=True,
    ),
    RowAction(
        slug="make_gold",
        label=_("Make gold"),
        done=_("Made gold"),
        explained=_(
            "The claim becomes a gold item with this verdict and evidence. It is neither released nor counted."
        ),
        apply=make_gold_of,
        undo=undo_make_gold,
        undoable=gold_undoable,
        preview=of_making_gold(not_made_gold),
        options=(
            Option(
                "phase",
                _("Use as"),
                tuple((str(int(phase)), phase.label) for phase in (*CALIBRATING, Phase.SILENT)),
            ),
        ),
    ),
)
