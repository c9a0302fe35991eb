"""Relax a query without hits."""

from __future__ import annotations

from dataclasses import replace

from search.query.ast import STOP_WORDS, Clause, Filter, Query, Term, Words


def any_word(query: Query) -> Query | None:
    """Return a query that matches any of the words; None if that is no wider. Filters stay required."""
    filters = [clause for clause in query.clauses if all(isinstance(term, Filter) for term in clause)]
    others = [clause for clause in query.clauses if clause not in filters]
    terms = tuple(dict.fromkeys(term for clause in others for term in clause))
    phrases = [term for term in terms if isinstance(term, Words) and len(term.words) > 1]  # whole ones come first
    if len(others) < 2 and not phrases:
        return None
    singles = tuple(dict.fromkeys(single for term in terms for single in _singles(term)))
    telling = (
        tuple(term for term in singles if not (isinstance(term, Words) and term.words[0] in STOP_WORDS)) or singles
    )
    wider: Clause = (*telling, *phrases)
    return replace(query, clauses=(*filters, wider), title="")


def _singles(term: Term) -> list[Term]:
    return [Words((word,), term.in_title) for word in term.words] if isinstance(term, Words) else [term]
