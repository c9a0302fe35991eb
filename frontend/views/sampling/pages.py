"""Asking for a draw, trying one, its progress, and what came of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext

from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.projects.access import job_of
from annotation.projects.highlight_settings import BadSettings
from annotation.projects.models import Project
from annotation.work.sampling.job import DrawnMeanwhile
from annotation.work.sampling.models import StoredSample
from annotation.work.sampling.sampler import Sampler
from frontend.views.access import PersonRequest
from frontend.views.job_status import job_context
from frontend.views.sampling.form import DrawForm
from jobs.enqueue import cancel
from jobs.models import Job, JobState

SHOWN_TITLES = 20
Text = str | Promise


@dataclass(frozen=True, slots=True, kw_only=True)
class SamplingWords:
    """What the pages say of the things that one workflow draws.

    `selected` has the places %(done)s and %(size)s; `sampled` and `used` are plural forms with a number.
    """

    sampling: Text
    are_being: Text
    selected: Text
    selected_label: Text
    note: Text = ""
    all: Text
    sampled: Any
    nothing: Text
    used: Any
    twice: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class SamplingPages:
    """How one workflow draws, with the names of the URLs of its list, its draws, a running draw and its end."""

    model: type[StoredSample]
    sample: Sampler[Any, Any, Any, Any]
    ask: Callable[..., Job]
    kind: str
    act: Act
    home: str
    draw: str
    drawing: str
    stop: str
    words: SamplingWords


def asked_for(request: PersonRequest, project: Project, form: DrawForm, pages: SamplingPages) -> Job | None:
    """The job that draws what the form asks for; None, with the form's error, where it cannot be asked for."""
    wanted = form.wanted()
    try:
        with transaction.atomic():
            asked = pages.ask(project=project, **wanted, asked_by=request.user, after=form.cleaned_data["after"])
            after = {"size": wanted["size"], "seed": wanted["seed"]}
            record(pages.act, by=request.user, project=project, about=asked, after=after)
        return asked
    except DrawnMeanwhile:
        form.keep(after=pages.model.latest(project))
        form.add_error(None, str(pages.words.twice))
    except BadSettings as error:
        _refuse_settings(form, error)
    return None


def tried(request: HttpRequest, project: Project, form: DrawForm, pages: SamplingPages) -> dict[str, Any] | None:
    """The report of what would be drawn, of which nothing is kept but the seed in the form, so that the same can be."""
    wanted = form.wanted()
    try:
        found = pages.sample(project=project, **wanted, only_try=True)
    except BadSettings as error:
        _refuse_settings(form, error)
        return None
    if not found.report.drawn:
        messages.warning(request, str(pages.words.nothing))
    _tell_of_titles(request, list(found.unknown), len(found.used), pages.words)
    form.keep(seed=wanted["seed"], after=pages.model.latest(project))
    return found.to_json()


def show_drawing(request: PersonRequest, project: Project, pk: int, pages: SamplingPages) -> HttpResponse:
    """How far a draw is. The page asks again by itself, and leads on to the draw once that is there."""
    job = job_of(project, pk, pages.kind)
    if job.state != JobState.DONE:
        selected = str(pages.words.selected) % {"done": job.done, "size": job.arguments["size"]}
        shown = {"project": project, "pages": pages, "selected": selected, **job_context(job)}
        return render(request, "sampling/drawing.html", shown)
    if request.headers.get("HX-Request"):  # htmx would put the other page into this one: it is to come here as a page
        return HttpResponse(headers={"HX-Redirect": request.path})
    result = job.result or {}
    drawn = result.get("drawn", 0)
    if drawn:
        messages.success(request, str(pages.words.sampled % drawn))
    else:
        messages.warning(request, str(pages.words.nothing))
    _tell_of_titles(request, result.get("unknown", []), len(result.get("used", [])), pages.words)
    if result.get("sample") is None:
        return redirect(pages.home, slug=project.slug)
    return redirect(pages.draw, slug=project.slug, pk=result["sample"])


def stop(request: PersonRequest, project: Project, pk: int, pages: SamplingPages) -> HttpResponse:
    """Stop a draw that is not there yet: nothing of it is kept."""
    job = job_of(project, pk, pages.kind)
    with transaction.atomic():
        is_cancelled = cancel(job)
        if is_cancelled:
            record(Act.SAMPLING_CANCELLED, by=request.user, project=project, about=job)
    if not is_cancelled:
        return redirect(pages.drawing, slug=project.slug, pk=job.pk)
    messages.info(request, gettext("Sampling was cancelled. Nothing was saved."))
    return redirect(pages.home, slug=project.slug)


def _tell_of_titles(request: HttpRequest, unknown: list[str], used: int, words: SamplingWords) -> None:
    """Which of the listed pages could not be drawn from: those that are not there, and how many were used before."""
    if unknown:
        more = len(unknown) - SHOWN_TITLES
        titles = ", ".join(f"“{title}”" for title in unknown[:SHOWN_TITLES])
        titles += gettext(" and %d more") % more if more > 0 else ""
        messages.warning(request, gettext("Not in the corpus: %(titles)s.") % {"titles": titles})
    if used:
        messages.info(request, str(words.used % used))


def _refuse_settings(form: DrawForm, error: BadSettings) -> None:
    form.add_error(None, gettext("The project’s settings are invalid. %(error)s") % {"error": error})
