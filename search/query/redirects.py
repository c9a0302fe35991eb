"""Resolve redirects in queries."""

from __future__ import annotations

from dataclasses import replace

from corpus.models import Corpus, Redirect
from corpus.store import PageNotFound, resolve
from search.query.ast import Clause, LinksTo, Query, Term

MOST_NAMES = 500  # redirects to one page that links are looked for by


def with_redirects(corpus: Corpus, query: Query) -> Query:
    """Extend `linksto:` by the redirects to the page."""
    if not any(isinstance(term, LinksTo) for terms in (*query.clauses, query.excluded) for term in terms):
        return query

    def resolved(terms: Clause) -> Clause:
        return tuple(_resolved(corpus, term) for term in terms)

    return replace(query, clauses=tuple(map(resolved, query.clauses)), excluded=resolved(query.excluded))


def _resolved(corpus: Corpus, term: Term) -> Term:
    if not isinstance(term, LinksTo):
        return term
    names: dict[str, None] = {}
    for title in term.titles:
        try:
            page = resolve(corpus, title).title
        except PageNotFound:
            page = title
        names |= dict.fromkeys([page, title])
        direct = Redirect.objects.filter(corpus=corpus, target=page).order_by("title")
        names |= dict.fromkeys(direct.values_list("title", flat=True)[:MOST_NAMES])
    return LinksTo(tuple(names))
