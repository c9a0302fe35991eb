"""Update title keys after an import: only those of added, removed or redirected names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from django.db.models import Q

from corpus.batching import batched
from corpus.models import Corpus, Redirect
from search.indexing.index_manifest import REDIRECT
from search.indexing.update import Update
from search.models import CrowdedPrefix, TitleKey
from search.titles.key_forms import key_bytes, key_row, page_keys, redirect_keys
from search.titles.keys import BATCH, add, candidates, leading
from search.titles.prefix_collisions import KEPT, LONGEST, Candidate, order

HOPS = 2  # redirects that are followed
NAMES_PER_QUERY = 500

Key = tuple[Candidate, int]  # with its place


def change_keys(corpus: Corpus, generation: int, update: Update, links_in: Callable[[str], int]) -> None:
    """Update the keys of a generation in one transaction; other pages keep their rank."""
    pages = {
        change.name for change in update.changes if not _is_redirect(change.before) and not _is_redirect(change.now)
    }
    came_or_went = {c.name for c in update.changes if c.name in pages and (c.before is None or c.now is None)}
    changed = {change.name for change in update.changes if change.name not in pages}
    redirects = _redirects(corpus, came_or_went | changed)
    names = changed | {name for name, _target in redirects}
    old = [*_removed(corpus, generation, "title", came_or_went), *_removed(corpus, generation, "redirect_from", names)]
    new = [key for title in sorted(came_or_went - update.gone) for key in page_keys(title, links_in(title))]
    for batch in batched(redirects, BATCH):
        for name, title in leading(corpus, batch):
            new += redirect_keys(name, title, links_in(name))
    add(corpus, generation, (key_row(candidate, place) for candidate, place in new))
    _change_crowds(corpus, generation, old, new)


def _is_redirect(content: str | None) -> bool:
    return content is not None and content.startswith(REDIRECT)


def _redirects(corpus: Corpus, names: set[str]) -> list[tuple[str, str]]:
    """Return (name, target) of redirects with these names, and of those that lead through them."""
    found: dict[str, str] = {}
    newest = names
    for hop in range(HOPS + 1):
        rows: dict[str, str] = {}
        for chunk in batched(newest, NAMES_PER_QUERY):
            wanted = Q(target__in=chunk) | (Q(title__in=chunk) if hop == 0 else Q())
            rows.update(Redirect.objects.filter(wanted, corpus=corpus).order_by().values_list("title", "target"))
        newest = rows.keys() - found.keys()
        found |= rows
    return sorted(found.items())


def _removed(corpus: Corpus, generation: int, field: str, names: set[str]) -> Iterator[Key]:
    """Delete and return the keys whose field is one of the names."""
    for chunk in batched(sorted(names), NAMES_PER_QUERY):
        rows = TitleKey.objects.filter(corpus=corpus, generation=generation, **{f"{field}__in": chunk})
        for key, title, redirect_from, rank, place in list(
            rows.values_list("key", "title", "redirect_from", "rank", "place")
        ):
            yield next(candidates([(key, title, redirect_from, rank)])), place
        rows.delete()


def _change_crowds(corpus: Corpus, generation: int, old: Iterable[Key], new: Iterable[Key]) -> None:
    """Update the lists of crowded prefixes; no prefix becomes crowded here."""
    crowds: dict[tuple[int, str], tuple[CrowdedPrefix, list[Candidate]]] = {}
    for crowd in CrowdedPrefix.objects.filter(corpus=corpus, generation=generation):
        beginning = bytes(crowd.prefix).decode("utf-8", "ignore")
        crowds[crowd.place, beginning] = crowd, [Candidate(*row) for row in crowd.best]
    touched: dict[tuple[int, str], None] = {}
    for (key, title, redirect_from, _rank), place in old:
        for found in _beginnings(key, place, crowds):
            crowd, best = crowds[found]
            best[:] = [one for one in best if (one.title, one.redirect_from) != (title, redirect_from)]
            touched[found] = None
    for candidate, place in new:
        for found in _beginnings(candidate.key, place, crowds):
            crowds[found][1].append(candidate)
            touched[found] = None
    for found in touched:
        crowd, best = crowds[found]
        ordered = sorted(best, key=lambda candidate: order(candidate, found[1]))
        first: dict[str, Candidate] = {}
        for candidate in ordered:
            first.setdefault(candidate.title, candidate)
        crowd.best = [list(one) for one in first.values()][:KEPT]
        crowd.save(update_fields=["best"])


def _beginnings(key: str, place: int, crowds: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
    stored = key_bytes(key).decode("utf-8", "ignore")
    return [(place, stored[:n]) for n in range(1, min(len(stored), LONGEST) + 1) if (place, stored[:n]) in crowds]
