"""What a manager can do about rows and people: menus of `annotation.actions`, and the words of what came of it."""

from __future__ import annotations

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from annotation.accounts.models import User
from annotation.actions.kinds import PersonAction, RowAction, kind_of, person_actions, row_actions
from annotation.actions.models import Action
from annotation.projects.member_settings import MemberSettings, is_paused
from annotation.projects.models import Project

register = template.Library()

CODES: dict[str, Promise] = {
    "changed": _("changed by its annotator since it was selected"),
    "known_answer": _("a gold item by now"),
    "set_aside": _("set aside already"),
    "reported": _("the claim was reported"),
    "withdrawn": _("the claim is withdrawn from the queue"),
    "same_claim": _("another selected verification is of the same claim"),
    "returned_already": _("sent back already, and not answered yet"),
    "saw_others": _("its annotator may have seen the others’ answers, or it is gold: decide yourself"),
    "stays": _("its annotator may have seen the others’ answers, or it is gold: decide yourself"),
    "gold_in_use": _("somebody works on the claim now"),
    "not_in_corpus": _("its evidence is not accepted as gold any more"),
    "taken": _("somebody else has been given the claim since"),
    "answered": _("its annotator has answered since"),
    "gold_answered": _("somebody has been given it as gold since"),
    "no_gold": _("it is no gold any more"),
    "changed_since": _("it was changed again since"),
}


@register.simple_tag(name="row_actions")
def row_menu() -> list[RowAction]:
    """What can be done about verifications."""
    return list(row_actions().values())


@register.simple_tag(name="person_actions")
def person_menu(project: Project, person: User) -> list[PersonAction]:
    """What can be done about this person: pausing or resuming, not both."""
    hidden = {"pause" if is_paused(project, person) else "resume"}
    if not project.calibration:
        hidden.add("calibrate_again")
    return [one for slug, one in person_actions().items() if slug not in hidden]


@register.simple_tag
def member_settings(project: Project, person: User) -> MemberSettings | None:
    """What the project sets for this person; None where nothing."""
    return MemberSettings.objects.filter(project=project, user=person).first()


@register.filter
def action_done(action: Action) -> str:
    """What was done, as the log names it."""
    kind = kind_of(action)
    return action.kind if kind is None else str(kind.done)


@register.filter
def code_words(code: str) -> str:
    """Why a row was left as it was, or could not be undone."""
    return str(CODES.get(code, code))
