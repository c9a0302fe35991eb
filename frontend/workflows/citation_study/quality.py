"""The report of the study. It tells whose sources are preferred, and so it is for managers who judge nothing."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from io import StringIO
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.dashboard.reports import report, report_result
from annotation.dashboard.status import can_show_results, is_large
from annotation.figures.stacked import Series, Stack, stacked
from annotation.projects.models import Project
from annotation.quality.agreement.result import Result, ends_of, value_of
from annotation.quality.workflows.citation_study.annotators import (
    AGAINST_OTHERS,
    CONTROLS,
    FAST,
    ONE_SIDE,
    SAME_ANSWER,
    StudyAnnotator,
)
from annotation.quality.workflows.citation_study.audit import STUDY
from annotation.quality.workflows.citation_study.buckets import Bucket, ByScore
from annotation.quality.workflows.citation_study.report import PREFERENCE, Question, StudyReport, UnitTest
from annotation.quality.workflows.citation_study.sign_test import OPEN
from annotation.work.models import Assignment
from annotation.workflows.citation_study.choices import BOTH, GRADES, NEITHER, REASONS
from annotation.workflows.citation_study.models import SLUG, Control, Majority, Ties, Unit
from annotation.workflows.citation_study.queries import ORIGINAL, SUGGESTED
from annotation.workflows.citation_study.settings import settings_of
from frontend.views.access import PersonRequest
from frontend.views.quality.access import QualityAccess, quality_view
from frontend.views.quality.figure_blocks import (
    Block,
    bar_block,
    download,
    figures_page,
    result_bar,
    with_digits,
)

JSON, ANNOTATORS = "citation-study.json", "study-annotators.csv"
SOURCES = {ORIGINAL: gettext_lazy("cited source"), SUGGESTED: gettext_lazy("suggested source")}
NO_MAJORITY = gettext_lazy("no majority")
CHOICES = SOURCES | {NEITHER: gettext_lazy("neither"), BOTH: gettext_lazy("both alike"), OPEN: NO_MAJORITY}
STYLES = ("supports", "refutes", "not-enough-info", "mixed", "plain")
GRADE_NAMES = GRADES | {OPEN: NO_MAJORITY}
GRADE_STYLES = ("supports", "mixed", "refutes", "plain")
QUESTIONS = {
    PREFERENCE: gettext_lazy("Which source is better"),
    ORIGINAL: gettext_lazy("Evidence in the cited source"),
    SUGGESTED: gettext_lazy("Evidence in the suggested source"),
}
MEASURES = {
    "fleiss": gettext_lazy("Fleiss’ kappa"),
    "alpha": gettext_lazy("Krippendorff’s alpha"),
    "ordinal": gettext_lazy("alpha, ordinal"),
    "percent": gettext_lazy("percent agreement"),
}
FLAGS = {
    ONE_SIDE: gettext_lazy("one side"),
    AGAINST_OTHERS: gettext_lazy("against the others"),
    SAME_ANSWER: gettext_lazy("always the same answer"),
    CONTROLS: gettext_lazy("controls wrong"),
    FAST: gettext_lazy("fast"),
}


@quality_view("GET")
def report_page(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    """The report, or one of its files. Who judges sources in this project is told nothing before."""
    access.require_manager()
    if Assignment.objects.filter(project=access.project, kind=SLUG, person=request.user).exists():
        raise Http404
    if not can_show_results(access.project):
        return render(request, "citation_study/waiting.html", access.page())
    found = _report(access.project)
    match request.GET.get("file"):
        case "citation-study.json":
            text = json.dumps(as_json(found, access.names()), ensure_ascii=False, indent=1)
            return download(text, JSON, "application/json")
        case "study-annotators.csv":
            return download(annotators_csv(found, access.names()), ANNOTATORS, "text/csv")
    asked = request.GET.get("score", "")
    scores = {one.score: one for one in found.scores}
    chosen = scores.get(asked) or next(iter(scores.values()), None)
    return figures_page(
        request,
        access,
        "citation_study/report.html",
        [_agreement(found.questions), *([] if chosen is None else _buckets(chosen))],
        found=found,
        scores=[*scores],
        chosen=chosen,
        worst=None if chosen is None else _share(chosen.worst_tenth.share),
        rule=Majority(found.majority).label,
        tie_rule=Ties(found.ties).label,
        tests=[_test(unit, one) for unit, one in found.tests.items()],
        controls=[
            (Control(one.control).label, one, _share(one.share), _share(one.fleiss))
            for one in found.controls
            if one.annotations
        ],
        reasons=_reasons(found),
        annotators=[_annotator(one, access.names()) for one in found.annotators],
        files=(JSON, ANNOTATORS),
    )


def _report(project: Project) -> StudyReport:
    """The report, stored or remembered; computed again if the rules have changed since, unless that takes long."""
    found: StudyReport = report(project, STUDY)
    rules = settings_of(project)
    if (found.majority, found.ties, found.unit) != (rules.majority, rules.ties, rules.unit) and not is_large(project):
        found = report_result(project, STUDY, fresh=True).value
    return found


def as_json(found: StudyReport, names: Mapping[int, str]) -> dict[str, Any]:
    """The report as plain values, with annotators by name."""
    return {
        "items": found.items,
        "annotations": found.annotations,
        "people": found.people,
        "rules": {"majority": found.majority, "ties": found.ties, "unit": found.unit},
        "preference": _plain_bucket(found.all),
        "tests": [
            {
                "unit": unit,
                **{name: getattr(one.test, name) for name in ("n", "suggested", "original", "both", "neither", "open")},
                **{name: getattr(one.test, name) for name in ("total", "one_tailed", "two_tailed")},
                "share": _plain(one.share),
            }
            for unit, one in found.tests.items()
        ],
        "scores": [
            {
                "score": one.score,
                "without": one.without,
                "worst_tenth": _plain_bucket(one.worst_tenth),
                "buckets": [_plain_bucket(each) for each in one.buckets],
            }
            for one in found.scores
        ],
        "agreement": {one.name: {key: _plain(each) for key, each in one.agreement.items()} for one in found.questions},
        "controls": {
            one.control: {
                "items": one.items,
                "annotations": one.annotations,
                "right": one.right,
                "share": _plain(one.share),
                "fleiss": _plain(one.fleiss),
            }
            for one in found.controls
        },
        "reasons": found.reasons,
        "annotators": [_plain_annotator(one, names) for one in found.annotators],
    }


def annotators_csv(found: StudyReport, names: Mapping[int, str]) -> str:
    """A row an annotator."""
    text, rows = StringIO(), [_plain_annotator(one, names) for one in found.annotators]
    written = csv.DictWriter(text, list(rows[0]) if rows else ["annotator"])
    written.writeheader()
    written.writerows(row | {"flags": " ".join(row["flags"])} for row in rows)
    return text.getvalue()


def _plain_annotator(one: StudyAnnotator, names: Mapping[int, str]) -> dict[str, Any]:
    return {
        "annotator": names.get(one.person, "?"),
        "annotations": one.annotations,
        "agreeing": one.agreeing,
        "compared": one.compared,
        "controls_right": one.right,
        "controls": one.controls,
        "left": one.left,
        "right": one.right_side,
        "same_answer": one.same,
        "median_seconds": one.seconds,
        "flags": one.flags,
    }


def _plain(result: Result) -> dict[str, Any]:
    return {"value": value_of(result), "interval": ends_of(result), "n": result.items}


def _plain_bucket(one: Bucket) -> dict[str, Any]:
    plain = {name: getattr(one, name) for name in ("low", "high", "size", "choices", "grades")}
    return plain | {"share": _plain(one.share)}


def _agreement(questions: Sequence[Question]) -> Block:
    rows = [
        result_bar(f"{QUESTIONS[one.name]}: {MEASURES[name]}", result, result.items)
        for one in questions
        for name, result in one.agreement.items()
        if name != "percent"
    ]
    said = _(
        "Over the items of several annotators: 1 is full agreement, 0 that of chance. Intervals draw items. In the "
        "paper Fleiss’ kappa was .20 of the preference, .11 of the cited and .09 of the suggested source."
    )
    return bar_block("study-agreement", _("Agreement"), said, rows, high=1.0, long_names=True, columns=("", _("value")))


def _buckets(chosen: ByScore) -> list[Block]:
    """Figures 3 and 6 of the paper, for one score."""
    score = {"score": chosen.score}
    preference = _stacks(
        "study-preference",
        _("Preference by %(score)s") % score,
        _(
            "Each row is about a tenth of the items, those of the lowest score first; equal scores share a row. "
            "Its size is at its end."
        ),
        chosen,
        dict(zip(CHOICES.items(), STYLES, strict=True)),
        lambda one: one.choices,
    )
    shares = [result_bar(_range(one), one.share, one.size) for one in chosen.buckets]
    said = _("Of all items of the bucket, with ties and “neither”. Intervals draw claims.")
    title = _("Share preferring the suggested source, by %(score)s") % score
    bars = bar_block("study-share", title, said, shares, high=1.0, columns=(chosen.score, _("share")))
    grades = [
        _stacks(
            f"study-{source}",
            _("%(question)s, by %(score)s") % {"question": QUESTIONS[source], "score": chosen.score},
            _("The majority’s grade of each item. Where no grade has a majority, it is counted as that."),
            chosen,
            dict(zip(GRADE_NAMES.items(), GRADE_STYLES, strict=True)),
            lambda one, source=source: one.grades.get(source, {}),
        )
        for source in SOURCES
    ]
    return [preference, bars, *grades]


def _stacks(
    name: str, title: str, said: str, chosen: ByScore, series: Mapping[tuple[str, Any], str], counts: Any
) -> Block:
    rows = [
        Stack(_range(one), [(counts(one).get(value, 0), None) for value, _label in series]) for one in chosen.buckets
    ]
    named = [Series(str(label), style) for (_value, label), style in series.items()]
    return Block(stacked(name, title, said, named, rows, column=chosen.score), said)


def _range(one: Bucket) -> str:
    return _("%(low)s to %(high)s") % {"low": with_digits(one.low, 2), "high": with_digits(one.high, 2)}


def _test(unit: str, one: UnitTest) -> dict[str, Any]:
    tails = {name: getattr(one.test, name) for name in ("one_tailed", "two_tailed")}
    shown = {name: "–" if p is None else "< .0001" if p < 0.0001 else with_digits(p, 4) for name, p in tails.items()}
    return {"unit": Unit(unit).label, "test": one.test, "share": _share(one.share)} | shown


def _share(result: Result) -> dict[str, str]:
    value, ends = value_of(result), ends_of(result)
    if value is None:
        return {"value": "–", "interval": ""}
    interval = ""
    if ends is not None:
        interval = _("%(low)s to %(high)s") % {"low": with_digits(ends[0], 3), "high": with_digits(ends[1], 3)}
    return {"value": with_digits(value, 3), "interval": interval}


def _reasons(found: StudyReport) -> list[dict[str, Any]]:
    """Table 1: of the annotations of a source with a grade below enough, how many give each reason, and none."""
    rows = []
    for source, by_grade in found.reasons.items():
        for grade, counts in by_grade.items():
            cells = [counts.get(reason, 0) for reason in (*REASONS, "")]
            total = sum(cells)
            shares = [(n, 100 * n / total if total else 0) for n in cells]
            rows.append({"source": SOURCES[source], "grade": GRADES[grade], "cells": shares, "total": total})
    return rows


def _annotator(one: StudyAnnotator, names: Mapping[int, str]) -> dict[str, Any]:
    return {
        "name": names.get(one.person, "?"),
        "one": one,
        "agreeing": 100 * one.agreeing / one.compared if one.compared else None,
        "flags": [FLAGS[name] for name in one.flags],
    }
