"""Audit of claims from sentences: balance of the types, words that give a type away, time of writers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from typing import Any

from annotation.claims.words import words
from annotation.projects.models import Project
from annotation.quality.agreement.result import value_of
from annotation.quality.audit.dataset import AuditDataset
from annotation.quality.audit.pmi import associations
from annotation.workflows.sentence_claims.models import SentenceClaim
from annotation.workflows.sentence_claims.queries import balance, works_of

TOP = 8


@dataclass(frozen=True, slots=True)
class TypeWord:
    """A word and the type of mutation that it goes with: `both` of the `with_word` mutations that have it."""

    word: str
    type: str
    both: int
    with_word: int
    npmi: float


@dataclass(frozen=True, slots=True)
class SentenceFigures:
    """`types`: lines by type, "" for originals. `seconds`: person -> median seconds a line, over sentences, by the
    server's clock; `lines`: person -> lines."""

    types: dict[str, int]
    words: list[TypeWord]
    seconds: dict[int, float]
    lines: dict[int, int]


def sentence_figures(project: Project) -> SentenceFigures:
    """Compute the figures of all production that counts."""
    rows = SentenceClaim.objects.filter(work__in=works_of(project)).exclude(mutation="").order_by("pk")
    typed = list(rows.values_list("claim__text", "mutation"))
    found = associations(
        ([*dict.fromkeys(words(text))] for text, _type in typed), [kind for _text, kind in typed], top=TOP
    )
    told = [
        TypeWord(one.feature, one.label, one.both, one.with_feature, value_of(one.npmi) or 0.0)
        for one in found
        if one.is_notable
    ]
    paces, lines = defaultdict[int, list[float]](list), defaultdict[int, int](int)
    works = works_of(project).order_by().values_list("submission__assignment__person", "seconds", "lines")
    for person, seconds, count in works.iterator():
        paces[person].append(float(seconds) / count)
        lines[person] += count
    medians = {person: median(values) for person, values in paces.items()}
    return SentenceFigures(balance(project), told, medians, dict(lines))


REPORTS: dict[str, Callable[[AuditDataset], Any]] = {"sentence claims": lambda rows: sentence_figures(rows.project)}
RESULT_CLASSES = (TypeWord, SentenceFigures)
