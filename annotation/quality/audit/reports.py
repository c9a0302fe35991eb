"""Audit reports: one function per report."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import Any

from annotation.quality.audit.balance import Balance, Kind, balance
from annotation.quality.audit.dataset import Raw
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
KINDS = tuple(kind.value for kind in TaskKind)


def _words(by: str, raw: Raw) -> list[Association]:
    of = attrgetter(by)
    top = TOP_OF_PERSON if by == "person" else TOP_OF_LABEL
    return _light(associations(raw.phrases, [str(of(row)) for row in raw.verified], top=top))


def _light(found: Sequence[Association]) -> list[Association]:
    """Without the numbers of the documents: a page asks for these when somebody opens one."""
    return [replace(one, documents=()) for one in found]


def _positions(raw: Raw) -> Positions:
    return positions(one for each in raw.evidence.values() for one in each)


def _depths(raw: Raw) -> Depths:
    return depths(raw.project.corpus, [one.element for each in raw.evidence.values() for one in each])


def _places_and_verdicts(raw: Raw) -> list[Association]:
    chosen = [raw.evidence.get(row.verification, []) for row in raw.verified]
    return _light(places_and_verdicts(chosen, [row.verdict for row in raw.verified]))


def _balances(raw: Raw) -> dict[str, Balance]:
    """Claims by type and mutation, beside the settings; verdicts, for which nothing is asked. Gold, and what candidates
    write in calibration, is not of the data set."""
    settings, claims = settings_from(raw.project.highlight_settings), raw.project.claims.filter(phase=0).order_by()
    types, mutations, labels = (
        Counter(kind for kind in claims.values_list(column, flat=True) if kind)
        for column in ("claim_type", "mutation", "intended_label")
    )
    verdicts = Counter(row.verdict for row in raw.verified)
    highlights = raw.project.highlights.exclude(tasks__phase__gt=0).order_by()
    drawn = Counter(highlights.values_list("kind", flat=True))
    found = {
        "verdicts": balance(verdicts, dict.fromkeys((verdict.value for verdict in Verdict), 0.0)),
        "claim-types": balance(types, dict.fromkeys((kind.value for kind in ClaimType), 1.0)),
        "mutations": balance(mutations, {kind.value: weight for kind, weight in settings.mutations.items()}),
        "highlights": balance(drawn, {"sentences": settings.sentences, "table": settings.tables}),
    }
    return found | ({"intended-labels": balance(labels, {})} if labels else {})


def _report_reasons(raw: Raw) -> dict[int, Counter[str]]:
    found: defaultdict[int, Counter[str]] = defaultdict(Counter)
    reports = Report.objects.filter(claim__project=raw.project, claim__phase=0, claim__author__isnull=False)
    for writer, reasons in reports.order_by().values_list("claim__author", "reasons"):
        found[writer].update(reasons)
    return dict(found)


def _paces(kind: str, raw: Raw) -> list[Pace]:
    return paces(raw.times(kind))


def _time(kind: str, raw: Raw) -> TimeSummary:
    return summary(raw.times(kind))


def _skips(kind: str, raw: Raw) -> list[Rate]:
    return rates(skips(raw.project, kind))


def _production(kind: str, raw: Raw) -> list[Produced]:
    return production(raw.project, kind)


REPORTS: dict[str, Callable[[Raw], Any]] = {
    "verifications": lambda raw: len(raw.verified),
    "nei": lambda raw: rates(said(raw.verified, Verdict.NOT_ENOUGH_INFO)),
    "reported": lambda raw: rates(reported(raw.project)),
    "report reasons": _report_reasons,
    "balance": _balances,
    "evidence types": lambda raw: Counter(raw.types.values()),
    "positions": _positions,
    "depths": _depths,
    "places and verdicts": _places_and_verdicts,
}
REPORTS |= {f"paces {kind}": partial(_paces, kind) for kind in KINDS}
REPORTS |= {f"time {kind}": partial(_time, kind) for kind in KINDS}
REPORTS |= {f"skips {kind}": partial(_skips, kind) for kind in KINDS}
REPORTS |= {f"production {kind}": partial(_production, kind) for kind in KINDS}
REPORTS |= {f"words {by}": partial(_words, by) for by in WORDS_BY}
RESULT_CLASSES = (Association, Balance, ChiSquare, Depths, Kind, Pace, Positions, Produced, Rate, TimeSummary)
