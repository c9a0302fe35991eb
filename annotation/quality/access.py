"""Permissions: gold and calibration of a project, which `annotation.projects.access` has handed out."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404

from annotation.accounts.access import by_key, by_key_or_none, by_keys
from annotation.accounts.models import User
from annotation.claims.models import Claim
from annotation.projects.models import Project
from annotation.quality.adjudication.assigning import deciders
from annotation.quality.calibration.models import Calibration, GoldItem
from annotation.vocabulary.tasks import CALIBRATING, Phase
from annotation.work.models import Assignment, AssignmentState
from annotation.work.registry import subjects


def gold_item_of(project: Project, pk: int, fits: Q | None = None) -> GoldItem:
    """Return a gold item of the project that `fits`, with its task and subject, for its managers. Raises Http404."""
    items = GoldItem.objects.filter(fits or Q(), task__project=project)
    return by_key(items.select_related(*subjects("task__")), pk)


def own_items(project: Project, person: User) -> QuerySet[GoldItem]:
    """Select what the person has submitted of calibration; silent gold is nobody's to see."""
    done = Assignment.objects.filter(person=person, state=AssignmentState.SUBMITTED).values("task")
    of_phases = GoldItem.objects.filter(task__project=project, task__phase__in=CALIBRATING, task__in=done)
    return of_phases.select_related(*subjects("task__"))


def own_item(project: Project, person: User, pk: int) -> GoldItem:
    """Return a calibration item that the person has submitted. Raises Http404."""
    return by_key(own_items(project, person), pk)


def guided_example_of(project: Project, pk: int) -> GoldItem:
    """Return a guided example of the project; whether the person has answered it is the caller's to ask.

    Raises Http404.
    """
    rows = GoldItem.objects.filter(task__project=project, task__phase=Phase.GUIDED)
    return by_key(rows.select_related("task__project"), pk)


def own_calibration(project: Project, person: User, kind: str) -> Calibration:
    """Return how far the person is in this kind of work. Raises Http404."""
    return get_object_or_404(Calibration, project=project, person=person, kind=kind)


def claims_to_grade(project: Project, person: User, keys: Iterable[int]) -> dict[int, Claim]:
    """Key -> claim, those with one of the keys that the person wrote in calibration here."""
    rows = Claim.objects.filter(project=project, author=person, phase__in=CALIBRATING, claim_set__isnull=False)
    return by_keys(rows, keys)


def decider_or_none(project: Project, pk: int | None) -> User | None:
    """Return who may decide on claims of the project, to assign some to them; None where there is none of this key."""
    return by_key_or_none(deciders(project), pk)
