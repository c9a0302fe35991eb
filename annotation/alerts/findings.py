"""Alerts that are statistical: people, weeks and words that differ significantly and by enough to matter.

All tests of a project are one family, corrected together (Holm), so that of a hundred projects in which nobody differs
one shows an alert. A test needs LEAST_N rows. What is significant and small is no alert: see FACTOR and LOWER.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Any, TypeVar

from annotation.alerts.alert import Alert, Kind
from annotation.alerts.significance import holm, odds_ratio, p_below
from annotation.dashboard.reports import report, report_result
from annotation.projects.models import Project
from annotation.quality.agreement.annotators import Annotator
from annotation.quality.agreement.groups import Group
from annotation.quality.agreement.queries import AgreementReport
from annotation.quality.agreement.result import Value
from annotation.quality.audit.durations import SUSPICIOUS_SHARE, Pace
from annotation.quality.audit.pmi import Association, g_squared
from annotation.quality.audit.rates import Rate
from annotation.results.job import AGREEMENT
from annotation.results.store import derived_result
from annotation.suggestions.dashboard import SUGGESTIONS
from annotation.vocabulary.chi_square import survival
from annotation.work.registry import workflows_of

LEAST_N, ALPHA = 30, 0.01
FACTOR = 2.0  # of the odds: 48 % and 65 %, or 2 % and 4 %
WORD_FACTOR = 3.0  # a word is no person: only what a model could live on
LOWER = 0.1  # of kappa, below the median
WORDS_OF_LABEL = 3
K = TypeVar("K", Annotator, Group)


@dataclass(frozen=True, slots=True)
class Findings:
    """`alerts` of `tests` tests."""

    alerts: list[Alert]
    tests: int


def findings(project: Project) -> Findings:
    """Test everything that the reports of the project count; once for each state of these."""
    source = report_result(project, AGREEMENT)
    found: Findings = derived_result(project, source, "alerts", lambda: _findings(project, source.value)).value
    return found


def _findings(project: Project, agreement: AgreementReport) -> Findings:
    tested = [*_of_people(project), *_of_agreement(agreement)]
    corrected = holm([alert.p or 0.0 for alert in tested])
    found = [replace(alert, p=p) for alert, p in zip(tested, corrected, strict=True) if p < ALPHA and _matters(alert)]
    alerts = [*_one_verdict_each(found), *_cue_words(report(project, "words verdict")), *_drifts(project)]
    return Findings(alerts, len(tested))


def _of_people(project: Project) -> Iterator[Alert]:
    """One alert a test, before the correction and whatever its size."""
    for label, rates in report(project, "verdicts").items():
        yield from _rates(Kind.VERDICT, rates, label)
    yield from _rates(Kind.REPORTED, report(project, "reported"))
    dashboard = report(project, SUGGESTIONS)
    yield from _rates(Kind.SUGGESTIONS, dashboard.people)
    for kind, workflow in workflows_of(project).items():
        yield from _rates(Kind.SKIPS, report(project, f"skips {kind}"), kind)
        if workflow.is_timed:
            yield from _paces(kind, report(project, f"paces {kind}"))


def _rates(kind: Kind, rates: Sequence[Rate], detail: str = "") -> Iterator[Alert]:
    """Compare each person's rate with that of all others who do not differ themselves: one who answers the same to
    everything would move the others' rate, and make somebody else look different."""
    apart: set[int] = set()
    while True:
        usual = [one for one in rates if one.person not in apart]
        tested = [_rate(kind, one, usual, detail) for one in rates if one.trials >= LEAST_N]
        different = [one for one in tested if one.person not in apart and _differs(one, len(tested))]
        if not different or 2 * len(apart) >= len(rates):
            break
        apart.add(min(different, key=lambda one: one.p or 0.0).person or 0)
    yield from tested


def _differs(alert: Alert, tests: int) -> bool:
    return alert.p is not None and alert.p * tests < ALPHA and _matters(alert)


def _rate(kind: Kind, one: Rate, usual: Sequence[Rate], detail: str) -> Alert:
    """Test by G2 against the others in `usual`. Without any, nothing differs."""
    others = [other for other in usual if other.person != one.person]
    events, trials = sum(other.events for other in others), sum(other.trials for other in others)
    share = events / trials if trials else one.events / one.trials
    return Alert(
        kind=kind,
        n=one.trials,
        value=one.events / one.trials,
        reference=share,
        concern=abs(one.events - share * one.trials),
        person=one.person,
        detail=detail,
        p=survival(g_squared(one.events, one.trials, one.events + events, one.trials + trials), 1) if trials else 1.0,
    )


def _paces(kind: str, paces: Sequence[Pace]) -> Iterator[Alert]:
    """Shares of work that is done faster than it can be. `reference`: the seconds of that limit."""
    events, trials = sum(len(pace.numbers) for pace in paces), sum(pace.done for pace in paces)
    for pace in paces:
        if pace.done >= LEAST_N:
            fast = len(pace.numbers)
            is_above = fast * trials > events * pace.done
            yield Alert(
                kind=Kind.SPEED,
                n=pace.done,
                value=fast / pace.done,
                reference=pace.limit,
                concern=float(fast),
                person=pace.person,
                detail=kind,
                p=survival(g_squared(fast, pace.done, events, trials), 1) if is_above else 1.0,
            )


def _of_agreement(agreement: AgreementReport) -> Iterator[Alert]:
    """Annotators and weeks whose kappa is below the median one."""
    people = agreement.annotators.rows if agreement.annotators is not None else []
    yield from _kappas(Kind.KAPPA, people, lambda row: {"person": row.person})
    yield from _kappas(Kind.WEEK, agreement.groups.get("week", []), lambda week: {"detail": week.name})


def _kappas(kind: Kind, rows: Sequence[K], about: Callable[[K], dict[str, Any]]) -> Iterator[Alert]:
    """Compare each kappa with the median one."""
    usual = _median(row.kappa for row in rows)
    if usual is None:
        return
    for row in rows:
        p, n = p_below(row.kappa, usual), len(row.claims)
        if n >= LEAST_N and p is not None and isinstance(row.kappa, Value):
            value = row.kappa.value
            concern = max(0.0, usual - value) * n
            yield Alert(kind=kind, n=n, value=value, reference=usual, concern=concern, p=p, **about(row))


def _median(kappas: Iterable[object]) -> float | None:
    known = [one.value for one in kappas if isinstance(one, Value)]
    return median(known) if len(known) > 2 else None


def _matters(alert: Alert) -> bool:
    """Whether the difference is large enough, and on the side that is a problem: of verdicts on either side."""
    assert alert.reference is not None
    if alert.kind in (Kind.KAPPA, Kind.WEEK):
        return alert.value <= alert.reference - LOWER
    if alert.kind is Kind.SPEED:
        return alert.value >= SUSPICIOUS_SHARE
    ratio = odds_ratio(round(alert.value * alert.n), alert.n, alert.reference)
    return ratio >= FACTOR or (alert.kind is Kind.VERDICT and ratio <= 1 / FACTOR)


def _one_verdict_each(alerts: Sequence[Alert]) -> list[Alert]:
    """Of each person one verdict: the one given too often, before those that are too rare because of it."""
    first: dict[int | None, Alert] = {}
    for alert in sorted(alerts, key=lambda one: (one.value < (one.reference or 0.0), -one.concern)):
        if alert.kind is Kind.VERDICT:
            first.setdefault(alert.person, alert)
    return [alert for alert in alerts if alert.kind is not Kind.VERDICT or first[alert.person] is alert]


def _cue_words(words: Sequence[Association]) -> list[Alert]:
    """Words that give a verdict away, the strongest of each verdict; phrases around such a word are left out.

    Their p is corrected for all words and verdicts."""
    found: dict[str, list[Alert]] = {}
    for one in words:
        mine = found.setdefault(one.label, [])
        if not one.is_notable or len(mine) == WORDS_OF_LABEL or any(_within(cue.name, one.feature) for cue in mine):
            continue
        others = one.total - one.with_feature
        share = (one.with_label - one.both) / others if others else 0.0
        if odds_ratio(one.both, one.with_feature, share) < WORD_FACTOR:
            continue
        mine.append(
            Alert(
                kind=Kind.WORD,
                n=one.with_feature,
                value=one.both / one.with_feature,
                reference=share,
                concern=one.both - share * one.with_feature,
                detail=one.label,
                name=one.feature,
                p=one.p,
            )
        )
    return [alert for alerts in found.values() for alert in alerts]


def _within(phrase: str, other: str) -> bool:
    """Whether the words of one phrase are all in the other one, or the other way round."""
    mine, theirs = set(phrase.split()), set(other.split())
    return mine <= theirs or theirs <= mine


def _drifts(project: Project) -> Iterator[Alert]:
    """People below the project's minimum on their last attention checks: a threshold, and no test."""
    for kind, workflow in workflows_of(project).items():
        if workflow.calibratable is None or not workflow.attention_checks:
            continue
        for one in report(project, f"drift {kind}"):
            if one.low:
                yield Alert(
                    kind=Kind.DRIFT,
                    n=one.answers,
                    value=one.accuracy,
                    reference=project.drift_min_accuracy / 100,
                    concern=(1 - one.accuracy) * one.answers,
                    person=one.person,
                    detail=kind,
                )
