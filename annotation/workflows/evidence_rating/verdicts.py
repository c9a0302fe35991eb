"""The verdicts of raters: those that validators of a project give, and that none was given."""

from __future__ import annotations

from django.utils.translation import gettext_noop

from annotation.projects.models import Project
from annotation.vocabulary.label_set import Label, LabelSet
from annotation.vocabulary.texts import Translated
from annotation.workflows.question_answering.fields.file import built_in
from annotation.workflows.question_answering.fields.model import Fields, Verdict
from annotation.workflows.question_answering.fields.project import fields_of
from annotation.workflows.question_answering.phases import PhaseName

NO_VERDICT = "no_verdict"  # label of evidence with a major error, of which no verdict was given


def verdicts_of(project: Project) -> tuple[Verdict, ...]:
    """The verdicts of the project's fields file that somebody may give who sees the evidence alone."""
    return tuple(fields_of(project).verdicts_in(PhaseName.VALIDATION))


def labels_in(project: Project) -> LabelSet:
    """The label set of the project, NO_VERDICT last."""
    return _labels(fields_of(project))


def built_in_labels() -> LabelSet:
    """The label set of projects without a fields file of their own."""
    return _labels(built_in())


def _labels(fields: Fields) -> LabelSet:
    given = fields.labels_in(PhaseName.VALIDATION)
    values = {one.value for one in fields.verdicts_in(PhaseName.VALIDATION)}
    none = Label(value=NO_VERDICT, name=Translated(gettext_noop("no verdict")), needs_evidence=False)
    return LabelSet((*(one for one in given if one.value in values), none))
