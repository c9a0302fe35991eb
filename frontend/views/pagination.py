"""Pagination and search words of long lists."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpRequest

PAGE_SIZE = 25


def page_of(request: HttpRequest, rows: Any, size: int = PAGE_SIZE) -> Page[Any]:
    """The page that ?page= asks for; a number that is none or too high gives the nearest there is."""
    return Paginator(rows, size).get_page(request.GET.get("page"))


def words_of(request: HttpRequest) -> str:
    """What ?q= asks for, without NUL: no text has it, and PostgreSQL refuses the question."""
    return request.GET.get("q", "").replace("\0", "").strip()
