"""Blindness of annotators: who made or tuned suggestions judges none, and nobody meets a claim twice."""

from __future__ import annotations

from django.db.models import Q

from annotation.accounts.models import User
from annotation.projects.access import READERS
from annotation.projects.models import Project
from annotation.work.models import Assignment
from annotation.workflows.citation_study.models import SLUG, Control, StudyExclusion
from annotation.workflows.citation_study.settings import settings_of

EVERYTHING = Q(pk__isnull=False)


def leave_out(project: Project, person: User, reason: StudyExclusion.Reason) -> bool:
    """Give the person no item of this project from now on; whether the reason is new."""
    return StudyExclusion.objects.get_or_create(project=project, person=person, reason=reason)[1]


def exclude(person: User, project: Project) -> Q:
    """Items that the person must not judge.

    All of them, for whoever reads which source is cited: on the pages of this corpus, also in another project.
    A claim comes once: a control beside an item of its claim would tell which source the two have in common. A random
    passage cannot be told from the selected one in a full text, and two equal domains would tell that it is a control.
    """
    reads = person.memberships.filter(project__corpus=project.corpus_id, role__in=READERS)
    if reads.exists() or StudyExclusion.objects.filter(project=project, person=person).exists():
        return EVERYTHING
    mine = Assignment.objects.filter(person=person, project=project, kind=SLUG)
    kept = Q(study_item__claim_id__in=mine.values("task__study_item__claim_id"))
    settings = settings_of(project)
    if settings.full_text or settings.show_domain:
        kept |= Q(study_item__control=Control.RANDOM_PASSAGE)
    return kept
