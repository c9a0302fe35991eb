"""What the loopback server counts and suggests beside hits: filter aggregations, near words, near titles."""

from __future__ import annotations

from tests.search.elastic.indexes import Index, tokens
from tests.search.elastic.queries import compiled, distance
from tests.search.elastic.refusals import Json, bad, number, one, only, text


def aggregations(index: Index, body: object) -> Json:
    """Named groups of named filters, each with its number of documents."""
    answer: Json = {}
    for name, wanted in only(body, "aggs", *(body if isinstance(body, dict) else ())).items():
        kind, options = one(wanted, f"aggregation [{name}]")
        if kind != "filters":
            raise bad(f"Unknown aggregation type [{kind}]")
        filters = only(options, "filters", "filters")["filters"]
        if not isinstance(filters, dict) or not filters:
            raise bad("[filters] cannot be empty.", "illegal_argument_exception")
        counts = {key: {"doc_count": len(compiled(query)(index))} for key, query in filters.items()}
        answer[name] = {"buckets": counts}
    return answer


def suggestions(index: Index, body: object) -> Json:
    """Named suggestions of near words or near titles."""
    answer: Json = {}
    for name, wanted in dict(body if isinstance(body, dict) else {}).items():
        wanted = only(wanted, f"suggestion [{name}]", "text", "term", "prefix", "completion")
        if set(wanted) == {"text", "term"}:
            answer[name] = [_near_words(index, word, wanted["term"]) for word in tokens(text(wanted["text"], "text"))]
        elif set(wanted) == {"prefix", "completion"}:
            answer[name] = [_near_titles(index, text(wanted["prefix"], "prefix"), wanted["completion"])]
        else:
            raise bad(f"suggestion [{name}] is neither of words nor of titles")
    return answer


LEAST_LIKE = 0.5  # the server's "accuracy", which its published types do not know
_TERM = (
    "field",
    "suggest_mode",
    "sort",
    "max_edits",
    "prefix_length",
    "min_word_length",
    "size",
    "shard_size",
    "max_term_freq",
)


def _near_words(index: Index, word: str, options: object) -> Json:
    """Lucene's DirectSpellChecker: never the word itself, no word shorter than `min_word_length`."""
    options = only(options, "term", *_TERM)
    edits = options.get("max_edits", 2)
    if edits not in (1, 2):
        raise bad("max_edits must be between 1 and 2", "illegal_argument_exception")
    if (options.get("suggest_mode"), options.get("sort")) != ("always", "frequency"):
        raise bad("[term] is played with suggest_mode always and sort frequency only")
    terms = index.postings[options["field"]].terms
    same = word[: int(options.get("prefix_length", 1))]
    common = len(terms.get(word, ())) > options.get("max_term_freq", 0.01)
    short = len(word) < options.get("min_word_length", 4)
    found = {
        term: len(documents)
        for term, documents in terms.items()
        for far in [distance(term, word)]
        if term != word and term.startswith(same) and not common and not short
        if far <= edits and 1 - far / min(len(term), len(word)) >= LEAST_LIKE
    }
    liked = sorted(found, key=lambda term: distance(term, word))[: options.get("shard_size", 5)]
    best = sorted(liked, key=lambda term: (-found[term], term))[: int(options.get("size", 5))]
    shown = [{"text": term, "score": 1 - distance(term, word) / len(word), "freq": found[term]} for term in best]
    return {"text": word, "offset": 0, "length": len(word), "options": shown}


def _near_titles(index: Index, prefix: str, options: object) -> Json:
    options = only(options, "completion", "field", "size", "fuzzy")
    known = ("fuzziness", "transpositions", "min_length", "prefix_length", "unicode_aware")
    fuzzy = only(options.get("fuzzy"), "fuzzy", *known)
    name = options["field"]
    if index.properties.get(name, {}).get("type") != "completion":
        raise bad(f"Field [{name}] is not a completion suggest field", "illegal_argument_exception")
    if fuzzy.get("unicode_aware") is not True:
        raise bad("[fuzzy] is played by letters, not by bytes")
    edits = int(number(fuzzy["fuzziness"], "fuzziness")) if len(prefix) >= fuzzy.get("min_length", 3) else 0
    same = prefix[: int(fuzzy.get("prefix_length", 1))]
    found = {
        document: source[name]["weight"]
        for document, source in index.seen.items()
        if name in source
        and any(_begins(title[:200], prefix, edits) and title.startswith(same) for title in source[name]["input"])
    }
    best = sorted(found, key=lambda document: (-found[document], document))[: int(options.get("size", 5))]
    shown = [
        {"text": index.seen[document][name]["input"][0], "_id": document, "_score": float(found[document])}
        | {"_index": index.name, "_source": index.source(document)}
        for document in best
    ]
    return {"text": prefix, "offset": 0, "length": len(prefix), "options": shown}


def _begins(title: str, prefix: str, edits: int) -> bool:
    lengths = range(max(0, len(prefix) - edits), len(prefix) + edits + 1)
    return any(distance(title[:length], prefix) <= edits for length in lengths)
