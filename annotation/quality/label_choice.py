"""Choose the label set of a project; once somebody has used the one that it has, only its words and marks."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.errors import AnnotationError, Invalid
from annotation.projects.data_version import bump
from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Project
from annotation.quality.calibration.models import GoldItem
from annotation.vocabulary.label_set import LabelSet
from annotation.vocabulary.label_set_json import BadLabelSet, label_set_from
from annotation.vocabulary.verdicts import VERDICTS
from annotation.work.models import Submission
from annotation.work.registry import workflows


@transaction.atomic
def choose_labels(project: Project, data: dict[str, Any] | None, by: User | None = None) -> None:
    """Store a label set, in the JSON of `vocabulary.label_set_json`; None: the verdicts of FEVEROUS.

    Words and marks can always change; the same again changes nothing. `by`: None for a command.

    Raises Invalid with `label_set` in `fields`, and AnnotationError `labels_in_use`: there are verifications, gold, or
    claims whose intended label or expected challenge the new set does not have.
    """
    locked = Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    if data == locked.label_set:
        return
    try:
        labels = VERDICTS if data is None else label_set_from(data)
    except BadLabelSet as bad:
        raise Invalid(bad.problems[0], {"label_set": bad.problems}) from None
    if _rules(labels) != _rules(label_set_of(locked)) and are_in_use(project):
        raise _in_use(
            _("Claims of this project were verified already, or are gold: its labels cannot change any more.")
        )
    others = project.claims.exclude(intended_label__in=["", *labels.values])
    if others.exists():
        words = _("%(count)d claims have an intended label that is not in the new set. Delete them first.")
        raise _in_use(words % {"count": others.count()})
    unexpected = project.claims.exclude(expected_challenge__in=["", *labels.challenge_set.values])
    if unexpected.exists():
        words = _("%(count)d claims have an expected challenge that is not in the new set. Delete them first.")
        raise _in_use(words % {"count": unexpected.count()})
    project.label_set = data
    project.save(update_fields=["label_set"])
    bump(project.pk)
    before, after = {"label_set": locked.label_set}, {"label_set": data}
    record(Act.LABELS_CHANGED, by=by, project=project, before=before, after=after)


def are_in_use(project: Project) -> bool:
    """Check whether somebody has answered with these labels, or there is gold with a label."""
    kinds = [slug for slug, record in workflows().items() if record.projects_choose_labels]
    if Submission.objects.filter(assignment__project=project, assignment__kind__in=kinds).exists():
        return True
    return GoldItem.objects.filter(task__project=project).exclude(verdict="").exists()


def _rules(labels: LabelSet) -> list[tuple[object, ...]]:
    """What work depends on, without words and marks."""
    rules = [(one.value, one.meaning, one.needs_evidence) for one in labels]
    return [(labels.is_ordinal,), labels.challenge_set.values, *rules]


def _in_use(message: str) -> AnnotationError:
    return AnnotationError("labels_in_use", message, 409)
