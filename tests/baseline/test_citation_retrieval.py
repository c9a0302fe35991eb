"""Better sources for a claim: what is found, what cannot be suggested, what is better, and by whom it was found."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from baseline.citations import retrieval
from baseline.citations.circular import why_no_source
from baseline.citations.claim import Claim, Verification
from baseline.citations.query import SearchQuery
from baseline.citations.ranking import Kept, claim_factors, ranked, stem_weights
from baseline.citations.retrieval import Dense, Hosts, Search, better_sources, candidates, open_search, ordered
from baseline.dense.encoder import Encoder
from baseline.dense.stored import index_vectors, stored_vectors
from corpus.models import Corpus, StoredPage
from corpus.web.addresses import page_key
from corpus.web.record import WebRecord
from search.folding import fold
from tests.web_pages import searchable

BEFORE = "Anna Berg was born in the small town of Vardo in 1880."
TEXT = "She founded the lighthouse society of Vardo in 1921 with eleven members."
CLAIM = Claim("Anna Berg", TEXT, len(TEXT), ("Career",), (BEFORE,))
FULL = "In 1921 Anna Berg founded the lighthouse society of Vardo, which had eleven members."
PAGES = {
    "https://cited.org/a": [FULL],
    "https://copy.org/a": [FULL],
    "https://news.org/best": [FULL],
    "https://news.org/second": ["In 1921 Anna Berg founded the lighthouse society of Vardo."],
    "https://reprint.org/best": [FULL],
    "https://pen.blog.org/half": ["Anna Berg founded the lighthouse society of Vardo, says a blog."],
    "https://en.wikipedia.org/wiki/Anna_Berg": [FULL],
    "https://mirror.org/anna": ["Anna Berg", BEFORE, TEXT],
    "https://weather.org/": ["The weather in Vardo was bad in 1921."],
}
OUT = {"excluded": {page_key("http://www.cited.org/a/")}}


class SharedWords:
    """The share of the claim's words that a passage has; what it lacks is the probability of failing."""

    name = "shared words"

    def verify(self, claim: Claim, passages: Sequence[str]) -> Verification:
        wanted = set(fold(claim.cited).split())
        scores = tuple(len(wanted & set(fold(passage).split())) / len(wanted) for passage in passages)
        best = max(scores)
        return Verification(best, 1 - best, scores.index(best), scores)


@pytest.fixture
def corpus(db, settings, tmp_path) -> Corpus:
    settings.ATTEST_DATA_DIR = tmp_path
    records = [WebRecord(url, "", sentences=tuple(texts), title=texts[0][:20]) for url, texts in PAGES.items()]
    records.append(WebRecord("https://collected.org/a", "", sentences=(FULL,), collection="claim 7"))
    return searchable("web", records)


def pk_of(url: str) -> int:
    return StoredPage.objects.get(web__url=url).pk


def suggested(search: Search, **options) -> list[str]:
    return [one.url for one in better_sources(CLAIM, search, SharedWords(), **options)]


def test_what_supports_the_claim_is_suggested_one_of_a_site_and_of_a_passage(corpus):
    search = open_search([corpus])
    copies = {pk_of("https://copy.org/a")}
    best, half = better_sources(CLAIM, search, SharedWords(), **OUT, exclude_pages=copies)
    assert best.url == "https://news.org/best"
    assert (half.url, half.fails) == ("https://pen.blog.org/half", 0.5)
    assert (best.text, best.page, best.passage) == (FULL, pk_of(best.url), "sentence_0")
    assert [system for system, _rank in best.found_by] == ["bm25"]
    assert suggested(search, most=1, **OUT, exclude_pages=copies) == [best.url]


def test_what_is_suggested_does_not_depend_on_the_order_of_rows(corpus, monkeypatch):
    search = open_search([corpus])
    found = sorted(candidates(CLAIM, search, **OUT), key=lambda one: one.address)
    for rows in (found, found[::-1]):
        monkeypatch.setattr(retrieval, "candidates", lambda *_, rows=rows: rows)
        assert suggested(search) == ["https://copy.org/a", "https://news.org/second", "https://pen.blog.org/half"]


def test_nothing_is_suggested_that_is_not_better_than_the_cited_page(corpus):
    search = open_search([corpus])
    found = {url: SharedWords().verify(CLAIM, texts) for url, texts in PAGES.items()}
    assert suggested(search, cited=found["https://cited.org/a"]) == []
    better = suggested(search, cited=found["https://pen.blog.org/half"])
    assert better == ["https://cited.org/a", "https://news.org/second"]


def test_hosts_can_be_searched_alone_and_never(corpus):
    alone = open_search([corpus], wanted=Hosts(only=frozenset({"blog.org"})))
    assert suggested(alone) == ["https://pen.blog.org/half"]
    never = Hosts(never=frozenset({"news.org", "reprint.org", "cited.org", "copy.org"}))
    assert suggested(open_search([corpus], wanted=never)) == ["https://pen.blog.org/half"]


def test_wikipedia_and_its_copies_are_no_sources():
    assert why_no_source("https://en.m.wikipedia.org/wiki/A") and why_no_source("https://www.wikiwand.com/en/A")
    assert not why_no_source("https://www.nytimes.com/") and not why_no_source("")


def test_a_search_says_what_is_off_and_goes_on_without_it(corpus, tmp_path):
    empty = Corpus.objects.create(slug="bare", name="Bare")
    search = open_search([empty, corpus])
    assert [one.slug for one in search.indexed] == ["web"]
    assert [any(word in note for note in search.notes) for word in ("bare", "bi-encoder")] == [True, True]
    assert open_search([]).indexed == () and suggested(open_search([])) == []


def test_both_systems_are_joined_and_keep_their_ranks(corpus, monkeypatch):
    def encode(texts: Sequence[str]) -> np.ndarray:
        rows = np.array([[text.count(letter) for letter in "abcdefgh"] for text in texts], np.float32)
        return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1)

    encoder = Encoder("letters", 8, "letters", encode)
    index_vectors(corpus, encoder)
    dense = Dense(encoder, {corpus.pk: stored_vectors(corpus, encoder)})
    monkeypatch.setattr(retrieval, "EACH", 3)
    found = candidates(CLAIM, Search(corpora=(corpus,), indexed=(corpus,), dense=dense))
    ranks = [dict(one.found_by) for one in found]
    assert {system for one in ranks for system in one} == {"bm25", "dense"}
    assert 3 <= len(found) <= 6 and all(1 <= rank <= 3 for one in ranks for rank in one.values())


def test_words_of_the_title_count_twice_and_long_claims_are_cut(corpus):
    factors = claim_factors(CLAIM)
    assert (factors["anna"], factors["1921"], factors["career"], factors["born"]) == (2.0, 1.0, 0.25, 0.4)
    weights = stem_weights(factors, (100, {"anna": 50}))
    assert 0 < weights["anna"] < weights["1921"]
    listed = Claim("List", " ".join(f"word{n}" for n in range(5_000)), 10**6)
    assert len(claim_factors(listed)) == 150
    assert ranked((), weights).score == 0.0
    first, *_ = sorted(ordered(CLAIM, open_search([corpus], query=SearchQuery.TITLE), candidates(
        CLAIM, open_search([corpus]))), key=lambda one: -one[1].score)  # fmt: skip
    assert first[0].url == "https://mirror.org/anna"


def test_counted_pages_are_kept_within_bounds():
    kept = Kept(most=10)
    for key in range(4):
        kept.add(key, {"title": "A", "order": ["sentence_0"], "sentence_0": "Four words of text"})
        assert kept.get(0) is not None or key > 2
    assert (sorted(kept.pages), kept.words) == ([0, 3], 8)
