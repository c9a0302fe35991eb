"""Actions on a person in one project: pause and resume, a QA share of their own, calibration again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.accounts.models import User
from annotation.actions.kinds import Consequence, Option, PersonAction, Preview
from annotation.actions.models import Action
from annotation.errors import Fields
from annotation.projects.member_settings import MemberSettings, is_paused, qa_rate_of
from annotation.projects.models import Project
from annotation.quality.calibration.models import Calibration
from annotation.quality.calibration.restart import kinds_to_restart, restart, take_restart_back, unseen_gold
from annotation.vocabulary.tasks import CALIBRATING
from annotation.work.models import Assignment, AssignmentState
from annotation.work.registry import get_workflow

QA_SHARE = "share"


def _settings(action: Action) -> MemberSettings:
    """Their settings, locked; the row of an action's person always names one."""
    # Whoever assigns them a task waits.
    person = User.objects.select_for_update(no_key=True).get(pk=_person(action).pk)
    return MemberSettings.objects.get_or_create(project=action.project, user=person)[0]


def _person(action: Action) -> User:
    assert action.person is not None
    return action.person


def pause(action: Action) -> Mapping[str, Any]:
    settings = _settings(action)
    settings.paused_at, settings.paused_by_rule = settings.paused_at or timezone.now(), bool(action.rule)
    settings.save(update_fields=["paused_at", "paused_by_rule"])
    return {}


def resume(action: Action) -> Mapping[str, Any]:
    settings = _settings(action)
    before = settings.paused_at
    settings.paused_at, settings.paused_by_rule = None, False
    settings.save(update_fields=["paused_at", "paused_by_rule"])
    return {"paused_at": None if before is None else before.isoformat()}


def pause_undoable(action: Action) -> str:
    return "" if is_paused(action.project, _person(action)) else "changed_since"


def resume_undoable(action: Action) -> str:
    return "changed_since" if is_paused(action.project, _person(action)) else ""


def pause_problems(action: Action) -> Fields:
    return {"": [_("They are paused already.")]} if is_paused(action.project, _person(action)) else {}


def resume_problems(action: Action) -> Fields:
    return {} if is_paused(action.project, _person(action)) else {"": [_("They are not paused.")]}


def preview_pause(action: Action) -> Preview:
    mine = Assignment.objects.filter(project=action.project, person=action.person)
    held = mine.filter(state=AssignmentState.HELD).count()
    postponed = mine.filter(state=AssignmentState.PARKED).count()
    return Preview(
        1,
        [],
        [
            Consequence(_("tasks they hold now: they may finish them"), held),
            Consequence(_("tasks they have put aside: they may finish them"), postponed),
            Consequence(_("They are given no new work in this project, and read that they are paused.")),
        ],
    )


def preview_resume(action: Action) -> Preview:
    return Preview(1, [], [Consequence(_("They are given work again from now on."))])


def set_qa_share(action: Action) -> Mapping[str, Any]:
    settings = _settings(action)
    before = settings.qa_rate
    settings.qa_rate = Decimal(action.arguments[QA_SHARE]) / 100
    settings.save(update_fields=["qa_rate"])
    return {"qa_rate": None if before is None else str(before)}


def undo_qa_share(action: Action) -> None:
    settings, before = _settings(action), action.before["qa_rate"]
    settings.qa_rate = None if before is None else Decimal(before)
    settings.save(update_fields=["qa_rate"])


def qa_share_undoable(action: Action) -> str:
    now = qa_rate_of(action.project, _person(action).pk)
    return "" if now == Decimal(action.arguments[QA_SHARE]) / 100 else "changed_since"


def preview_qa_share(action: Action) -> Preview:
    own, usual = qa_rate_of(action.project, _person(action).pk), action.project.qa_rate
    words = _(
        "Of the claims that they are the first to verify, others repeat %(now)s %% now; the project’s share is "
        "%(usual)s %%."
    )
    shown = {"now": f"{own * 100:.0f}", "usual": f"{usual * 100:.0f}"}
    later = _("The new share counts from their next submission on. Have earlier ones verified again from the list.")
    return Preview(1, [], [Consequence(words % shown), Consequence(later)])


def calibrate_again(action: Action) -> Mapping[str, Any]:
    return {"calibrations": restart(action.project, _person(action))}


def undo_calibrate_again(action: Action) -> None:
    take_restart_back(action.before["calibrations"])


def calibrate_undoable(action: Action) -> str:
    """Only before they have been given gold of the new calibration, and while nobody has decided."""
    rows = Calibration.objects.filter(pk__in=action.before["calibrations"])
    for row in rows:
        begun = Assignment.objects.filter(
            project=row.project_id, person=row.person_id, kind=row.kind, task__phase__in=CALIBRATING
        )
        if row.decision or (row.since is not None and begun.filter(created_at__gt=row.since).exists()):
            return "changed_since"
    return ""


def calibrate_problems(action: Action) -> Fields:
    project, person = action.project, _person(action)
    if not project.calibration:
        return {"": [_("Calibration is switched off in this project.")]}
    if not kinds_to_restart(project, person):
        return {"": [_("They do not work in anything that is calibrated.")]}
    return {}


def preview_calibrate_again(action: Action) -> Preview:
    return Preview(1, [], list(_of_calibration(action.project, _person(action))))


def _of_calibration(project: Project, person: User) -> Iterator[Consequence]:
    yield Consequence(_("They begin calibration at phase 1, and get no other work until you have approved of them."))
    yield Consequence(_("Their earlier answers and scores are kept; they count no more."))
    for kind in kinds_to_restart(project, person):
        for phase in CALIBRATING:
            left = unseen_gold(project, person, kind, phase)
            named = {"kind": get_workflow(kind).label, "phase": phase.label}
            words = _("gold items they have not had (%(kind)s, %(phase)s)") % named
            yield Consequence(words, left, is_warning=left < project.calibration_items)


PERSON_ACTIONS = (
    PersonAction(
        slug="pause",
        label=gettext_lazy("Pause"),
        done=gettext_lazy("Paused"),
        explained=gettext_lazy("They get no new work in this project. What they hold they may finish."),
        apply=pause,
        undo=resume,
        undoable=pause_undoable,
        preview=preview_pause,
        problems=pause_problems,
    ),
    PersonAction(
        slug="resume",
        label=gettext_lazy("Resume"),
        done=gettext_lazy("Resumed"),
        explained=gettext_lazy("They get work again."),
        apply=resume,
        undo=pause,
        undoable=resume_undoable,
        preview=preview_resume,
        problems=resume_problems,
    ),
    PersonAction(
        slug="qa_share",
        label=gettext_lazy("Change the QA share"),
        done=gettext_lazy("QA share changed"),
        explained=gettext_lazy("Another share of the claims that they verify first is verified again by others."),
        apply=set_qa_share,
        undo=undo_qa_share,
        undoable=qa_share_undoable,
        preview=preview_qa_share,
        problems=lambda action: {},
        options=(Option(QA_SHARE, gettext_lazy("Share that others repeat, %")),),
    ),
    PersonAction(
        slug="calibrate_again",
        label=gettext_lazy("Calibrate again"),
        done=gettext_lazy("Calibration asked for again"),
        explained=gettext_lazy("They answer gold again before they get other work."),
        apply=calibrate_again,
        undo=undo_calibrate_again,
        undoable=calibrate_undoable,
        preview=preview_calibrate_again,
        problems=calibrate_problems,
    ),
)
