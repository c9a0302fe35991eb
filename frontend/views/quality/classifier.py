"""Claim-only baseline: the stored result of a background job, beside the majority class."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods

from annotation.figures.bars import Bar, bars
from annotation.projects.access import project_for
from annotation.projects.models import Role
from annotation.quality.agreement.filters import Filters
from annotation.quality.audit.job import KIND, TARGETS, ask, latest
from annotation.workflows.claim_verification.models import Verification
from frontend.templatetags.words import VERDICTS
from frontend.views import PersonRequest
from frontend.views.quality.access import quality_of
from frontend.views.quality.figure_blocks import Block, file_of
from frontend.views.quality.filters import query_of
from jobs.enqueue import unfinished, worker_is_alive
from jobs.models import Job, JobState

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


@require_http_methods(["GET", "POST"])
@login_required
def classifier(request: PersonRequest, slug: str) -> HttpResponse:
    """The last answer; a POST, by a manager, asks for a new one."""
    seen = quality_of(request.user, slug)
    if request.method == "POST":
        ask(project_for(request.user, slug, Role.MANAGER), request.user)
        return redirect("quality-classifier", slug=slug)
    job, running = latest(seen.project), unfinished(KIND, project=seen.project)
    result: dict[str, Any] = (job.result or {}) if job else {}
    blocks = [_block(name, result[name]) for name in TARGETS if name in result]
    as_file = file_of(request, blocks)
    if as_file is not None:
        return as_file
    answers = [
        {"block": block, "telling": _telling(slug, name, result[name]), "result": result[name]}
        for block, name in zip(blocks, TARGETS, strict=False)
    ]
    newest = Job.objects.filter(project=seen.project, kind=KIND).order_by("-pk").first()
    shown = seen.page(
        answers=answers,
        last=job,
        running=running,
        failed=newest if newest is not None and newest.state == JobState.FAILED else None,
        is_waiting_for_nobody=running is not None and running.state == JobState.WAITING and not worker_is_alive(),
        seen=result.get("verifications", 0),
        now=Verification.objects.filter(assignment__project=seen.project, is_current=True).count(),
    )
    return render(request, "quality/classifier.html", shown)


def _block(name: str, found: dict[str, Any]) -> Block:
    labels = {"accuracy": _("classifier"), "majority": _("majority"), "gain": _("difference")}
    rows = []
    for key, label in labels.items():
        one = found[key]
        ends = None if one["low"] is None else (one["low"], one["high"])
        rows.append(Bar(label, one["value"], ends, None, one["items"], None, one["words"]))
    rows += _transformer_rows(found.get("transformer", {}))
    figure = bars(f"claim-only-{name}", _(TITLES[name]), _(DEFINITION), rows, high=1.0, columns=("", _("accuracy")))
    return Block(figure, _(DEFINITION))


def _transformer_rows(found: dict[str, Any]) -> list[Bar]:
    """Beside the words' classifier, over the same folds; none where none is switched on, or it failed."""
    labels = {"accuracy": _("transformer"), "gain": _("difference to the transformer")}
    rows = []
    for key, label in labels.items():
        if key in found:
            one = found[key]
            ends = None if one["low"] is None else (one["low"], one["high"])
            rows.append(Bar(label, one["value"], ends, None, one["items"], None, one["words"]))
    return rows


def _telling(slug: str, name: str, found: dict[str, Any]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Label in words -> the words that speak for it, each with the address of its rows."""
    words = VERDICTS if name == "verdict" else {key: _(word) for key, word in EVIDENCE.items()}
    address = reverse("quality-rows", args=[slug])
    return [
        (
            str(words.get(label, label)),
            [(feature, address + query_of(Filters(), word=feature, **{name: label})) for feature in features],
        )
        for label, features in found["telling"].items()
    ]
