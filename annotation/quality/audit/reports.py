"""Audit reports: one function per report. Those of one workflow are in `quality/workflows/<slug>/audit.py`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from annotation.evidence.queries import evidence_sets
from annotation.projects.highlight_settings import settings_from
from annotation.projects.label_sets import label_set_of
from annotation.quality.audit.balance import Balance, Kind, balance
from annotation.quality.audit.cue_bigrams import CueBigram, cue_bigrams
from annotation.quality.audit.dataset import AuditDataset
from annotation.quality.audit.durations import Pace, TimeSummary, paces, summary
from annotation.quality.audit.evidence_types import VerdictsOfType, verdicts_by_type
from annotation.quality.audit.phrases import frequent_phrases
from annotation.quality.audit.pmi import LEAST_COUNT, Association, associations
from annotation.quality.audit.positions import Positions, positions
from annotation.quality.audit.production import Produced, production
from annotation.quality.audit.queries import said, skips
from annotation.quality.audit.rates import Rate, rates
from annotation.quality.audit.table_positions import Depths, depths
from annotation.quality.audit.whole_lines import WholeLines, drawn, whole_lines
from annotation.quality.audit.work_days import WorkDay, work_days
from annotation.quality.calibration.candidates import drifting
from annotation.quality.calibration.drift import RecentChecks
from annotation.vocabulary.chi_square import ChiSquare
from annotation.vocabulary.labels import ClaimType
from annotation.work.registry import workflows

WORDS_BY = ("verdict", "claim_type", "mutation", "challenge", "person")
TOP_OF_LABEL, TOP_OF_PERSON = 12, 3  # there are many annotators, and each interval takes a thousand draws


def _words(by: str, rows: AuditDataset) -> list[Association]:
    """Words that go with a label of released claims; with a person, of all that they verified."""
    if by == "person":
        table = frequent_phrases((row.text for row in rows.verified), LEAST_COUNT)
        return _without_documents(associations(table, [str(row.person) for row in rows.verified], top=TOP_OF_PERSON))
    labels = [str(getattr(row, by)) for row in rows.released]
    return _without_documents(associations(rows.phrases, labels, top=TOP_OF_LABEL))


def _without_documents(found: Sequence[Association]) -> list[Association]:
    """Drop the numbers of the documents: a page asks for these when somebody opens one."""
    return [replace(one, documents=()) for one in found]


def _cue_bigrams(rows: AuditDataset) -> list[CueBigram]:
    """Of the verdicts of released claims."""
    return cue_bigrams(((row.text, row.verdict) for row in rows.released), top=TOP_OF_LABEL)


def _places_and_verdicts(rows: AuditDataset) -> list[Association]:
    return _without_documents(associations(rows.places, [row.verdict for row in rows.released]))


def _whole_lines(rows: AuditDataset) -> WholeLines:
    numbers = drawn(rows.types)
    return whole_lines(rows.project.corpus, evidence_sets(verification__in=numbers), of=len(rows.types))


def _balances(rows: AuditDataset) -> dict[str, Balance]:
    """Claims by type and mutation, beside the settings; verdicts, for which nothing is asked. Gold, and what candidates
    write in calibration, is not of the data set."""
    settings, claims = settings_from(rows.project.highlight_settings), rows.project.claims.filter(phase=0).order_by()
    types, mutations, labels = (
        Counter(kind for kind in claims.values_list(column, flat=True) if kind)
        for column in ("claim_type", "mutation", "intended_label")
    )
    verdicts = Counter(row.verdict for row in rows.verified)
    highlights = rows.project.highlights.exclude(generation_item__task__phase__gt=0).order_by()
    drawn = Counter(highlights.values_list("kind", flat=True))
    found = {
        "verdicts": balance(verdicts, dict.fromkeys(label_set_of(rows.project).values, 0.0)),
        "claim-types": balance(types, dict.fromkeys((kind.value for kind in ClaimType), 1.0)),
        "mutations": balance(mutations, {kind.value: weight for kind, weight in settings.mutations.items()}),
        "highlights": balance(drawn, {"sentences": settings.sentences, "table": settings.tables}),
    }
    return found | ({"intended-labels": balance(labels, {})} if labels else {})


def _not_enough_info(rows: AuditDataset) -> list[Rate]:
    """Rates of the label that says so; none where the project has no such label."""
    label = label_set_of(rows.project).not_enough_info
    return rates(said(rows.verified, label)) if label else []


def _verdicts(rows: AuditDataset) -> dict[str, list[Rate]]:
    """Label -> how often each person gave it."""
    return {label: rates(said(rows.verified, label)) for label in label_set_of(rows.project).values}


def _shares(rows: AuditDataset) -> dict[str, Counter[str]]:
    """Verifications by verdict and by challenge."""
    return {name: Counter(getattr(row, name) for row in rows.verified) for name in ("verdict", "challenge")}


def _recent_checks(kind: str, rows: AuditDataset) -> list[RecentChecks]:
    """Everybody's last answers to attention checks."""
    return [
        RecentChecks(one.person.pk, one.drift.score.items, one.drift.score.accuracy, one.drift.low)
        for one in drifting(rows.project, kind)
    ]


def kind_reports(kind: str) -> dict[str, Callable[[AuditDataset], Any]]:
    return {
        f"paces {kind}": lambda rows: paces(rows.times(kind)),
        f"time {kind}": lambda rows: summary(rows.times(kind)),
        f"skips {kind}": lambda rows: rates(skips(rows.project, kind)),
        f"production {kind}": lambda rows: production(rows.project, kind),
        f"drift {kind}": partial(_recent_checks, kind),
        f"days {kind}": lambda rows: work_days(rows.project, kind),
    }


REPORTS: dict[str, Callable[[AuditDataset], Any]] = {
    "verifications": lambda rows: len(rows.verified),
    "verified claims": lambda rows: len({row.claim for row in rows.verified}),
    "released claims": lambda rows: len(rows.released),
    "nei": _not_enough_info,
    "verdicts": _verdicts,
    "shares": _shares,
    "balance": _balances,
    "evidence types": lambda rows: Counter(rows.types.values()),
    "verdicts by evidence type": lambda rows: verdicts_by_type(
        ((rows.types.get(row.verification, ""), row.verdict) for row in rows.verified),
        label_set_of(rows.project).values,
    ),
    "positions": lambda rows: positions(rows.chosen),
    "depths": lambda rows: depths(rows.project.corpus, [one.element for one in rows.chosen]),
    "cue bigrams": _cue_bigrams,
    "places and verdicts": _places_and_verdicts,
    "whole lines": _whole_lines,
}
for _kind in workflows():
    REPORTS |= kind_reports(_kind)
REPORTS |= {f"words {by}": partial(_words, by) for by in WORDS_BY}
RESULT_CLASSES = (
    Association,
    Balance,
    ChiSquare,
    CueBigram,
    Depths,
    Kind,
    Pace,
    Positions,
    Produced,
    Rate,
    RecentChecks,
    TimeSummary,
    VerdictsOfType,
    WholeLines,
    WorkDay,
)
