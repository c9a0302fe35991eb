"""Carry out actions and undo them, a batch of rows a transaction: nobody who saves work waits for more than one batch.

Every row that was selected gets an item, done or refused with the reason; a run that was broken off goes on with the
rows that have none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Count
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.actions.kinds import AnyAction, PersonAction, RowAction, kind_of, person_actions, row_actions
from annotation.actions.models import Action, ActionItem, ActionState, Outcome
from annotation.actions.rows import locked, targets
from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.errors import AnnotationError, Invalid
from annotation.projects.data_version import bump
from annotation.projects.models import Project
from annotation.quality.adjudication.rules import LONGEST_NOTE
from annotation.results.job import request_refresh
from annotation.results.models import CachedResult
from annotation.vocabulary.action_reasons import CHOSEN, ActionReason
from annotation.work.models import Assignment
from annotation.workflows.models import Verification
from corpus.batching import batched

BATCH = 50  # rows a transaction: a hundredth of a second to a tenth, and then others write
AT_ONCE = 100  # rows that are acted on in the request; more are a job
MOST_ROWS = 200_000


def draft_on_rows(
    *, project: Project, by: User, kind: str, verifications: Sequence[int], selection: str = ""
) -> Action:
    """Store what was selected, to be previewed. Raises Invalid for an unknown kind, and if nothing is selected."""
    if kind not in row_actions():
        raise Invalid(_("Choose an action."), {"action": [_("Choose an action.")]})
    if not verifications:
        raise Invalid(_("Select at least one row."), {"verification": [_("Select at least one row.")]})
    if len(verifications) > MOST_ROWS:
        words = _("At most %(most)d rows can be acted on together: narrow the list down.") % {"most": MOST_ROWS}
        raise Invalid(words, {"verification": [words]})
    people = Verification.objects.filter(pk__in=verifications[:1]).values_list("submission__assignment__person")
    found = list(people)
    person = found[0][0] if found and _is_of_one_person(verifications, found[0][0]) else None
    _forget_drafts(project, by)
    return Action.objects.create(
        project=project, by=by, kind=kind, selected=list(verifications), selection=selection[:1000], person_id=person
    )


def draft_on_person(*, project: Project, by: User, kind: str, person: User) -> Action:
    """Store an action on a person, to be previewed. Raises Invalid for an unknown kind."""
    if kind not in person_actions():
        raise Invalid(_("Choose an action."), {"action": [_("Choose an action.")]})
    _forget_drafts(project, by)
    return Action.objects.create(project=project, by=by, kind=kind, person=person)


def draft_on_work(*, project: Project, by: User, kind: str, assignment: Assignment) -> Action:
    """Store an action on one piece of work, to be previewed."""
    _forget_drafts(project, by)
    work = {"assignment": assignment.pk}
    return Action.objects.create(project=project, by=by, kind=kind, person=assignment.person, arguments=work)


def _is_of_one_person(verifications: Sequence[int], person: int) -> bool:
    others = Verification.objects.exclude(submission__assignment__person=person)
    return not any(others.filter(pk__in=some).exists() for some in batched(verifications, 500))


def _forget_drafts(project: Project, by: User) -> None:
    """A manager has one preview at a time: an older one that was not confirmed is no act."""
    Action.objects.filter(project=project, by=by, state=ActionState.DRAFT).delete()


def confirm(action: Action, *, by: User, reason: str, note: str = "", arguments: dict[str, Any] | None = None) -> bool:
    """Confirm a draft with a reason. Returns False if it was confirmed already.

    An action on a person is carried out at once; `run` carries out one on rows. Raises Invalid.
    """
    kind, note = known_kind(action), note.strip()
    action.arguments = action.arguments | (arguments or {})
    wrong = _problems(kind, action, reason, note)
    if wrong:
        raise Invalid(next(iter(wrong.values()))[0], wrong)
    draft = Action.objects.filter(pk=action.pk, state=ActionState.DRAFT)
    fields = {"reason": reason, "note": note, "arguments": action.arguments, "by": by}
    with transaction.atomic():
        if not draft.update(state=ActionState.APPLYING, confirmed_at=timezone.now(), **fields):
            return False
        action.refresh_from_db()
        if isinstance(kind, PersonAction):
            Action.objects.filter(pk=action.pk).update(state=ActionState.APPLIED, before=dict(kind.apply(action)))
            bump(action.project_id)
        _log(Act.ACTION_CONFIRMED, action, by)
    action.refresh_from_db()
    return True


def _log(act: Act, action: Action, by: User | None) -> None:
    """The action itself says the rest."""
    after = {"kind": action.kind, "reason": action.reason, "rows": len(action.selected), "options": action.arguments}
    record(act, by=by, project=action.project, person=action.person, about=action, after=after)


def _problems(kind: AnyAction, action: Action, reason: str, note: str) -> dict[str, list[str]]:
    wrong: dict[str, list[str]] = {}
    if reason not in CHOSEN:
        wrong["reason"] = [_("Choose a reason.")]
    if len(note) > LONGEST_NOTE:
        wrong["note"] = [_("This note is too long: %(limit)d characters are the most.") % {"limit": LONGEST_NOTE}]
    elif not note and isinstance(kind, RowAction) and kind.note_is_read:
        wrong["note"] = [_("Write what the annotators should look at: they read it.")]
    elif not note and reason == ActionReason.OTHER:
        wrong["note"] = [_("Write the reason in a few words.")]
    for option in kind.options:
        value = action.arguments.get(option.name, "")
        known = {value for value, _label in option.choices}
        if value not in known if known else not (value.isascii() and value.isdigit() and int(value) <= 100):
            wrong[option.name] = [_("Choose one.") if known else _("Write a whole number from 0 to 100.")]
    if isinstance(kind, PersonAction) and not wrong:
        wrong |= {name: list(said) for name, said in kind.problems(action).items()}
    return wrong


def run(
    action: Action,
    begin: Callable[[], object] = lambda: None,
    progress: Callable[[int, int], object] = lambda done, total: None,
) -> None:
    """Carry out a confirmed action on rows, or go on with it. `begin` is called first in each transaction."""
    kind, total = _row_kind(action), len(action.selected)
    done = action.items.count()
    while done < total:
        rows = action.selected[done : done + BATCH]
        with transaction.atomic():
            begin()
            _apply(kind, action, rows)
        done += len(rows)
        progress(done, total)
    _finish(action, ActionState.APPLYING, ActionState.APPLIED)


def _apply(kind: RowAction, action: Action, keys: Sequence[int]) -> None:
    rows = locked(keys)
    found = kind.apply(action, rows)
    ActionItem.objects.bulk_create(
        ActionItem(
            action=action,
            verification_id=key,
            outcome=Outcome.REFUSED if found[key].code else Outcome.DONE,
            code=found[key].code,
            detail=dict(found[key].detail),
        )
        for key in keys
    )
    bump(action.project_id)


def begin_undo(action: Action, *, by: User | None, note: str = "") -> bool:
    """Begin to undo an action; returns False if that was begun already. One on a person is undone at once.

    `by`: None where a rule does it.

    Raises AnnotationError with the code of the kind where an action on a person cannot be undone any more.
    """
    kind = known_kind(action)
    fields = {"undone_by": by, "undone_at": timezone.now(), "undo_note": note.strip()[:LONGEST_NOTE]}
    with transaction.atomic():
        applied = Action.objects.filter(pk=action.pk, state=ActionState.APPLIED)
        if not applied.update(state=ActionState.UNDOING, **fields):
            return False
        if isinstance(kind, PersonAction):
            if code := kind.undoable(action):
                raise AnnotationError(code, _("This cannot be undone any more: it was changed again since."), 409)
            kind.undo(action)
            Action.objects.filter(pk=action.pk).update(state=ActionState.UNDONE)
            bump(action.project_id)
        _log(Act.ACTION_UNDONE, action, by)
    action.refresh_from_db()
    return True


def run_undo(
    action: Action,
    begin: Callable[[], object] = lambda: None,
    progress: Callable[[int, int], object] = lambda done, total: None,
) -> None:
    """Undo what can be undone, or go on with it; what cannot is kept, with the reason."""
    kind = _row_kind(action)
    open_items = action.items.filter(outcome=Outcome.DONE)
    total, done = open_items.count(), 0
    while items := list(open_items[:BATCH]):
        with transaction.atomic():
            begin()
            rows = locked([item.verification_id for item in items])
            codes = kind.undo(action, dict(zip(items, rows, strict=True)))
            undone = [item.pk for item in items if not codes.get(item.pk)]
            ActionItem.objects.filter(pk__in=undone).update(outcome=Outcome.UNDONE, code="")
            for code in set(codes.values()) - {""}:
                kept = [pk for pk, its in codes.items() if its == code]
                ActionItem.objects.filter(pk__in=kept).update(outcome=Outcome.KEPT, code=code)
            bump(action.project_id)
        done += len(items)
        progress(done, total)
    _finish(action, ActionState.UNDOING, ActionState.UNDONE)


def _finish(action: Action, before: ActionState, after: ActionState) -> None:
    """End a run. What a large project's pages show is computed anew: it is of the data before."""
    Action.objects.filter(pk=action.pk, state=before).update(state=after)
    action.refresh_from_db(fields=["state"])
    if CachedResult.objects.filter(project=action.project_id).exists():
        request_refresh(action.project, action.by)


def outcome_counts(action: Action) -> dict[tuple[str, str], int]:
    """Outcome and code -> how many rows."""
    rows = action.items.order_by().values_list("outcome", "code").annotate(rows=Count("pk"))
    return {(outcome, code): number for outcome, code, number in rows}


def undoable_counts(action: Action) -> dict[str, int]:
    """Code -> how many rows could not be undone now, and "" -> how many could; of an action on a person one row."""
    kind = known_kind(action)
    if isinstance(kind, PersonAction):
        return {kind.undoable(action): 1}
    counts: Counter[str] = Counter()
    items = action.items.filter(outcome=Outcome.DONE)
    for some in batched(items.iterator(chunk_size=500), 500):
        rows = targets(item.verification_id for item in some)
        codes = kind.undoable(action, dict(zip(some, rows, strict=True)))
        counts.update(codes.get(item.pk, "") for item in some)
    return dict(counts)


def known_kind(action: Action) -> AnyAction:
    """The kind of an action. Raises AnnotationError `unknown_action`."""
    kind = kind_of(action)
    if kind is None:
        raise AnnotationError("unknown_action", _("This version of Attest does not know this action."), 409)
    return kind


def _row_kind(action: Action) -> RowAction:
    kind = known_kind(action)
    assert isinstance(kind, RowAction)
    return kind
