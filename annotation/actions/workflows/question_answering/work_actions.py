"""The action on work of phases 2 to 5: set aside, with what stands on it, and have it done again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Count
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.actions.kinds import Consequence, PersonAction, Preview
from annotation.actions.models import Action
from annotation.errors import AnnotationError, Fields
from annotation.work.models import Assignment, AssignmentState
from annotation.work.registry import get_workflow
from annotation.workflows.question_answering import redoing
from annotation.workflows.question_answering.phases import ANSWERS


def assignment_of(action: Action) -> Assignment:
    """The work that the action is about; `person` of the action is whose it is."""
    rows = Assignment.objects.filter(project=action.project_id).select_related("task__claim_item")
    return rows.get(pk=action.arguments["assignment"])


def apply(action: Action) -> Mapping[str, Any]:
    work = assignment_of(action)
    if not redoing.can_be_redone(work):  # two managers at once
        raise AnnotationError("set_aside", _("This work is set aside already."), 409)
    return redoing.redo(work, action.pk)


def undo(action: Action) -> None:
    redoing.take_back(assignment_of(action), action.pk, action.before)


def undoable(action: Action) -> str:
    return "taken" if redoing.is_taken(assignment_of(action)) else ""


def problems(action: Action) -> Fields:
    return {} if redoing.can_be_redone(assignment_of(action)) else {"": [_("This work is set aside already.")]}


def preview(action: Action) -> Preview:
    work = assignment_of(action)
    rows = redoing.standing_on(work).filter(state__in=[AssignmentState.SUBMITTED, AssignmentState.HELD])
    falling = dict(rows.order_by().values_list("kind").annotate(n=Count("pk")))
    falls = [
        Consequence(_("set aside: %(phase)s") % {"phase": get_workflow(kind).label}, falling[kind]) for kind in falling
    ]
    again = _("Somebody else does this phase of the claim again, and nobody who has met the claim.")
    later = _("The phases after it follow anew: what was judged from these answers counts no more.")
    words = [again, later] if work.kind in ANSWERS else [again]
    return Preview(1, [], [Consequence(work.task.claim_item.claim.text), *falls, *map(Consequence, words)])


WORK_ACTIONS = (
    PersonAction(
        slug="redo_claim_work",
        label=gettext_lazy("Set aside and have done again"),
        done=gettext_lazy("Set aside, to be done again"),
        explained=gettext_lazy(
            "The work is kept, with all that stands on it. It is neither released, nor counted in agreement or audits."
        ),
        apply=apply,
        undo=undo,
        undoable=undoable,
        preview=preview,
        problems=problems,
    ),
)
