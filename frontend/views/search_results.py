"""Full text: the pages that contain some words."""

from __future__ import annotations

from typing import Any, cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_GET

from annotation.projects.access import project_for
from annotation.projects.models import User
from search.find import IndexMissing, search

LONGEST_QUERY = 300
PER_PAGE = 20


@login_required
@require_GET
def find(request: HttpRequest, slug: str) -> HttpResponse:
    """A fragment with one page of results for the workspace's reader."""
    project = project_for(cast(User, request.user), slug)
    query = request.GET.get("q", "").strip()[:LONGEST_QUERY]
    number = _page_number(request.GET.get("page", ""))
    context: dict[str, Any] = {"project": project, "query": query, "number": number}
    try:
        results = search(project.corpus, query, page=number, per_page=PER_PAGE)
        pages = -(-results.total // PER_PAGE)
        context |= {"results": results, "pages": pages, "previous": number - 1, "next": number + 1}
    except IndexMissing as missing:
        context |= {"missing": missing}
    response = render(request, "reader/_results.html", context)
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _page_number(text: str) -> int:
    return max(1, int(text)) if text.isascii() and text.isdigit() and len(text) < 6 else 1
