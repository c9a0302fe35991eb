"""Title suggestions for typed text: a few range reads, fast enough for every keystroke."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import connection

from corpus.models import Corpus
from search.backend import IndexMissing
from search.engines import get_backend
from search.hits import TitleSuggestion
from search.models import CrowdedPrefix, IndexState, TitleKey
from search.titles.any_order import in_any_order
from search.titles.key_forms import folded_title, key_bytes
from search.titles.keys import candidates
from search.titles.prefix_collisions import CROWD, KEPT, Candidate, order

LATER_PLACES = 3  # of ten, kept for titles found by a later word ("Finnbog" -> Vigdís Finnbogadóttir)
LONGEST_TYPED = 300
LEAST_MISTYPED = 4  # letters: every shorter beginning is near something
READ = 2 * KEPT  # keys, the same page under several of them included
# Written out: for every letter typed, Django would take longer to write it than the database to answer.
_BEST = f"""
    SELECT "key", title, redirect_from, "rank" FROM {TitleKey._meta.db_table}
    WHERE corpus_id = %s AND generation = %s AND place = %s AND "key" >= %s AND "key" < %s
    ORDER BY CASE WHEN "key" = %s THEN 0 ELSE 1 END, "rank" DESC,
        CASE WHEN redirect_from IS NULL THEN 0 ELSE 1 END, LENGTH(title), title
    LIMIT %s
"""  # nosec B608 # our own table
_PLACES = (TitleKey.WHOLE, TitleKey.LATER)
_PAST = b"\xff"  # sorts after every byte of UTF-8


def suggest(corpus: Corpus, typed: str, limit: int = 10) -> list[TitleSuggestion]:
    """Suggest pages whose title or redirect begins with the typed text; case and accents do not count.

    The title that was typed whole comes first, then the pages that most others link to; titles with the
    typed text at a later word come after them, and then names that have the typed words, or words that begin with them,
    in any order. A page comes once, under its own name if that fits too. When there is none of these, pages whose title
    begins almost so. Nothing typed, nothing suggested. Raises IndexMissing.
    """
    typed = typed[:LONGEST_TYPED].encode("utf-8", "ignore").decode()  # a lone surrogate can be typed, not stored
    beginning = folded_title(typed)
    if not beginning or limit < 1:
        return []
    whole, later = _found(corpus.pk, _active_keys(corpus), beginning, is_complete=typed[-1:].isspace())
    own_names = {candidate.title for candidate in (*whole, *later) if candidate.redirect_from is None}
    first = _titles(sorted(whole, key=lambda candidate: (not _as_typed(candidate, typed), order(candidate, beginning))))
    second = [title for title in _titles(sorted(later, key=lambda c: order(c, beginning))) if title not in first]
    chosen = list(first)[: max(limit - min(LATER_PLACES, limit // 3, len(second)), 0)]
    chosen += second[: limit - len(chosen)]
    found = [TitleSuggestion(title, None if title in own_names else first.get(title)) for title in chosen]
    if len(found) < limit:
        others = in_any_order(corpus, beginning.split())
        found += [one for one in others if one.title not in chosen][: limit - len(found)]
    return found or [TitleSuggestion(title, None, approximate=True) for title in _nearly(corpus, beginning, limit)]


def _nearly(corpus: Corpus, beginning: str, limit: int) -> Iterable[str]:
    """Return titles for a misspelled prefix, from the full-text index; none without one."""
    if len(beginning) < LEAST_MISTYPED:
        return ()
    try:
        return get_backend(corpus).near_titles(beginning, limit)
    except IndexMissing:
        return ()


def _active_keys(corpus: Corpus) -> int:
    """Return the generation of the keys in use. Raises IndexMissing."""
    names = IndexState.objects.filter(corpus=corpus).values_list("names", flat=True).first()
    if names is None:
        raise IndexMissing(corpus.slug, "This corpus has no search index yet.")
    return names


def _found(
    corpus: int, generation: int, beginning: str, *, is_complete: bool
) -> tuple[list[Candidate], list[Candidate]]:
    """Return candidates that begin so, and those with a later word that does; `is_complete`: the last word is whole."""
    start = key_bytes(f"{beginning} " if is_complete else beginning)
    crowded = CrowdedPrefix.objects.filter(corpus=corpus, generation=generation, place__in=_PLACES)
    crowds = dict(crowded.filter(prefix=start).values_list("place", "best"))
    whole, later = (
        [Candidate(*row) for row in crowds[place]] if place in crowds else _beginning(corpus, generation, place, start)
        for place in _PLACES
    )
    if is_complete or TitleKey.WHOLE in crowds:
        titles = TitleKey.objects.filter(corpus=corpus, generation=generation, place=TitleKey.WHOLE)
        exact = titles.filter(key=key_bytes(beginning)).values_list("key", "title", "redirect_from", "rank")[:CROWD]
        whole = [*candidates(exact), *whole]
    return whole, later


def _beginning(corpus: int, generation: int, place: int, start: bytes) -> list[Candidate]:
    """Read the best keys of a prefix by `order`, as far as SQL can express it."""
    with connection.cursor() as cursor:
        cursor.execute(_BEST, [corpus, generation, place, start, start + _PAST, start, READ])
        return list(candidates(cursor.fetchall()))


def _as_typed(candidate: Candidate, typed: str) -> bool:
    """Return whether the name equals the typed text: distinguishes "C++" from "C", which fold to one key."""
    name = candidate.redirect_from or candidate.title
    return name.casefold() == " ".join(typed.split()).casefold()


def _titles(ordered: Iterable[Candidate]) -> dict[str, str | None]:
    """Map every title, in order, to the redirect of its first candidate."""
    titles: dict[str, str | None] = {}
    for candidate in ordered:
        titles.setdefault(candidate.title, candidate.redirect_from)
    return titles
