"""Write a change of the guidelines because of a group of tasks, and announce it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.errors import AnnotationError, Invalid
from annotation.projects.announcement_models import Announcement
from annotation.projects.announcements import announce
from annotation.projects.models import Guidelines, Project
from annotation.quality.guideline_changes.models import GuidelineChange
from annotation.work.counted import counted
from annotation.work.guidelines import current_guidelines, write_guidelines
from annotation.work.models import Task
from annotation.work.registry import get_workflow
from annotation.workflows.models import Verification
from corpus.batching import batched

LONGEST_REASON = 5_000
MOST_TASKS = 20_000  # of one group


@transaction.atomic
def begin_change(*, project: Project, kind: str, by: User, tasks: Iterable[int], source: str = "") -> GuidelineChange:
    """Keep the group for which the guidelines are to be changed; its text is written next.

    It replaces a change that the same person began and did not save. Raises Invalid for no task, and for too many.
    """
    known: list[int] = []
    for some in batched(dict.fromkeys(tasks), 500):
        known += Task.objects.filter(project=project, kind=kind, pk__in=some).values_list("pk", flat=True)
    if not known:
        raise Invalid(_("Select at least one row."), {"verification": [_("Select at least one row.")]})
    if len(known) > MOST_TASKS:
        words = _("At most %(most)d claims can be behind one change: narrow the list down.") % {"most": MOST_TASKS}
        raise Invalid(words, {"verification": [words]})
    GuidelineChange.objects.filter(project=project, by=by, guidelines=None).delete()
    change = GuidelineChange.objects.create(project=project, kind=kind, by=by, source=source[:1_000])
    link = GuidelineChange.tasks.through
    link.objects.bulk_create((link(guidelinechange_id=change.pk, task_id=task) for task in known), batch_size=500)
    return change


def unsaved_change(project: Project, kind: str, by: User, pk: int) -> GuidelineChange | None:
    """The change that this person has begun; None if it is saved, or gone."""
    rows = GuidelineChange.objects.filter(project=project, kind=kind, by=by, guidelines=None)
    return rows.filter(pk=pk).first()


@transaction.atomic
def save_change(
    *,
    project: Project,
    kind: str,
    text: str,
    reason: str,
    by: User,
    change: GuidelineChange | None = None,
    based_on: int | None = None,
) -> Guidelines:
    """Store `text` as the next version, with why it was written. `change`: the one that was begun with a group.

    Raises Invalid: without a reason for a group, for an unchanged text, for a reason that is too long; AnnotationError
    "guidelines_changed" when somebody saved a version newer than `based_on`.
    """
    reason = reason.replace("\r\n", "\n").strip()
    if change is not None and not reason:
        raise Invalid(_("Write why the guidelines change."), {"reason": [_("Write why the guidelines change.")]})
    if len(reason) > LONGEST_REASON or "\0" in reason:
        words = _("Write at most %(most)d characters.") % {"most": LONGEST_REASON}
        raise Invalid(words, {"reason": [words]})
    before = current_guidelines(project, kind)
    now = write_guidelines(project=project, kind=kind, text=text, author=by, based_on=based_on)
    if now.version == before.version:
        words = _("The text is the same as that of the current version. Change it first.")
        raise Invalid(words, {"text": [words]})
    made = Guidelines.objects.get(project=project, kind=kind, version=now.version)
    if change is None:
        GuidelineChange.objects.create(project=project, kind=kind, guidelines=made, reason=reason, by=by)
    elif not GuidelineChange.objects.filter(pk=change.pk, guidelines=None).update(guidelines=made, reason=reason):
        raise AnnotationError("saved_already", _("This change was saved in another window."), 409)
    else:
        change.refresh_from_db()
    return made


def change_of(guidelines: Guidelines) -> GuidelineChange:
    """The change that made this version; of one from before Attest kept them, an empty one."""
    change, _made = GuidelineChange.objects.get_or_create(
        guidelines=guidelines,
        defaults={"project": guidelines.project, "kind": guidelines.kind, "by_id": guidelines.author_id},
    )
    return change


@transaction.atomic
def announce_change(change: GuidelineChange, *, by: User, title: str, text: str) -> Announcement:
    """Publish an announcement of the change, required reading for those who do this kind of work. Raises Invalid."""
    locked = GuidelineChange.objects.select_for_update().get(pk=change.pk)
    if locked.announcement_id is not None:
        raise AnnotationError("announced_already", _("This change is announced already."), 409)
    roles: Sequence[str] = [str(role) for role in get_workflow(change.kind).roles]
    audience = roles[0] if len(roles) == 1 else ""
    made = announce(project=change.project, by=by, title=title, text=text, audience=audience, must_read=True)
    GuidelineChange.objects.filter(pk=change.pk).update(announcement=made)
    return made


def re_openable(change: GuidelineChange) -> list[int]:
    """The counted verifications of the group's claims, by claim: what an action that re-opens them is about."""
    rows = Verification.objects.filter(counted("submission__"), submission__assignment__task__guideline_changes=change)
    return list(rows.order_by("claim", "pk").values_list("pk", flat=True))
