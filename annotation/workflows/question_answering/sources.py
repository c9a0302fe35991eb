"""Sources of answers: elements of a corpus are pinned as in claim verification, addresses are kept as references."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from annotation.errors import Invalid
from annotation.evidence.snapshotting import Pinned, pin
from annotation.evidence.web.corpora import corpus_of
from annotation.projects.models import Project
from annotation.workflows.question_answering.models import SourceKind


def pinned_sources(project: Project, questions: Sequence[Mapping[str, Any]]) -> dict[object, Pinned]:
    """Id of each answer whose source is a page -> its element, pinned. Raises Invalid, keyed by the answer."""
    found: dict[object, Pinned] = {}
    problems: dict[str, list[str]] = {}
    for number, question in enumerate(questions):
        for place, answer in enumerate(question["answers"]):
            source = answer["source"]
            if source["kind"] != SourceKind.PAGE or not source["element"]:
                continue
            try:
                [[found[answer["id"]]]] = pin(corpus_of(project, source["element"]), [[source["element"]]])
            except Invalid as error:
                problems[f"questions.{number}.answers.{place}.source"] = [error.message]
    if problems:
        raise Invalid(next(iter(problems.values()))[0], problems)
    return found
