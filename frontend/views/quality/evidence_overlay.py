"""Overlay of several people's evidence on its pages, each in a pattern of their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from annotation.projects.models import Project
from corpus.page.element_id import parse
from corpus.store import PageNotFound, stored
from frontend.views.reader import article, find_page

Chosen = Mapping[str, frozenset[str]]  # letter -> the elements that this person chose, in any of their sets


@dataclass(frozen=True, slots=True)
class UsedPage:
    """A page with evidence on it. `counts`: letter -> how many elements this person chose on it."""

    title: str
    counts: list[tuple[str, int]]
    is_open: bool


def used_pages(chosen: Chosen, shown: str) -> list[UsedPage]:
    """All pages that anybody has evidence on, those that most chose from first."""
    counts: dict[str, Counter[str]] = {}
    for letter, ids in chosen.items():
        for element_id in ids:
            counts.setdefault(parse(element_id).page, Counter())[letter] += 1
    in_order = sorted(counts.items(), key=lambda page: (-len(page[1]), -page[1].total(), page[0]))
    return [UsedPage(title, sorted(each.items()), title == shown) for title, each in in_order]


def evidence_overlay(project: Project, chosen: Chosen, asked: str) -> dict[str, Any]:
    """What `reader/_article.html` needs to show the page that was asked for, or the first that is used, and `pages`.

    `missing` instead of `page` where the corpus has none of that title.
    """
    pages = used_pages(chosen, "")
    title = asked or (pages[0].title if pages else "")
    if not title:
        return {"pages": []}
    try:
        found = find_page(project, title)
    except PageNotFound:
        return {"pages": pages, "missing": title}
    shown = article(project, stored(project.corpus, found.title), found)
    rendering = replace(shown["rendering"], layers=layers_of(chosen))
    return shown | {"rendering": rendering, "pages": used_pages(chosen, found.title)}


def layers_of(chosen: Chosen) -> dict[str, str]:
    """Element -> the letters of those who chose it."""
    layers: dict[str, str] = {}
    for letter in sorted(chosen):
        for element_id in chosen[letter]:
            layers[element_id] = layers.get(element_id, "") + letter
    return layers
