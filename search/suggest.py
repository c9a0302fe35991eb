"""Titles for what has been typed so far: a few range reads, quick enough for every letter."""

from __future__ import annotations

from collections.abc import Iterable

from corpus.models import Corpus
from search.backend import IndexMissing
from search.crowded import CROWD, Candidate, order
from search.hits import TitleSuggestion
from search.models import CrowdedPrefix, IndexState, TitleKey
from search.title_keys import candidates, folded_title, key_bytes

LATER_PLACES = 3  # of ten, kept for titles found by a later word ("Finnbog" -> Vigdís Finnbogadóttir)
LONGEST_TYPED = 300
_ROW = ("key", "title", "redirect_from", "rank")
_PAST = b"\xff"  # sorts after every byte of UTF-8


def suggest(corpus: Corpus, typed: str, limit: int = 10) -> list[TitleSuggestion]:
    """Pages whose title, or a redirect to them, begins with what was typed; capitals and accents do not count.

    The title that was typed whole comes first, then the pages that most others link to; titles with the
    typed text at a later word come after them. A page comes once, under its own name if that fits too.
    Nothing typed, nothing suggested. Raises IndexMissing.
    """
    typed = typed[:LONGEST_TYPED].encode("utf-8", "ignore").decode()  # a lone surrogate can be typed, not stored
    beginning = folded_title(typed)
    if not beginning or limit < 1:
        return []
    keys = _keys(corpus)
    whole = [*_exact(keys, beginning), *_beginning(keys, TitleKey.WHOLE, beginning, typed)]
    later = _beginning(keys, TitleKey.LATER, beginning, typed)
    own_names = {candidate.title for candidate in (*whole, *later) if candidate.redirect_from is None}
    first = _titles(sorted(whole, key=lambda candidate: (not _as_typed(candidate, typed), order(candidate, beginning))))
    second = [title for title in _titles(sorted(later, key=lambda c: order(c, beginning))) if title not in first]
    chosen = list(first)[: max(limit - min(LATER_PLACES, limit // 3, len(second)), 0)]
    chosen += second[: limit - len(chosen)]
    return [TitleSuggestion(title, None if title in own_names else first.get(title)) for title in chosen]


class _Keys:
    """The rows of the generation in use."""

    def __init__(self, corpus: Corpus, generation: int) -> None:
        self.titles = TitleKey.objects.filter(corpus=corpus, generation=generation)
        self.crowded = CrowdedPrefix.objects.filter(corpus=corpus, generation=generation)


def _keys(corpus: Corpus) -> _Keys:
    state = IndexState.objects.filter(corpus=corpus).only("generation").first()
    if state is None:
        raise IndexMissing(corpus.slug, "This corpus has no search index yet.")
    return _Keys(corpus, state.generation)


def _exact(keys: _Keys, beginning: str) -> Iterable[Candidate]:
    rows = keys.titles.filter(place=TitleKey.WHOLE, key=key_bytes(beginning)).values_list(*_ROW)[:CROWD]
    return candidates(rows)


def _beginning(keys: _Keys, place: int, beginning: str, typed: str) -> list[Candidate]:
    """The candidates of a beginning; after a typed space the word is complete."""
    start = key_bytes(beginning + " " if typed[-1:].isspace() else beginning)
    crowd = keys.crowded.filter(place=place, prefix=start).first()
    if crowd is not None:
        return [Candidate(*row) for row in crowd.best]
    rows = keys.titles.filter(place=place, key__gte=start, key__lt=start + _PAST).values_list(*_ROW)[: 2 * CROWD]
    return list(candidates(rows))


def _as_typed(candidate: Candidate, typed: str) -> bool:
    """Tells "C++" from "C", which fold to the same key."""
    name = candidate.redirect_from or candidate.title
    return name.casefold() == " ".join(typed.split()).casefold()


def _titles(ordered: Iterable[Candidate]) -> dict[str, str | None]:
    """Every title once, in order, with the redirect of its first candidate."""
    titles: dict[str, str | None] = {}
    for candidate in ordered:
        titles.setdefault(candidate.title, candidate.redirect_from)
    return titles
