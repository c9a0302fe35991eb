"""Suggestions by the beginnings of several words in any order: "ukr pres" for President of Ukraine."""

from __future__ import annotations

from collections.abc import Sequence

from corpus.models import Corpus, Redirect
from search.backend import IndexMissing
from search.engines import get_backend
from search.hits import TitleSuggestion
from search.titles.key_forms import folded_title

MOST_WORDS = 8  # that the engine is asked for: each may stand for thousands of words of the index
READ = 30  # pages: more than are shown, since some have the words in several names and none has all of them


def in_any_order(corpus: Corpus, beginnings: Sequence[str]) -> list[TitleSuggestion]:
    """Suggest pages of which one name has a word with each of the beginnings, and at least two of these.

    Those with such a title come first, then those with such a redirect; in both, those first that most pages link to.
    None without a full-text index.
    """
    if len(beginnings) < 2:
        return []
    try:
        titles = get_backend(corpus).titles_with([*beginnings[:MOST_WORDS]], READ)
    except IndexMissing:
        return []
    own = [title for title in titles if _fits(title, beginnings)]
    names = _fitting_redirects(corpus, [title for title in titles if title not in own], beginnings)
    return [TitleSuggestion(title, None) for title in own] + [
        TitleSuggestion(title, names[title]) for title in titles if title in names
    ]


def _fitting_redirects(corpus: Corpus, titles: Sequence[str], beginnings: Sequence[str]) -> dict[str, str]:
    """Return, for each of the titles that has one, its shortest redirect that fits."""
    if not titles:
        return {}
    found = Redirect.objects.filter(corpus=corpus, target__in=titles).values_list("target", "title")
    fitting = sorted(((len(name), name, title) for title, name in found if _fits(name, beginnings)), reverse=True)
    return {title: name for _length, name, title in fitting}  # the shortest comes last, and stays


def _fits(name: str, beginnings: Sequence[str]) -> bool:
    words = folded_title(name).split()
    return all(any(word.startswith(one) for word in words) for one in beginnings)
