"""The label set of a project: its own, or the verdicts of FEVEROUS."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.utils import translation

from annotation.projects.models import Project
from annotation.vocabulary.label_set import Label, LabelSet
from annotation.vocabulary.label_set_json import label_set_from
from annotation.vocabulary.texts import Text
from annotation.vocabulary.verdicts import VERDICTS


def label_set_of(project: Project) -> LabelSet:
    """The verdicts that the project's annotators choose from."""
    return VERDICTS if project.label_set is None else _read(json.dumps(project.label_set))


def label_set_json(project: Project) -> dict[str, Any]:
    """The label set of a project in the JSON of `vocabulary.label_set_json`, that of FEVEROUS included."""
    if project.label_set is not None:
        return deepcopy(project.label_set)
    return {"labels": [_label_json(label) for label in VERDICTS]}


def _label_json(label: Label) -> dict[str, Any]:
    texts = {"name": _said(label.name), "description": _said(label.description)}
    row: dict[str, Any] = {"value": label.value, **texts, "questions": [_said(one) for one in label.questions]}
    row |= {"style": label.style.value, "needs_evidence": label.needs_evidence}
    return row if label.meaning is None else row | {"meaning": label.meaning.value}


def _said(text: Text) -> dict[str, str]:
    """A text in each language of the site."""
    found = {}
    for code, _language in settings.LANGUAGES:
        with translation.override(code):
            found[code] = str(text)
    return found


@lru_cache(maxsize=64)
def _read(text: str) -> LabelSet:
    return label_set_from(json.loads(text))  # it was checked when it was stored
