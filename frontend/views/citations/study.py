"""Citations with a better source become items of the project's citation study; who made them judges none."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from annotation.accounts.models import User
from annotation.citations.access import citations_of, suggestions_of, with_sources
from annotation.citations.decisions import deciders
from annotation.citations.source_pages import passages_of
from annotation.projects.models import Project
from annotation.work.registry import workflows_of
from annotation.workflows.citation_study.exclusions import leave_out
from annotation.workflows.citation_study.importing import MARK, MOST_PASSAGES, add_items
from annotation.workflows.citation_study.models import SLUG, StudyExclusion
from annotation.workflows.claim_items import Added
from corpus.models import CitationSuggestion, StoredCitation, StoredPage
from frontend.views.access import PersonRequest, member_view
from frontend.views.citations.filters import CitationFilter
from frontend.views.citations.pages import CHECK, DECIDERS
from jobs.models import Job

MOST = 2_000  # items at once: each holds the text of two pages
SHOWN_PROBLEMS = 10
AT_ONCE = 100


class StudyForm(forms.Form):
    """How many citations are drawn, and the seed that draws the same ones again."""

    size = forms.IntegerField(label=_("Number of items"), min_value=1, max_value=MOST, initial=100)
    seed = forms.IntegerField(label=_("Seed"), min_value=0, max_value=2**31 - 1, initial=1)


def has_study(project: Project) -> bool:
    """Check whether the project has a citation study."""
    return SLUG in workflows_of(project)


@member_view("GET", "POST", roles=DECIDERS, fresh=True)
def send_to_study(request: PersonRequest, project: Project) -> HttpResponseBase:
    """Draw among the citations under the filters in the address, those that have a better source.

    Sources in another language than the claim are left out: suggested ones never are, so that the language would tell
    which of the two is the cited one.
    """
    filters = CitationFilter(project, request.GET)
    there = StoredCitation.objects.filter(corpus=project.corpus_id, source_page__isnull=False, language=None)
    rows = filters.narrowed(there)
    rows = with_sources(project, rows)
    form = StudyForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and has_study(project) and form.is_valid():
        keys = sorted(rows.values_list("pk", flat=True))
        size = min(form.cleaned_data["size"], len(keys))
        drawn = random.Random(form.cleaned_data["seed"]).sample(keys, size)
        added = add_items(project, _items(project, drawn), request.user)
        _leave_out_makers(project)
        _say(request, added)
        return redirect("citations", slug=project.slug)
    shown = {
        "project": project,
        "form": form,
        "filters": filters,
        "count": rows.count(),
        "has_study": has_study(project),
    }
    return render(request, "citations/to_study.html", shown, status=400 if form.errors else 200)


def note_decided(project: Project, person: User) -> None:
    """Somebody who decided on citations judges none in a study of the project, now or later."""
    leave_out(project, person, StudyExclusion.Reason.DECIDED)


def note_checked(project: Project, person: User) -> None:
    """Somebody who had citations checked judges none in a study of the project, now or later."""
    leave_out(project, person, StudyExclusion.Reason.CHECKED)


def _leave_out_makers(project: Project) -> None:
    """Those of earlier decisions and checks, who may have come before there was a study."""
    for person in deciders(project):
        note_decided(project, person)
    started = Job.objects.filter(project=project, kind=CHECK, created_by__isnull=False)
    for person in User.objects.filter(pk__in=started.values("created_by")):
        note_checked(project, person)


def _items(project: Project, keys: Sequence[int]) -> Iterator[dict[str, Any]]:
    for start in range(0, len(keys), AT_ONCE):
        part = keys[start : start + AT_ONCE]
        best = {one.citation_id: one for one in suggestions_of(project, part).order_by("-place")}
        for cited in citations_of(project, part):
            yield _item(cited, best[cited.pk])


def _item(cited: StoredCitation, better: CitationSuggestion) -> dict[str, Any]:
    page = cited.source_page
    assert page is not None  # only those are drawn
    claim = cited.claim.replace(MARK, " ")
    # The report begins with the lowest of a score: as in the paper these are the sources that support least.
    scores = {
        "support_cited": None if cited.fails is None else 1 - cited.fails,
        "score_cited": cited.score,
        "support_suggested": 1 - better.fails,
        "score_suggested": better.score,
    }
    return {
        "claim_id": str(cited.pk),
        "title": cited.page.title,
        "section": " › ".join(cited.sections),
        "text": f"{claim[: cited.offset]} {MARK}{claim[cited.offset :]}",
        "original": _source(page, cited.passage),
        "suggested": _source(better.page, better.passage),
        "scores": {name: value for name, value in scores.items() if value is not None},
    }


def _source(page: StoredPage, best: str) -> dict[str, Any]:
    passages = list(passages_of(page).items())[:MOST_PASSAGES]
    web = getattr(page, "web", None)
    selected = next((place for place, (key, _text) in enumerate(passages) if key == best), 0)
    return {
        "url": web.url if web else "",
        "title": web.name if web else page.title,
        "passages": [text for _key, text in passages],
        "selected": selected,
    }


def _say(request: PersonRequest, added: Added) -> None:
    words = ngettext("%(count)d item added to the study.", "%(count)d items added to the study.", added.created)
    messages.success(request, words % {"count": added.created})
    if added.known:
        words = ngettext("%(count)d was there already.", "%(count)d were there already.", added.known)
        messages.info(request, words % {"count": added.known})
    for place, why in added.problems[:SHOWN_PROBLEMS]:
        messages.warning(request, gettext("Citation %(number)d: %(why)s") % {"number": place + 1, "why": why})
