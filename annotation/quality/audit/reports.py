"""What the audit's pages show, part by part: one function a part, so that a page and the job compute the same."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import Any

from annotation.projects.models import Project
from annotation.quality.audit.balance import Balance, balance
from annotation.quality.audit.dataset import Raw
from annotation.quality.audit.durations import Pace, TimeSummary, paces, summary
from annotation.quality.audit.pmi import Association, associations
from annotation.quality.audit.positions import Positions, places_and_verdicts, positions
from annotation.quality.audit.production import Produced, production
from annotation.quality.audit.queries import reported, said, skips
from annotation.quality.audit.rates import Rate, rates
from annotation.quality.audit.snapshot import kept
from annotation.quality.audit.table_positions import Depths, depths
from annotation.suggestions.dashboard import Dashboard, dashboard
from annotation.suggestions.missed_evidence import nei_on_unopened_pages
from annotation.vocabulary.labels import ClaimType, Verdict
from annotation.vocabulary.tasks import TaskKind
from annotation.workflows.claim_generation.sampling.settings import settings_from
from annotation.workflows.claim_verification.models import Report

WORDS_BY = ("verdict", "claim_type", "mutation", "challenge", "person")
TOP_OF_LABEL, TOP_OF_PERSON = 12, 3  # there are many annotators, and each interval takes a thousand draws
UNOPENED = "unopened pages"
SUGGESTIONS = "suggestions"
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


PARTS: dict[str, Callable[[Raw], Any]] = {
    "verifications": lambda raw: len(raw.verified),
    "nei": lambda raw: rates(said(raw.verified, Verdict.NOT_ENOUGH_INFO)),
    "reported": lambda raw: rates(reported(raw.project)),
    "report reasons": _report_reasons,
    "balance": _balances,
    "evidence types": lambda raw: Counter(raw.types.values()),
    "positions": _positions,
    "depths": _depths,
    "places and verdicts": _places_and_verdicts,
    UNOPENED: lambda raw: nei_on_unopened_pages(raw.project),
    SUGGESTIONS: lambda raw: dashboard(raw.project),
}
PARTS |= {f"paces {kind}": partial(_paces, kind) for kind in KINDS}
PARTS |= {f"time {kind}": partial(_time, kind) for kind in KINDS}
PARTS |= {f"skips {kind}": partial(_skips, kind) for kind in KINDS}
PARTS |= {f"production {kind}": partial(_production, kind) for kind in KINDS}
PARTS |= {f"words {by}": partial(_words, by) for by in WORDS_BY}


def raw_of(project: Project) -> Raw:
    """The project's rows, read for a page and held as long as they are good."""
    return kept(project, ("raw",), lambda: Raw(project))


def part(project: Project, name: str) -> Any:
    """One of PARTS: what the job kept of a large project, else computed now, or a moment ago."""
    return kept(project, name, lambda: PARTS[name](raw_of(project)))


def verifications(project: Project) -> int:
    return int(part(project, "verifications"))


def suggestions_of(project: Project) -> Dashboard:
    found: Dashboard = part(project, SUGGESTIONS)
    return found


def nei_rates(project: Project) -> list[Rate]:
    return list(part(project, "nei"))


def report_rates(project: Project) -> list[Rate]:
    return list(part(project, "reported"))


def skip_rates(project: Project, kind: str) -> list[Rate]:
    return list(part(project, f"skips {kind}"))


def report_reasons(project: Project) -> dict[int, Counter[str]]:
    """Writer -> how often for each reason their claims were reported."""
    return dict(part(project, "report reasons"))


def paces_of(project: Project, kind: str = TaskKind.CLAIM_VERIFICATION) -> list[Pace]:
    return list(part(project, f"paces {kind}"))


def time_summary(project: Project, kind: str) -> TimeSummary:
    found: TimeSummary = part(project, f"time {kind}")
    return found


def produced(project: Project, kind: str) -> list[Produced]:
    return list(part(project, f"production {kind}"))


def words_with(project: Project, by: str) -> list[Association]:
    """The words that go with this kind of label, one of WORDS_BY, in verified claims."""
    return list(part(project, f"words {by}"))


def balances(project: Project) -> dict[str, Balance]:
    return dict(part(project, "balance"))


def evidence_types(project: Project) -> Counter[str]:
    """How many verifications rest on sentences, cells, both."""
    return Counter(part(project, "evidence types"))


def positions_of(project: Project) -> Positions:
    found: Positions = part(project, "positions")
    return found


def depths_of(project: Project) -> Depths:
    found: Depths = part(project, "depths")
    return found


def places_with_verdicts(project: Project) -> list[Association]:
    return list(part(project, "places and verdicts"))
