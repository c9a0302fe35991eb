"""Elasticsearch request bodies for queries. Pure: the tests check them against the vendor's own types.

The weights are those of the embedded engine, so that both put the same pages first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import islice

from search.backend import Unit
from search.elastic.mapping import LONGEST_WORD, Json, identifier, stems_of
from search.embedded.engine import RETRIEVAL
from search.embedded.query_compiler import (
    BOOSTS,
    IN_THIS_ORDER,
    MOST_NEAR,
    NAMES,
    NEAR_EACH_OTHER,
    NEARNESS,
    PATTERN_SCORE,
)
from search.embedded.schema import PRIOR_WEIGHT
from search.provenance import Restriction
from search.query.ast import Filter, Fuzzy, InCategory, LinksTo, Query, Term, TitleBeginning, Wildcard, Words
from search.query.wildcards import likely_edits

MOST_WORDS = 200  # of a retrieval: each is looked for in several fields, and a search may have 1,024 clauses
LONGEST_BEGINNING = 60  # letters of a title that are compared: the automaton of a longer one may be too large
CANDIDATES = 100  # near words, by likeness, of which the frequent ones are answered
BM25_FACTOR = 2.2  # k1 + 1: tantivy multiplies by it, Lucene does not any more
SERVER_SECONDS = "1500ms"  # after which the server gives a search up


def search_body(query: Query, offset: int, limit: int) -> Json:
    """Request hits offset..offset+limit with an exact total; ties are ordered by title, so that paging is stable."""
    joined: Json = {"must": [_any(map(_must, clause)) for clause in query.clauses]}
    if query.excluded:
        joined["must_not"] = [_must(term) for term in query.excluded]
    if query.is_filter_only:
        order = [{"links_in": "desc"}, {"key": "asc"}]
        return _hits({"bool": joined}, order, ["page"]) | {"from": offset, "size": limit}
    if better := list(_better(query)):
        joined |= {"should": better, "minimum_should_match": 0}
    return _hits(_with_prior({"bool": joined}), _BY_SCORE, ["page"]) | {"from": offset, "size": limit}


def retrieve_body(
    words: Collection[str],
    limit: int,
    unit: Unit,
    titles: Collection[str] | None,
    restriction: Restriction | None = None,
) -> Json:
    """Request the pages that match any of the words best."""
    fields = RETRIEVAL[unit].items()
    fits = [_term(field, stems_of([word]), boost) for word in islice(words, MOST_WORDS) for field, boost in fields]
    joined: Json = {"should": fits, "minimum_should_match": 1}
    filters = [] if restriction is None else list(_kept_to(restriction))
    if titles is not None:
        filters.append({"ids": {"values": [identifier(title) for title in titles]}})
    if filters:
        joined["filter"] = filters
    return _hits({"bool": joined}, _BY_SCORE, ["key"]) | {"size": limit, "track_total_hits": False}


def frequencies_body(words: Iterable[str]) -> Json:
    """Request the number of pages, and per word the number that contain it; filters are named by word position."""
    filters = {str(place): _term("text", stems_of([word])) for place, word in enumerate(words)}
    counted = {"aggs": {"words": {"filters": {"filters": filters}}}} if filters else {}
    return _counts({"match_all": {}}) | counted


def spellings_body(word: str, edits: int, limit: int) -> Json:
    """Request words similar to this one; the total counts pages with the word itself."""
    typed = word[:LONGEST_WORD]
    term = {
        "field": "words",
        "suggest_mode": "always",
        "sort": "frequency",
        "max_edits": edits,
        "prefix_length": 0,
        "min_word_length": 1,
        "size": limit,
        "shard_size": max(limit, CANDIDATES),
        "max_term_freq": 2_000_000_000,  # a common word has neighbours too
    }
    return _counts(_term("words", typed)) | {"suggest": {"spellings": {"text": typed, "term": term}}}


def near_titles_body(beginning: str, limit: int) -> Json:
    """Request titles and redirects that begin almost like this, most linked first."""
    fuzzy = {
        "fuzziness": 1 if len(beginning) < 8 else likely_edits(beginning),
        "transpositions": True,
        "min_length": 1,
        "prefix_length": 0,
        "unicode_aware": True,  # a letter is a letter, however many bytes it has
    }
    completion = {"field": "near", "size": limit, "fuzzy": fuzzy}
    suggest = {"near": {"prefix": beginning[:LONGEST_BEGINNING], "completion": completion}}
    return {"size": 0, "_source": ["key", "links_in"], "timeout": SERVER_SECONDS, "suggest": suggest}


def titles_with_body(beginnings: Iterable[str], limit: int) -> Json:
    """Request titles of pages whose names have a word with each of these beginnings, most linked first."""
    words = [{"prefix": {"name_words": {"value": one[:LONGEST_WORD]}}} for one in beginnings]
    order = [{"links_in": "desc"}, {"key": "asc"}]
    return _hits({"bool": {"filter": words}}, order, ["key"]) | {"size": limit, "track_total_hits": False}


def _kept_to(restriction: Restriction) -> Iterator[Json]:
    yield from ({"term": {"provenance": {"value": term}}} for term in restriction.terms)
    if restriction.last_day is not None:
        yield {"range": {"day": {"lte": restriction.last_day}}}


_BY_SCORE: list[object] = ["_score", {"key": "asc"}]


def _hits(query: Json, order: list[object] | list[dict[str, str]], fields: list[str]) -> Json:
    return {"query": query, "sort": order, "_source": fields, "track_total_hits": True, "timeout": SERVER_SECONDS}


def _counts(query: Json) -> Json:
    return {"query": query, "size": 0, "track_total_hits": True, "timeout": SERVER_SECONDS}


# --- What must be met ------------------------------------------------------------------------------------------------


def _must(term: Term) -> Json:
    match term:
        case Words():
            return _any(_words(field, term) for field in (("title", "redirects") if term.in_title else ("text",)))
        case Wildcard() | Fuzzy():
            return _constant(_pattern(term, "name_words" if term.in_title else "words"), PATTERN_SCORE)
    return _constant(_filter(term), 0.0)


def _words(field: str, term: Words, boost: float = 1.0) -> Json:
    stems = stems_of(term.words)
    if len(term.words) == 1:
        return _term(field, stems, boost)
    if not term.slop:
        return _phrase(field, stems, 0, boost)
    # Lucene's slop lets words change places as well; the interval keeps their order
    ordered = {"intervals": {field: {"match": {"query": stems, "ordered": True, "max_gaps": term.slop}}}}
    return {"bool": {"must": [_phrase(field, stems, term.slop, boost)], "filter": [ordered]}}


def _pattern(term: Wildcard | Fuzzy, field: str) -> Json:
    if isinstance(term, Wildcard):
        return {"wildcard": {field: {"value": term.pattern}}}
    # all words as near, in one clause: by default the nearest 50 are taken, each a clause of the 1,024 there may be
    options = {"value": term.word, "fuzziness": term.edits, "transpositions": True, "rewrite": "constant_score"}
    return {"fuzzy": {field: options}}


def _filter(term: Filter) -> Json:
    match term:
        case TitleBeginning(beginning):
            return {"prefix": {"own_name": {"value": beginning}}}
        case InCategory(names):
            return {"terms": {"categories": list(names)}}
        case LinksTo(titles):
            return {"terms": {"links": list(titles)}}


# --- What makes a page better than another ---------------------------------------------------------------------------


def _better(query: Query) -> Iterator[Json]:
    for term in query.terms:
        if isinstance(term, Words):
            yield from (_words(field, term, boost) for field, boost in BOOSTS.items())
        else:
            yield _constant(_pattern(term, "name_words"), PATTERN_SCORE * BOOSTS["title"])
    if query.title:
        yield from (_constant(_term(field, query.title), score) for field, score in NAMES.items())
    words = query.single_words
    if 1 < len(words) <= MOST_NEAR:
        for slop, boost in ((NEARNESS, NEAR_EACH_OTHER), (0, IN_THIS_ORDER)):
            yield _phrase("text", stems_of(words), slop, boost)


def _with_prior(query: Json) -> Json:
    """Multiply the score by 1 + PRIOR_WEIGHT * log10(1 + links to the page)."""
    linked = {"field_value_factor": {"field": "links_in", "modifier": "log1p"}, "weight": PRIOR_WEIGHT}
    functions: list[Mapping[str, object]] = [{"weight": 1.0}, linked]
    together = {"score_mode": "sum", "boost_mode": "multiply"}
    return {"function_score": {"query": query, "functions": functions, **together}}


def _term(field: str, value: str, boost: float = 1.0) -> Json:
    return {"term": {field: {"value": value, "boost": round(boost * BM25_FACTOR, 6)}}}


def _phrase(field: str, stems: str, slop: int, boost: float) -> Json:
    return {"match_phrase": {field: {"query": stems, "slop": slop, "boost": round(boost * BM25_FACTOR, 6)}}}


def _constant(query: Json, score: float) -> Json:
    return {"constant_score": {"filter": query, "boost": score}}


def _any(queries: Iterable[Json]) -> Json:
    several = list(queries)
    return several[0] if len(several) == 1 else {"bool": {"should": several, "minimum_should_match": 1}}
