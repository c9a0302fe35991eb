"""Pages of the corpus: as a fragment for the workspace's reader, and as a page to be read by itself."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language

from annotation.accounts.models import User
from annotation.projects.models import Project
from annotation.vocabulary.evidence_kinds import EvidenceKinds, is_accepted
from annotation.work.access import assignment_for
from annotation.work.models import Assignment, AssignmentState
from corpus.models import StoredPage
from corpus.page.context import all_contexts
from corpus.page.offered_context import offered_contexts
from corpus.store import PageNotFound, Resolved, existing_titles, get_page, layout_of, resolve, stored
from frontend.reading.context_data import context_data
from frontend.reading.fragment_cache import KeptFragments
from frontend.reading.language import writing
from frontend.reading.lines import lines_of
from frontend.reading.links import link_titles
from frontend.reading.permanent_link import permanent_link, wiki_of
from frontend.reading.rendering import Rendering
from frontend.views.access import PersonRequest, corpus_view
from search.api import IndexMissing, suggest
from search.hits import TitleSuggestion
from search.titles.key_forms import folded_title

MOST_MARKS = 500
ROOM = Path(__file__).resolve().parent.parent
# What the HTML of a page is made by. A new version of it must not be answered with "not modified".
MAKERS = (
    *sorted(ROOM.glob("reading/*.py")),
    ROOM / "templatetags/elements.py",
    ROOM / "templates/reader/_article.html",
    ROOM / "templates/reader/_lines.html",
)
MAKERS_HASH = hashlib.sha256(b"".join(maker.read_bytes() for maker in MAKERS)).hexdigest()
kept = KeptFragments()


@corpus_view("GET")
def read(request: PersonRequest, project: Project, *, lines: bool = False) -> HttpResponseBase:
    """The article and its context data, for the workspace. Unknown titles get a fragment too, with status 404.

    `lines`: its sentences alone, as a list.
    """
    wanted = request.GET.get("title", "")
    try:
        return fragment_of(request, project, find_page(project, wanted), lines=lines)
    except PageNotFound:
        return render(request, "reader/_unknown.html", unknown(project, wanted), status=404)


def fragment_of(request: HttpRequest, project: Project, found: Resolved, *, lines: bool = False) -> HttpResponseBase:
    """The fragment of a page, kept by the browser and by this process."""
    row = stored(project.corpus, found.title)
    template = "reader/_lines.html" if lines else "reader/_article.html"
    etag = _etag(project, row, found, template)

    def make() -> str:
        context = article(project, row, found)
        return render_to_string(template, context | (lines_of(project, row, context) if lines else {}))

    response = get_conditional_response(request, etag=etag) or _packed(request, kept.get(etag, make))
    response.headers["ETag"] = etag
    patch_vary_headers(response, ["Accept-Encoding"])
    patch_cache_control(response, private=True, no_cache=True)  # kept, but asked about: people lose access
    return response


def _packed(request: HttpRequest, fragment: bytes) -> HttpResponse:
    """The fragment as it is kept, for those that read gzip, as all browsers do. There is no secret in it to guess."""
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return HttpResponse(gzip.decompress(fragment))
    return HttpResponse(fragment, headers={"Content-Encoding": "gzip"})


@corpus_view("GET")
def wiki(request: PersonRequest, project: Project) -> HttpResponse:
    """A page to be read by itself; `?mark=` (repeated) shows evidence and its context on it.

    With `?assignment=`, one's own work that is open, the page tells its workspace that it is read
    (`static/js/reader/tabs.js`).
    """
    wanted = request.GET.get("title", "")
    try:
        found = find_page(project, wanted)
    except PageNotFound:
        return render(request, "reader/wiki_unknown.html", unknown(project, wanted), status=404)
    marks = request.GET.getlist("mark")[:MOST_MARKS]
    context = article(project, stored(project.corpus, found.title), found, marks)
    context["read_for"] = _open_assignment(request.user, project, request.GET.get("assignment", ""))
    return render(request, "reader/wiki.html", context)


def _open_assignment(person: User, project: Project, public_id: str) -> Assignment | None:
    """The person's own work that a page is read for, while they can go on with it."""
    try:
        found = assignment_for(person, public_id)
    except Http404:
        return None
    return found if found.project_id == project.pk and found.state == AssignmentState.HELD else None


def find_page(project: Project, wanted: str) -> Resolved:
    """Where a typed or linked title leads; case and accents may differ from the page's. Raises PageNotFound."""
    try:
        return resolve(project.corpus, wanted)
    except PageNotFound:
        for suggestion in suggestions(project, wanted):
            name = suggestion.redirect_from or suggestion.title
            if folded_title(name) == folded_title(wanted):
                return resolve(project.corpus, name)
        raise


def suggestions(project: Project, wanted: str) -> list[TitleSuggestion]:
    try:
        return suggest(project.corpus, wanted)
    except IndexMissing:  # titles can still be opened as they are written
        return []


def article(project: Project, row: StoredPage, found: Resolved, marks: Collection[str] = ()) -> dict[str, Any]:
    page = get_page(project.corpus, found.title)
    contexts = all_contexts(page)
    around = {each for mark in marks for each in contexts.get(mark, [])}
    rendering = Rendering(
        page_title=page.title,
        page_address=reverse("wiki", args=[project.slug]),
        linked=existing_titles(project.corpus, link_titles(page)),
        layout=layout_of(row),
        evidence=frozenset(marks),
        context=frozenset(around),
        citable=citable_ids(project.evidence_kinds, contexts),
    )
    return {
        "project": project,
        "page": page,
        "row": row,
        "permanent_link": permanent_link(wiki_of(project), page.title, row.revision),
        "redirected_from": found.redirected_from,
        "section": found.fragment.replace("_", " "),
        "rendering": rendering,
        "writing": writing(page),
        "context_data": context_data(contexts, offered_contexts(page)),
    }


def citable_ids(kinds: str, contexts: Mapping[str, Sequence[str]]) -> frozenset[str] | None:
    """The ids of a page that the project takes as evidence; None where it takes every element."""
    if kinds == EvidenceKinds.ALL:
        return None
    return frozenset(element_id for element_id, context in contexts.items() if is_accepted(kinds, element_id, context))


def unknown(project: Project, wanted: str) -> dict[str, Any]:
    return {"project": project, "wanted": wanted.strip(), "suggestions": suggestions(project, wanted)}


def _etag(project: Project, row: StoredPage, found: Resolved, template: str) -> str:
    """Weak: the same words are sent compressed and not. The content hash says nothing of layout and links."""
    corpus = project.corpus
    layout = json.dumps([row.paragraphs, row.hatnotes, row.untrusted, row.boxed, row.formatting])
    made_for = (project.slug, project.evidence_kinds, get_language() or "")
    made_from = (str(corpus.pk), corpus.created_at.isoformat(), corpus.name, wiki_of(project))
    parts = (
        template,
        row.content_hash,
        layout,
        found.redirected_from or "",
        found.fragment,
        *made_for,
        *made_from,
        MAKERS_HASH,
    )
    return f'W/"{hashlib.sha256("|".join(parts).encode()).hexdigest()[:32]}"'
