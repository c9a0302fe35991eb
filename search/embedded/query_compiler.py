"""Compile queries to tantivy objects; its text syntax, which can be invalid, is not used."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

import tantivy
from tantivy import FieldType, Occur, Schema

from search.embedded.schema import (
    CATEGORIES,
    DAY,
    KEY,
    LINKS,
    NAME_WORDS,
    OTHER_NAMES,
    OWN_NAME,
    PROVENANCE,
    TEXT,
    WORDS,
)
from search.provenance import Restriction
from search.query.ast import Fuzzy, InCategory, Query, Term, Text, TitleBeginning, Wildcard, Words
from search.stemming import stem

# What a word in these parts counts for beside its place in the text. Introduction and headings are none of them: they
# took half of the time of a search, and no kind of query of the benchmark was the better for it.
BOOSTS = {"title": 3.0, "redirects": 1.5}
# Somebody who typed a title wants that page: scores that words do not reach.
NAMES = {OWN_NAME: 100.0, OTHER_NAMES: 50.0}
IN_THIS_ORDER = 4.0  # for words that follow one another as they were typed
NEAR_EACH_OTHER = 2.0  # for words that stand close together
NEARNESS = 20  # words between them at most
LEAST_NEAR, MOST_NEAR = 4, 6  # words for which that is worth its time: fewer are on too many pages
PATTERN_SCORE = 1.0  # a pattern says little about how well a page fits


def compiled(schema: Schema, query: Query) -> tantivy.Query:
    """Compile a query: required clauses, exclusions and ranking."""
    parts = [(Occur.Must, _any(_must(schema, term) for term in clause)) for clause in query.clauses]
    parts += [(Occur.MustNot, _must(schema, term)) for term in query.excluded]
    parts += [(Occur.Should, better) for better in _better(schema, query)]
    return tantivy.Query.boolean_query(parts)


def any_of(schema: Schema, words: Collection[str], boosts: dict[str, float]) -> list[tuple[Occur, tantivy.Query]]:
    """Match any of the words in any of the fields, with weights. Flat: tantivy then skips pages that cannot win."""
    return [
        (Occur.Should, _boosted(tantivy.Query.term_query(schema, field, stem(word)), boost))
        for word in words
        for field, boost in boosts.items()
    ]


def with_titles(schema: Schema, titles: Collection[str]) -> tantivy.Query:
    """Restrict to pages with these titles."""
    return _scoreless(tantivy.Query.term_set_query(schema, KEY, [*titles]))


def kept_to(searcher: tantivy.Searcher, schema: Schema, restriction: Restriction) -> Iterator[tantivy.Query]:
    """What a page must meet. A term that every page has is left out: without any clause tantivy can skip pages."""
    for term in restriction.terms:
        if searcher.doc_freq(PROVENANCE, term) < searcher.num_docs:
            yield _scoreless(tantivy.Query.term_query(schema, PROVENANCE, term))
    if restriction.last_day is not None:
        yield _scoreless(tantivy.Query.range_query(schema, DAY, FieldType.Unsigned, None, restriction.last_day))


def with_name_words(schema: Schema, beginnings: Iterable[str]) -> tantivy.Query:
    """Match pages whose names have a word with each of these beginnings."""
    words = (tantivy.Query.regex_query(schema, NAME_WORDS, f"{_escaped(one)}.*") for one in beginnings)
    return _scoreless(tantivy.Query.boolean_query([(Occur.Must, word) for word in words]))


def _must(schema: Schema, term: Term) -> tantivy.Query:
    if isinstance(term, Words):
        fields = ("title", "redirects") if term.in_title else (TEXT,)
        return _any(_words(schema, field, term) for field in fields)
    if isinstance(term, Wildcard):
        return _pattern(tantivy.Query.regex_query(schema, NAME_WORDS if term.in_title else WORDS, _regex(term.pattern)))
    if isinstance(term, Fuzzy):
        field = NAME_WORDS if term.in_title else WORDS
        return _pattern(tantivy.Query.fuzzy_term_query(schema, field, term.word, term.edits))
    if isinstance(term, TitleBeginning):
        return _scoreless(tantivy.Query.regex_query(schema, OWN_NAME, f"{_escaped(term.beginning)}.*"))
    if isinstance(term, InCategory):
        return _scoreless(tantivy.Query.term_set_query(schema, CATEGORIES, [*term.names]))
    return _scoreless(tantivy.Query.term_set_query(schema, LINKS, [*term.titles]))


def _better(schema: Schema, query: Query) -> Iterator[tantivy.Query]:
    for term in query.terms:
        if isinstance(term, Words):
            for field, boost in BOOSTS.items():
                yield _boosted(_words(schema, field, term), boost)
        else:
            yield _boosted(_must(schema, _in_title(term)), BOOSTS["title"])
    if query.title:
        for field, score in NAMES.items():
            yield tantivy.Query.const_score_query(tantivy.Query.term_query(schema, field, query.title), score)
    stems = [stem(word) for word in query.single_words]
    if LEAST_NEAR <= len(stems) <= MOST_NEAR:
        yield _boosted(tantivy.Query.phrase_query(schema, TEXT, [*stems], NEARNESS), NEAR_EACH_OTHER)
    if 1 < len(stems) <= MOST_NEAR:
        yield _boosted(tantivy.Query.phrase_query(schema, TEXT, [*stems]), IN_THIS_ORDER)


def _in_title(term: Wildcard | Fuzzy) -> Text:
    return Wildcard(term.pattern, True) if isinstance(term, Wildcard) else Fuzzy(term.word, term.edits, True)


def _words(schema: Schema, field: str, term: Words) -> tantivy.Query:
    stems = [stem(word) for word in term.words]
    if len(stems) == 1:
        return tantivy.Query.term_query(schema, field, stems[0])
    return tantivy.Query.phrase_query(schema, field, [*stems], term.slop)


def _regex(pattern: str) -> str:
    return "".join({"*": ".*", "?": "."}.get(part, _escaped(part)) for part in re.split(r"([*?])", pattern))


def _escaped(text: str) -> str:
    """Escape for tantivy's regular expressions (Rust's `regex::escape`): "\\<" and "\\>" would be ends of words."""
    return re.sub(r"([\\.+*?()|\[\]{}^$#&~-])", r"\\\1", text)


def _pattern(query: tantivy.Query) -> tantivy.Query:
    return tantivy.Query.const_score_query(query, PATTERN_SCORE)


def _scoreless(query: tantivy.Query) -> tantivy.Query:
    return tantivy.Query.const_score_query(query, 0.0)


def _boosted(query: tantivy.Query, boost: float) -> tantivy.Query:
    return query if boost == 1 else tantivy.Query.boost_query(query, boost)


def _any(queries: Iterable[tantivy.Query]) -> tantivy.Query:
    made: Sequence[tantivy.Query] = [*queries]
    return made[0] if len(made) == 1 else tantivy.Query.boolean_query([(Occur.Should, query) for query in made])
