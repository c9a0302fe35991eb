"""Audit reports: one function per report."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from annotation.quality.audit.balance import Balance, Kind, balance
from annotation.quality.audit.dataset import AuditDataset
from annotation.quality.audit.durations import Pace, TimeSummary, paces, summary
from annotation.quality.audit.pmi import Association, associations
from annotation.quality.audit.positions import Positions, places_and_verdicts, positions
from annotation.quality.audit.production import Produced, production
from annotation.quality.audit.queries import reported, said, skips
from annotation.quality.audit.rates import Rate, rates
from annotation.quality.audit.table_positions import Depths, depths
from annotation.vocabulary.labels import ClaimType, Verdict
from annotation.vocabulary.tasks import TaskKind
from annotation.workflows.claim_generation.sampling.chi_square import ChiSquare
from annotation.workflows.claim_generation.sampling.settings import settings_from
from annotation.workflows.claim_verification.models import Report

WORDS_BY = ("verdict", "claim_type", "mutation", "challenge", "person")
TOP_OF_LABEL, TOP_OF_PERSON = 12, 3  # there are many annotators, and each interval takes a thousand draws


def _words(by: str, rows: AuditDataset) -> list[Association]:
    labels = [str(getattr(row, by)) for row in rows.verified]
    return _without_documents(associations(rows.phrases, labels, top=TOP_OF_PERSON if by == "person" else TOP_OF_LABEL))


def _without_documents(found: Sequence[Association]) -> list[Association]:
    """Drop the numbers of the documents: a page asks for these when somebody opens one."""
    return [replace(one, documents=()) for one in found]


def _places_and_verdicts(rows: AuditDataset) -> list[Association]:
    chosen = [rows.evidence.get(row.verification, []) for row in rows.verified]
    return _without_documents(places_and_verdicts(chosen, [row.verdict for row in rows.verified]))


def _balances(rows: AuditDataset) -> dict[str, Balance]:
    """Claims by type and mutation, beside the settings; verdicts, for which nothing is asked. Gold, and what candidates
    write in calibration, is not of the data set."""
    settings, claims = settings_from(rows.project.highlight_settings), rows.project.claims.filter(phase=0).order_by()
    types, mutations, labels = (
        Counter(kind for kind in claims.values_list(column, flat=True) if kind)
        for column in ("claim_type", "mutation", "intended_label")
    )
    verdicts = Counter(row.verdict for row in rows.verified)
    highlights = rows.project.highlights.exclude(tasks__phase__gt=0).order_by()
    drawn = Counter(highlights.values_list("kind", flat=True))
    found = {
        "verdicts": balance(verdicts, dict.fromkeys((verdict.value for verdict in Verdict), 0.0)),
        "claim-types": balance(types, dict.fromkeys((kind.value for kind in ClaimType), 1.0)),
        "mutations": balance(mutations, {kind.value: weight for kind, weight in settings.mutations.items()}),
        "highlights": balance(drawn, {"sentences": settings.sentences, "table": settings.tables}),
    }
    return found | ({"intended-labels": balance(labels, {})} if labels else {})


def _report_reasons(rows: AuditDataset) -> dict[int, Counter[str]]:
    found: defaultdict[int, Counter[str]] = defaultdict(Counter)
    reports = Report.objects.filter(claim__project=rows.project, claim__phase=0, claim__author__isnull=False)
    for writer, reasons in reports.order_by().values_list("claim__author", "reasons"):
        found[writer].update(reasons)
    return dict(found)


def _reports_of(kind: str) -> dict[str, Callable[[AuditDataset], Any]]:
    return {
        f"paces {kind}": lambda rows: paces(rows.times(kind)),
        f"time {kind}": lambda rows: summary(rows.times(kind)),
        f"skips {kind}": lambda rows: rates(skips(rows.project, kind)),
        f"production {kind}": lambda rows: production(rows.project, kind),
    }


REPORTS: dict[str, Callable[[AuditDataset], Any]] = {
    "verifications": lambda rows: len(rows.verified),
    "nei": lambda rows: rates(said(rows.verified, Verdict.NOT_ENOUGH_INFO)),
    "reported": lambda rows: rates(reported(rows.project)),
    "report reasons": _report_reasons,
    "balance": _balances,
    "evidence types": lambda rows: Counter(rows.types.values()),
    "positions": lambda rows: positions(rows.chosen),
    "depths": lambda rows: depths(rows.project.corpus, [one.element for one in rows.chosen]),
    "places and verdicts": _places_and_verdicts,
}
for _kind in TaskKind.values:
    REPORTS |= _reports_of(_kind)
REPORTS |= {f"words {by}": partial(_words, by) for by in WORDS_BY}
RESULT_CLASSES = (Association, Balance, ChiSquare, Depths, Kind, Pace, Positions, Produced, Rate, TimeSummary)
