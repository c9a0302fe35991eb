"""The pages that a draw is to read, or to leave out, by the titles that a person wrote."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from annotation.projects.models import Project
from corpus.models import Corpus
from corpus.page.element_id import BadTitle, clean_title, normalise_title
from corpus.page.elements import Layout, Page
from corpus.random_order import chosen_pages, shuffled_pages
from corpus.store import leading_to


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be drawn. `titles`: pages of the corpus to draw from, None for any; `excluded`: pages left out.

    `unknown`: what was written of the titles that lead nowhere.
    """

    project: Project
    size: int
    seed: int
    titles: tuple[str, ...] | None
    excluded: tuple[str, ...]
    unknown: tuple[str, ...] = ()

    def pages(self, taken: frozenset[str], titles: Iterable[str] | None = None) -> Iterator[tuple[Page, Layout]]:
        """The pages in the order of the seed, without the `taken` ones. `titles`: of pages, where none were written."""
        left_out, chosen = taken.union(self.excluded), self.titles if self.titles is not None else titles
        if chosen is None:
            return shuffled_pages(self.project.corpus, self.seed, left_out=left_out)
        return chosen_pages(self.project.corpus, self.seed, [title for title in chosen if title not in left_out])

    def used(self, taken: frozenset[str]) -> tuple[str, ...]:
        """The titles that are `taken`."""
        return tuple(title for title in self.titles or () if title in taken)


def wanted(project: Project, size: int, seed: int, titles: Sequence[str] | None, excluded: Sequence[str]) -> Wanted:
    """Find the pages that the written titles lead to, each once, over redirects."""
    goals = page_titles(project.corpus, [*(titles or ()), *excluded])
    chosen = None if titles is None else tuple(dict.fromkeys(goals[title] for title in titles if title in goals))
    unknown = tuple(title for title in titles or () if title not in goals)
    left_out = tuple(dict.fromkeys(goals[title] for title in excluded if title in goals))
    return Wanted(project, size, seed, chosen, left_out, unknown)


def page_titles(corpus: Corpus, written: Iterable[str]) -> dict[str, str]:
    """Written title -> the title of the page that it leads to. Those that lead nowhere are left out.

    As `corpus.store.resolve`, for many at once: a page that is spelled so goes before the usual capital.
    """
    spellings: dict[str, tuple[str, str]] = {}
    for title in written:
        try:
            spellings[title] = clean_title(title), normalise_title(title)
        except BadTitle:
            continue
    goals = leading_to(corpus, {name for names in spellings.values() for name in names})
    found = {}
    for title, (spelled, usual) in spellings.items():
        if spelled in goals and goals[spelled][0] == spelled:
            found[title] = spelled
        elif usual in goals:
            found[title] = goals[usual][0]
    return found
