"""The official `feverous` package, read-only: pages and contexts."""

from __future__ import annotations

import importlib
from typing import Any

import pytest


def wiki_page_class() -> Any:
    """`feverous.utils.wiki_page.WikiPage`; the test is skipped where the package is not installed."""
    pytest.importorskip("feverous", reason="the official package feverous==0.54 is not installed")
    return importlib.import_module("feverous.utils.wiki_page").WikiPage


def official_context(page: Any, title: str, local: str) -> set[str]:
    """get_context's ids with the page's title; PyPI's header cells, which raise, by the fixed version's two calls."""
    if local.startswith("header_cell_"):
        found = [page.title, *page._get_section_context(page.get_table_from_cell_id(local).name)]
    else:
        found = page.get_context(local)
    return {f"{title}_title"} | {f"{title}_{each.get_id().removeprefix('_')}" for each in found}
