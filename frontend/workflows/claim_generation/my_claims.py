"""One's own claims, by words."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render

from annotation.claims.text_search import has_words
from annotation.projects.models import Project, Role
from annotation.workflows.claim_generation.queries import written_claims
from frontend.views.access import PersonRequest, member_view
from frontend.views.lists import page_of, words_of


@member_view("GET", roles=(Role.CLAIM_WRITER,))
def my_claims(request: PersonRequest, project: Project) -> HttpResponse:
    text = words_of(request)
    rows = written_claims(request.user, project)
    found = rows.filter(has_words(text, "text")) if text else rows
    shown = {"project": project, "text": text, "page": page_of(request, found)}
    return render(request, "claim_generation/my_claims.html", shown)
