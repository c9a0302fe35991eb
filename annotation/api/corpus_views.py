"""The project's corpus over HTTP: find pages, read elements."""

from __future__ import annotations

from dataclasses import asdict

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.accounts.tokens import Scope
from annotation.api.corpus_serializers import ExcerptsIn, ExcerptsOut, HitsOut, SearchIn, SuggestIn, SuggestionsOut
from annotation.api.schema import described
from annotation.api.validation import validated
from annotation.api.views import AttestView
from annotation.errors import AnnotationError
from annotation.evidence.excerpts import excerpts
from annotation.work.access import project_to_read_in
from search.api import DEEPEST, IndexMissing, search, suggest

PER_PAGE = 20


class Suggest(AttestView):
    @described("Titles that begin as typed, or have words that do", query=SuggestIn, answer=SuggestionsOut)
    def get(self, request: Request, slug: str) -> Response:
        project = project_to_read_in(self.person(), slug)
        typed = validated(SuggestIn(data=request.query_params))["q"]
        try:
            return Response({"suggestions": [asdict(one) for one in suggest(project.corpus, typed)]})
        except IndexMissing as missing:
            raise unsearchable(missing) from missing


class Search(AttestView):
    @described("Pages that contain the words", query=SearchIn, answer=HitsOut)
    def get(self, request: Request, slug: str) -> Response:
        project = project_to_read_in(self.person(), slug)
        asked = validated(SearchIn(data=request.query_params))
        try:
            found = search(project.corpus, asked["q"], page=asked["page"], per_page=PER_PAGE)
        except IndexMissing as missing:
            raise unsearchable(missing) from missing
        # What lies deeper than DEEPEST is counted but cannot be paged to.
        pages = max(1, -(-min(found.total, DEEPEST) // PER_PAGE))
        return Response(asdict(found) | {"page": asked["page"], "pages": pages})


class Excerpts(AttestView):
    scope_of_changes = Scope.READ  # a POST for its length alone

    @described("Elements in words, with their context", body=ExcerptsIn, answer=ExcerptsOut)
    def post(self, request: Request, slug: str) -> Response:
        project = project_to_read_in(self.person(), slug)
        found, unknown = excerpts(project.corpus, validated(ExcerptsIn(data=request.data))["ids"])
        return Response({"excerpts": found, "unknown": unknown})


def unsearchable(missing: IndexMissing) -> AnnotationError:
    """The answer where a corpus has no usable index."""
    message = _("Search is unavailable. The administrator of this site can repair it with: %(remedy)s.")
    return AnnotationError("index_missing", message % {"remedy": missing.remedy}, 503)
