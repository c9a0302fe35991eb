"""Claim-only baseline: the stored result of a background job, beside the majority class."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from annotation.dashboard.reports import report
from annotation.figures.bars import Bar
from annotation.quality.agreement.filters import Filters
from annotation.quality.audit.job import KIND, TARGETS, ask, latest
from frontend.views.access import PersonRequest
from frontend.views.job_status import has_no_worker, latest_if_failed
from frontend.views.quality.access import QualityAccess, quality_view
from frontend.views.quality.figure_blocks import Block, bar_block, figures_page
from frontend.views.quality.filters import query_of
from frontend.views.quality.rows import RELEASED
from jobs.enqueue import unfinished

TITLES = {
    "verdict": gettext_noop("Claim-only verdict prediction"),
    "evidence": gettext_noop("Claim-only prediction of the evidence type"),
}
DEFINITION = gettext_noop(
    "Accuracy of a classifier that sees no evidence (TF-IDF of unigrams and bigrams, logistic regression, five-fold "
    "cross-validation, claims of one highlight in one fold), compared with always predicting the majority label. For "
    "FEVEROUS: 0.58 against 0.56 for the verdict, 0.62 against 0.43 for the evidence. If it is far above the "
    "majority, a model can score without reading the evidence."
)
EVIDENCE = {
    "sentences": gettext_noop("sentences"),
    "cells": gettext_noop("cells"),
    "both": gettext_noop("sentences and cells"),
}


@quality_view("GET", "POST")
def classifier(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    """The last answer; a POST, by a manager, asks for a new one."""
    if request.method == "POST":
        access.require_manager()
        ask(access.project, request.user)
        return redirect("quality-classifier", slug=access.project.slug)
    job, running = latest(access.project), unfinished(KIND, project=access.project)
    result: dict[str, Any] = (job.result or {}) if job else {}
    blocks = [_block(name, result[name]) for name in TARGETS if name in result]
    answers = [
        {"block": block, "telling": _telling(access, name, result[name]), "result": result[name]}
        for block, name in zip(blocks, TARGETS, strict=False)
    ]
    return figures_page(
        request,
        access,
        "claim_verification/classifier.html",
        blocks,
        answers=answers,
        last=job,
        running=running,
        failed=latest_if_failed(access.project, KIND),
        is_waiting_for_nobody=has_no_worker(running),
        seen=result.get("released", 0),
        now=report(access.project, "released claims"),
    )


def _block(name: str, found: dict[str, Any]) -> Block:
    rows = _rows(found, {"accuracy": _("classifier"), "majority": _("majority"), "gain": _("difference")})
    # Over the same folds; nothing where no transformer is switched on, or it failed.
    transformer = {"accuracy": _("transformer"), "gain": _("difference to the transformer")}
    rows += _rows(found.get("transformer", {}), transformer)
    columns = ("", _("accuracy"))
    return bar_block(f"claim-only-{name}", _(TITLES[name]), _(DEFINITION), rows, high=1.0, columns=columns)


def _rows(found: dict[str, Any], labels: dict[str, str]) -> list[Bar]:
    """Bars of the stored results that `labels` names, as far as there are such."""
    return [
        Bar(
            label,
            one["value"],
            None if one["low"] is None else (one["low"], one["high"]),
            None,
            one["items"],
            None,
            one["words"],
        )
        for key, label in labels.items()
        if (one := found.get(key)) is not None
    ]


def _telling(access: QualityAccess, name: str, found: dict[str, Any]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Label in words -> the words that speak for it, each with the address of its rows."""
    types = {key: _(word) for key, word in EVIDENCE.items()}
    address = reverse("quality-rows", args=[access.project.slug])

    def rows(feature: str, label: str) -> str:
        return address + query_of(Filters(), word=feature, **{name: label, RELEASED: "yes"})

    return [
        (
            access.labels.name(label) if name == "verdict" else types.get(label, label),
            [(feature, rows(feature, label)) for feature in features],
        )
        for label, features in found["telling"].items()
    ]
