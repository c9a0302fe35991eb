"""The query language of the loopback server: the part that Attest speaks, really executed, and nothing else.

A query compiles to a function from an index to the documents it meets with their scores. Scores are Lucene's BM25 with
exact lengths (Lucene rounds long ones), so that an order which depends on weights can be tested.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable

from tests.search.elastic.indexes import Index, Postings, tokens
from tests.search.elastic.refusals import Json, bad, number, one, only, text

Scores = dict[str, float]
Run = Callable[[Index], Scores]

MOST_CLAUSES = 1_024


def compiled(query: object, where: str = "query") -> Run:
    """What runs the query. Raises Refused for anything that is not known."""
    name, body = one(query, where)
    if name not in _QUERIES:
        raise bad(f"unknown query [{name}]")
    return _QUERIES[name](body)


# --- Joining ---------------------------------------------------------------------------------------------------------


def _bool(body: object) -> Run:
    body = only(body, "bool", "must", "should", "must_not", "filter", "minimum_should_match", "boost")
    must, should, filters, without = (_several(body, key) for key in ("must", "should", "filter", "must_not"))
    least = body.get("minimum_should_match", 0 if must or filters else 1 if should else 0)
    if isinstance(least, bool) or not isinstance(least, int):
        raise bad("[bool] minimum_should_match is played as a number only")
    boost = number(body.get("boost", 1.0), "boost")
    if len(must) + len(should) + len(filters) + len(without) > MOST_CLAUSES:
        raise bad("Query contains too many nested clauses; maxClauseCount is set to 1024", "too_many_nested_clauses")

    def run(index: Index) -> Scores:
        met: Scores = dict.fromkeys(index.seen, 0.0)
        for part in must:
            found = part(index)
            met = {document: score + found[document] for document, score in met.items() if document in found}
        for part in filters:
            found = part(index)
            met = {document: score for document, score in met.items() if document in found}
        counts = dict.fromkeys(met, 0)
        for part in should:
            for document, score in part(index).items():
                if document in met:
                    met[document] += score
                    counts[document] += 1
        left_out = {document for part in without for document in part(index)}
        return {
            document: score * boost
            for document, score in met.items()
            if document not in left_out and counts[document] >= least
        }

    return run


def _several(body: Json, key: str) -> list[Run]:
    value = body.get(key, [])
    return [compiled(part, key) for part in (value if isinstance(value, list) else [value])]


def _constant_score(body: object) -> Run:
    body = only(body, "constant_score", "filter", "boost")
    part, boost = compiled(body.get("filter"), "filter"), number(body.get("boost", 1.0), "boost")
    return lambda index: dict.fromkeys(part(index), boost)


def _dis_max(body: object) -> Run:
    body = only(body, "dis_max", "queries", "tie_breaker", "boost")
    parts = _several(body, "queries")
    tie, boost = number(body.get("tie_breaker", 0.0), "tie_breaker"), number(body.get("boost", 1.0), "boost")

    def run(index: Index) -> Scores:
        scores: dict[str, list[float]] = {}
        for part in parts:
            for document, score in part(index).items():
                scores.setdefault(document, []).append(score)
        return {document: boost * (max(found) + tie * (sum(found) - max(found))) for document, found in scores.items()}

    return run


def _function_score(body: object) -> Run:
    """Played as: the query's score times the sum of weights and weighed field values."""
    body = only(body, "function_score", "query", "functions", "score_mode", "boost_mode")
    part = compiled(body.get("query"))
    if (body.get("score_mode"), body.get("boost_mode")) != ("sum", "multiply"):
        raise bad("[function_score] is played with score_mode sum and boost_mode multiply only")
    functions = [_function(function) for function in body.get("functions", [])]

    def run(index: Index) -> Scores:
        return {
            document: score * sum(function(index, document) for function in functions)
            for document, score in part(index).items()
        }

    return run


def _function(body: object) -> Callable[[Index, str], float]:
    body = only(body, "function", "weight", "field_value_factor")
    weight = number(body.get("weight", 1.0), "weight")
    if "field_value_factor" not in body:
        return lambda index, document: weight
    options = only(body["field_value_factor"], "field_value_factor", "field", "modifier")
    field, modifier = text(options.get("field"), "field"), options.get("modifier", "none")
    shapes = {"none": float, "log1p": lambda value: math.log10(1 + value), "ln1p": math.log1p}
    if modifier not in shapes:
        raise bad(f"[field_value_factor] modifier {modifier} is not played")

    def run(index: Index, document: str) -> float:
        if index.properties.get(field, {}).get("type") != "integer":
            raise bad(f"Unable to find a field mapper for field [{field}]", "query_shard_exception")
        if field not in index.seen[document]:
            raise bad(f"Missing value for field [{field}]", "illegal_argument_exception")
        return weight * shapes[modifier](index.seen[document][field])

    return run


def _match_all(body: object) -> Run:
    boost = number(only(body, "match_all", "boost").get("boost", 1.0), "boost")
    return lambda index: dict.fromkeys(index.seen, boost)


# --- Words -----------------------------------------------------------------------------------------------------------


def _postings(index: Index, field: str) -> Postings:
    """A field nobody has mapped is no error to the real server: it matches nothing. Here it is a mistake."""
    if field not in index.postings:
        raise bad(f"field [{field}] cannot be searched: it is not mapped or not indexed", "query_shard_exception")
    return index.postings[field]


def _scored(postings: Postings, term: str, boost: float) -> Scores:
    idf = postings.idf(term)
    found = postings.terms.get(term, {})
    return {document: boost * postings.bm25(idf, len(places), document) for document, places in found.items()}


def _field(body: object, where: str, *known: str) -> tuple[str, Json]:
    """{"title": {"value": ..., "boost": ...}}; the short form {"title": "gold"} is known to the real server only."""
    field, options = one(body, where)
    return field, only(options, where, *known)


def _term(body: object) -> Run:
    field, options = _field(body, "term", "value", "boost")
    value, boost = text(options.get("value"), "value"), number(options.get("boost", 1.0), "boost")
    return lambda index: _scored(_postings(index, field), value, boost)


def _terms(body: object) -> Run:
    body = dict(body) if isinstance(body, dict) else {}
    boost = number(body.pop("boost", 1.0), "boost")
    field, values = one(body, "terms")
    if not isinstance(values, list) or len(values) > 65_536:
        raise bad("[terms] query requires an array of terms")
    wanted = [text(value, "terms") for value in values]
    return lambda index: {
        document: boost for value in wanted for document in _postings(index, field).terms.get(value, ())
    }


def _range(body: object) -> Run:
    """Of whole numbers, up to one: what is left out of a document has no value and is in no range."""
    field, options = _field(body, "range", "lte", "boost")
    most, boost = number(options.get("lte"), "lte"), number(options.get("boost", 1.0), "boost")

    def run(index: Index) -> Scores:
        if index.properties.get(field, {}).get("type") != "integer" or index.properties[field].get("index") is False:
            raise bad(f"field [{field}] cannot be searched: it is no number, or not indexed", "query_shard_exception")
        return {each: boost for each, source in index.seen.items() if field in source and source[field] <= most}

    return run


def _match_phrase(body: object) -> Run:
    field, options = _field(body, "match_phrase", "query", "boost", "slop")
    words, boost = list(tokens(text(options.get("query"), "query"))), number(options.get("boost", 1.0), "boost")
    slop = number(options.get("slop", 0), "slop")

    def run(index: Index) -> Scores:
        postings = _postings(index, field)
        if index.properties[field].get("index_options", "positions") != "positions":
            raise bad(f"field:[{field}] was indexed without position data", "query_shard_exception")
        if len(words) < 2:
            return _scored(postings, words[0], boost) if words else {}
        idf = sum(postings.idf(word) for word in words)
        lengths = {document: _matches(postings, document, words, slop) for document in _with_all(postings, words)}
        return {
            document: boost * postings.bm25(idf, sum(1 / (1 + length) for length in found), document)
            for document, found in lengths.items()
            if found
        }

    return run


def _with_all(postings: Postings, words: list[str]) -> set[str]:
    return set.intersection(*(set(postings.terms.get(word, ())) for word in words))


def _matches(postings: Postings, document: str, words: list[str], slop: float) -> list[int]:
    """How far apart the words of each match stand from where the phrase wants them (Lucene's match length)."""
    places = [[place - i for place in postings.terms[word][document]] for i, word in enumerate(words)]
    found = []
    for start in places[0]:
        nearest = [min(others, key=lambda place: abs(place - start)) for others in places]
        length = max(nearest) - min(nearest)
        if length <= slop:
            found.append(length)
    return found


def _intervals(body: object) -> Run:
    field, options = _field(body, "intervals", "match")
    match = only(options.get("match"), "match", "query", "ordered", "max_gaps")
    words, gaps = list(tokens(text(match.get("query"), "query"))), number(match.get("max_gaps", -1), "max_gaps", -1)
    if match.get("ordered") is not True or gaps < 0:
        raise bad("[intervals] is played in order and with max_gaps only")

    def run(index: Index) -> Scores:
        postings = _postings(index, field)
        return {
            document: 1.0
            for document in _with_all(postings, words)
            if _in_order([postings.terms[word][document] for word in words], gaps)
        }

    return run


def _in_order(places: list[list[int]], gaps: float) -> bool:
    """Whether one place of each word can be taken so that they rise, with at most so many words between in all."""
    for start in places[0]:
        last = start
        for others in places[1:]:
            last = min((place for place in others if place > last), default=10**9)
        if last - start - (len(places) - 1) <= gaps:
            return True
    return False


def _ids(body: object) -> Run:
    values = only(body, "ids", "values").get("values")
    if not isinstance(values, list):
        raise bad("[ids] values is no list")
    return lambda index: {value: 1.0 for value in values if value in index.seen}


# --- Words that stand for several ------------------------------------------------------------------------------------


def _expanded(field: str, meets: Callable[[str], float | None], options: Json, default: str) -> Run:
    """Every term that `meets` gives a weight for, joined as `rewrite` says."""
    boost, rewrite = number(options.get("boost", 1.0), "boost"), options.get("rewrite", default)
    top = re.fullmatch(r"top_terms_(boost_|blended_freqs_)?(\d+)", str(rewrite))
    if not top and rewrite not in ("constant_score", "constant_score_blended", "scoring_boolean"):
        raise bad(f"Failed to parse rewrite_method [{rewrite}]", "illegal_argument_exception")

    def run(index: Index) -> Scores:
        postings = _postings(index, field)
        weighed = ((term, meets(term)) for term in sorted(postings.terms))
        terms = [(term, weight) for term, weight in weighed if weight is not None]
        if top:
            terms = sorted(terms, key=lambda term: -term[1])[: int(top[2])]
        elif rewrite == "scoring_boolean" and len(terms) > MOST_CLAUSES:
            raise bad("maxClauseCount is set to 1024", "too_many_clauses")
        if str(rewrite).startswith("constant_score"):
            return dict.fromkeys((document for term, _ in terms for document in postings.terms[term]), boost)
        scores: Scores = {}
        for term, weight in terms:
            constant = bool(top and top[1] == "boost_")
            found = dict.fromkeys(postings.terms[term], boost) if constant else _scored(postings, term, boost)
            for document, score in found.items():
                scores[document] = scores.get(document, 0.0) + score * weight
        return scores

    return run


def _wildcard(body: object) -> Run:
    field, options = _field(body, "wildcard", "value", "boost", "rewrite", "case_insensitive")
    shape = re.compile(_shape(text(options.get("value"), "value")), re.DOTALL)
    return _expanded(field, lambda term: 1.0 if shape.fullmatch(term) else None, options, "constant_score")


def _shape(value: str) -> str:
    """A wildcard pattern as a regular expression: * any letters, ? one, \\ takes the next as it is."""
    parts = re.findall(r"\\.|.", value, re.DOTALL)
    return "".join({"*": ".*", "?": "."}.get(part, re.escape(part[-1])) for part in parts)


def _prefix(body: object) -> Run:
    field, options = _field(body, "prefix", "value", "boost", "rewrite", "case_insensitive")
    value = text(options.get("value"), "value")
    return _expanded(field, lambda term: 1.0 if term.startswith(value) else None, options, "constant_score")


def _fuzzy(body: object) -> Run:
    known = ("value", "fuzziness", "prefix_length", "max_expansions", "transpositions", "boost", "rewrite")
    field, options = _field(body, "fuzzy", *known)
    value = text(options.get("value"), "value")
    most = _fuzziness(options.get("fuzziness", "AUTO"), value)
    same = int(number(options.get("prefix_length", 0), "prefix_length"))
    expansions = int(number(options.get("max_expansions", 50), "max_expansions", least=1))

    def meets(term: str) -> float | None:
        if term[:same] != value[:same]:
            return None
        far = distance(term, value, swaps=options.get("transpositions", True))
        return 1 - far / min(len(term), len(value)) if far <= most else None

    return _expanded(field, meets, options, f"top_terms_blended_freqs_{expansions}")


def _fuzziness(value: object, word: str) -> int:
    if value == "AUTO":
        return 0 if len(word) < 3 else 1 if len(word) < 6 else 2
    if value in (0, 1, 2) and not isinstance(value, bool):
        return int(value)
    raise bad(f"fuzziness [{value}] is none", "illegal_argument_exception")


def distance(left: str, right: str, *, swaps: bool = True) -> int:
    """Letters to put in, leave out, replace, or (with `swaps`) swap with their neighbour, to make one of the other."""
    before: list[int] = []
    last = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        row = [i]
        for j, b in enumerate(right, 1):
            best = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a != b))
            if swaps and i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                best = min(best, before[j - 2] + 1)
            row.append(best)
        before, last = last, row
    return last[-1]


_QUERIES: dict[str, Callable[[object], Run]] = {
    "bool": _bool,
    "constant_score": _constant_score,
    "dis_max": _dis_max,
    "function_score": _function_score,
    "match_all": _match_all,
    "ids": _ids,
    "intervals": _intervals,
    "term": _term,
    "terms": _terms,
    "range": _range,
    "match_phrase": _match_phrase,
    "wildcard": _wildcard,
    "prefix": _prefix,
    "fuzzy": _fuzzy,
}
