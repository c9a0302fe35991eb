"""Which fields file holds in a project, and replacing it."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.errors import AnnotationError
from annotation.projects.models import Project
from annotation.workflows.question_answering.fields.file import BUILT_IN, built_in, read
from annotation.workflows.question_answering.fields.model import Fields
from annotation.workflows.question_answering.models import Answer, ClaimWork, FieldsFile, NormalisedClaim

KEPT = 64  # files that a process keeps, read


def fields_of(project: Project) -> Fields:
    """Return the fields file of the project; that of Attest where it has none."""
    newest = FieldsFile.objects.filter(project=project).order_by("-number")
    found = newest.values_list("pk", "created_at").first()
    return built_in() if found is None else _read(*found)


@lru_cache(maxsize=KEPT)
def _read(pk: int, _created_at: datetime) -> Fields:
    """A stored file never changes. Its time is part of the key: a number is used again after a rollback."""
    return read(FieldsFile.objects.values_list("text", flat=True).get(pk=pk))


def text_of(project: Project) -> str:
    """Return the text of the file that holds in the project."""
    newest = FieldsFile.objects.filter(project=project).order_by("-number").values_list("text", flat=True).first()
    return BUILT_IN.read_text(encoding="utf-8") if newest is None else newest


def lost_values(project: Project, fields: Fields) -> list[str]:
    """Return the values that were used in the project and that these fields lack: verdicts, types of answers, media."""
    works = ClaimWork.objects.filter(claim__article__project=project).exclude(verdict="").order_by()
    claims = NormalisedClaim.objects.filter(article__project=project).exclude(verdict="").order_by()
    answers = Answer.objects.filter(question__submission__assignment__project=project).order_by()
    used = {
        *works.values_list("verdict", flat=True).distinct(),
        *claims.values_list("verdict", flat=True).distinct(),
    } - {one.value for one in fields.verdicts}
    used |= {*answers.values_list("answer_type", flat=True).distinct()} - fields.answer_type.keys()
    media = {*answers.exclude(source_medium="").values_list("source_medium", flat=True).distinct()}
    return sorted(used | (media - fields.medium.keys()))


def copy_file(project: Project, text: str) -> None:
    """Take the file of another project over. Raises AnnotationError where it lacks values that were used here."""
    if lost := lost_values(project, read(text)):
        message = _("Its fields file lacks values that were used here: %(values)s") % {"values": ", ".join(lost)}
        raise AnnotationError("values_in_use", message, 409)
    save_file(project, text, None)


@transaction.atomic
def save_file(project: Project, text: str, by: User | None) -> FieldsFile:
    """Store this file as the one that holds from now on. Raises BadFields."""
    read(text)
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)  # of two at once each has a number of its own
    newest = FieldsFile.objects.filter(project=project).aggregate(newest=Max("number"))["newest"] or 0
    return FieldsFile.objects.create(project=project, number=newest + 1, text=text, saved_by=by)
