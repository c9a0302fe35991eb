"""Full text: the pages that contain some words."""

from __future__ import annotations

from typing import Any

from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.http import urlencode

from annotation.projects.models import Project
from corpus.models import Corpus
from corpus.store import PageNotFound
from frontend.reading.redirect_names import other_names
from frontend.reading.search_help import search_help
from frontend.views.access import PersonRequest, corpus_view
from frontend.views.lists import number_in
from frontend.views.reader import find_page, fragment_of, suggestions
from search.api import DEEPEST, LONGEST, IndexMissing, search
from search.elastic.deadline import all_within
from search.hits import Results, TitleSuggestion

LONGEST_QUERY = 300
PER_PAGE = 20
MOST_TITLES = 5


@corpus_view("GET")
def find(request: PersonRequest, project: Project, *, lines: bool = False) -> HttpResponseBase:
    """A fragment with one page of results for the workspace's reader; with `?go=1`, the page of that title if there is
    (`lines`: as `read` has it).

    Without an index, or while its engine is away, the fragment says so; it must not be kept then.
    """
    query = request.GET.get("q", "").strip()[:LONGEST_QUERY]
    if "go" in request.GET:
        try:
            found = find_page(project, query)
            response = fragment_of(request, project, found, lines=lines)
            address = (
                f"{reverse('lines' if lines else 'read', args=[project.slug])}?{urlencode({'title': found.title})}"
            )
            response.headers["Content-Location"] = address  # where `service-worker.js` keeps it
            return response
        except PageNotFound:
            pass
    number = max(1, number_in(request.GET.get("page", ""), 5) or 1)
    context: dict[str, Any] = {"project": project, "query": query, "number": number}
    try:
        with all_within(LONGEST):  # the help card included
            results = search(project.corpus, query, page=number, per_page=PER_PAGE)
            context |= _shown(project.corpus, query, number, results)
            context["titles"] = _other_titles(project, query, results) if number == 1 else []
        kept = {"no_cache": True}
    except IndexMissing as missing:
        context["missing"] = missing
        kept = {"no_store": True}
    response = render(request, "reader/_results.html", context)
    patch_cache_control(response, private=True, **kept)
    return response


def _other_titles(project: Project, query: str, results: Results) -> list[TitleSuggestion]:
    """Pages that the search box would suggest and that are not among the hits, where these have all of the words."""
    hits = set() if results.note else {hit.title for hit in results.hits}
    return [one for one in suggestions(project, query) if one.title not in hits][:MOST_TITLES]


def _shown(corpus: Corpus, query: str, number: int, results: Results) -> dict[str, Any]:
    """What the template says about these results.

    `note` and `meant`: the note often ends with the query that was searched for instead, which becomes a link.
    """
    meant = results.did_you_mean or ""
    is_answered = bool(meant) and results.note.endswith(meant)  # these are that query's results already
    names = other_names(corpus, [hit.title for hit in results.hits], f"{query} {meant}")
    return {
        "results": results,
        "hits": [(hit, names.get(hit.title)) for hit in results.hits],
        "note": results.note.removesuffix(meant).rstrip() if is_answered else results.note,
        "meant": meant,
        "is_answered": is_answered,
        "counted_for": meant if is_answered else query,
        "first": (number - 1) * PER_PAGE + 1,
        "pages": -(-min(results.total, DEEPEST) // PER_PAGE),
        "previous": number - 1,
        "next": number + 1,
        "examples": search_help(corpus),
    }
