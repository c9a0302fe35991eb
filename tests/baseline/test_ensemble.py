"""TF-IDF and BM25 of pages, joined by rank aggregation; folding to ASCII; DCUF's rules."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

from baseline.config import AGGREGATIONS, ENSEMBLE, INTRODUCTIONS, BadConfig, Config, default_config, load_config
from baseline.database_source import StoredPages
from baseline.entity_tfidf.index import NoIntroductions, index_in_memory
from baseline.entity_tfidf.nearest_ascii import nearest_ascii
from baseline.entity_tfidf.stored import index_introductions, open_introductions
from baseline.pipeline import Pipeline
from baseline.rerank.ensemble.aggregation import aggregate, positions
from baseline.rerank.ensemble.retriever import TFIDF
from baseline.rerank.ensemble.rules import has_other_year, ngrams, promoted_titles
from baseline.source import PagesInMemory
from baseline.words import claim_words
from corpus.models import Corpus
from corpus.page.elements import Page, Sentence
from corpus.page.page_json import page_to_json
from corpus.store import PageRecord, save_pages
from search import bm25
from search.indexing.build import build_index
from tests.baseline.pages import WIKI

ROOT = Path(__file__).resolve().parents[2]
CLAIM = "The Harbour League was founded by Anna Berg in 1901."


def listed(*items: str) -> list[tuple[str, float]]:
    """A ranking of these items without ties."""
    return [(item, -float(rank)) for rank, item in enumerate(items)]


def order(method: str, *rankings: list[tuple[str, float]]) -> str:
    return "".join(item for item, _ in aggregate(rankings, method))


def config(**settings: object) -> Config:
    shipped = default_config()
    return replace(shipped, retriever=ENSEMBLE, ensemble=replace(shipped.ensemble, **settings))


def page(title: str, *sentences: str) -> Page:
    return Page(title, tuple(Sentence(f"sentence_{n}", text) for n, text in enumerate(sentences)))


def titles(pages: list[Page], claim: str, **settings: object) -> list[str]:
    pipeline = Pipeline(PagesInMemory(pages), config(**settings))
    return [one.title for one in pipeline.retriever.pages(claim_words(claim))]


# --- Aggregation -----------------------------------------------------------------------------------------------------


def test_borda_by_hand_where_one_list_is_partial():
    """Four items. The second list gives b and d half of the two lowest scores, 1 and 0, each."""
    found = dict(aggregate([listed("a", "b", "c", "d"), listed("c", "a")], "borda"))
    assert found == {"a": 3 + 2, "b": 2 + 0.5, "c": 1 + 3, "d": 0 + 0.5}


def test_median_rank_by_hand():
    found = dict(aggregate([listed("a", "b", "c"), listed("b", "a", "c"), listed("c", "b", "a")], "median-rank"))
    assert found == {"a": -2, "b": -2, "c": -3}
    assert order("median-rank", listed("a", "b", "c"), listed("d", "c", "b")) == "bcad"  # in both lists before in one


def test_mc4_of_two_items_by_hand():
    """From b to a with probability .95 / 2 + .05 / 2 = .5, back with .05 / 2: a has 20 times as much."""
    found = dict(aggregate([listed("a", "b"), listed("a", "b")], "mc4"))
    assert found == pytest.approx({"a": 20 / 21, "b": 1 / 21})


def test_mc4_of_a_cycle_prefers_nobody_and_a_condorcet_winner_is_first():
    cycle = aggregate([listed("a", "b", "c"), listed("b", "c", "a"), listed("c", "a", "b")], "mc4")
    assert [value for _, value in cycle] == pytest.approx([1 / 3] * 3)
    assert order("mc4", listed("a", "b", "c"), listed("a", "c", "b"), listed("c", "b", "a")).startswith("a")
    # Borda prefers b, which two of three lists have behind a
    lists = [listed("a", "b", "c", "d"), listed("a", "b", "d", "c"), listed("b", "c", "d", "a")]
    assert (order("mc4", *lists)[0], order("borda", *lists)[0]) == ("a", "b")


def test_mc4_goes_by_the_lists_that_rank_both():
    """Only the second list has c and d; nothing is said of these and b. d is left for a and c, b for a alone."""
    found = dict(aggregate([listed("a", "b"), listed("a", "c", "d")], "mc4"))
    assert found["a"] > found["c"] > found["b"] > found["d"]
    assert sum(found.values()) == pytest.approx(1)


def test_reciprocal_rank_fusion_by_hand():
    found = dict(aggregate([listed("a", "b"), listed("b", "c")], "reciprocal-rank", k=60))
    assert found == pytest.approx({"a": 1 / 61, "b": 1 / 62 + 1 / 61, "c": 1 / 62})
    assert dict(aggregate([listed("a")], "reciprocal-rank", k=9)) == pytest.approx({"a": 0.1})


@pytest.mark.parametrize("method", AGGREGATIONS)
def test_what_every_aggregation_does(method):
    one, other, partial = listed(*"abcde"), listed(*"bacde"), listed(*"cxa")
    assert order(method, one, one) == "abcde"  # unanimity
    assert order(method, one, []) == order(method, [], one) == order(method, one) == "abcde"
    assert aggregate([[], []], method) == aggregate([], method) == []
    ties = [(item, 1.0) for item in "edcba"]
    assert order(method, one, ties) == "abcde"  # equal scores say nothing
    assert order(method, ties) == "abcde"  # by name
    assert len({order(method, *lists) for lists in permutations([one, other, partial])}) == 1
    assert sorted(order(method, one, partial)) == [*"abcdex"]
    assert order(method, listed(*"abab"), one) == "abcde"  # an item counts once, where it is first


def test_equal_scores_share_the_mean_of_their_places():
    assert positions([("a", 3.0), ("b", 2.0), ("c", 2.0), ("d", 1.0)]) == {"a": 1, "b": 2.5, "c": 2.5, "d": 4}


# --- Folding ---------------------------------------------------------------------------------------------------------


def test_the_nearest_ascii():
    assert nearest_ascii("Łódź – “Øre” ﬁ Straße…") == 'Lodz - "Ore" fi Strasse...'
    assert nearest_ascii("Vigdi\u0301s") == "Vigdis"
    assert nearest_ascii("Ωμέγα が") == "Ωμέγα が"  # other scripts are not transliterated


def test_folding_finds_what_is_written_with_other_letters():
    pages = [
        *(page("Lodz", "Łódź has mills."), page("Poznan", "It has lakes."), page("Warsaw", "It has bridges.")),
        *(page("Krakow", "It has a castle."), page("Torun", "It has walls.")),
    ]
    for is_ascii, expected in ((True, ["Lodz"]), (False, [])):
        index = index_in_memory(pages, is_ascii=is_ascii)
        assert [title for title, _ in index.rank("Lodz", 5)] == expected
        assert [title for title, _ in index.rank_bm25("Lodz", 5)] == expected


def test_bm25_of_introductions_by_hand():
    pages = [page("A", "whale whale mill"), page("B", "whale"), page("C", "harbour")]
    found = dict(index_in_memory(pages).rank_bm25("whale", 5))
    average = (5 + 1 + 1) / 3  # n-grams: whale whale mill, whale whale, whale mill
    norms = [1.2 * (0.25 + 0.75 * size / average) for size in (5, 1)]
    weight = bm25.idf(3, 2)
    assert found == pytest.approx({"A": weight * 2 / (2 + norms[0]), "B": weight * 1 / (1 + norms[1])})


# --- The rules -------------------------------------------------------------------------------------------------------


def test_a_title_that_begins_with_a_year_the_claim_lacks():
    assert has_other_year("2004 Summer Olympics", "The 2008 Olympics were in Beijing.")
    assert not has_other_year("2008 Summer Olympics", "The 2008 Olympics were in Beijing.")
    assert not has_other_year("Olympics 2004", "In 2008.") and not has_other_year("300 (film)", "In 2008.")
    assert not has_other_year("  ", "In 2008.")


def test_the_n_grams_have_two_to_nine_tokens_and_begin_early():
    found = [*ngrams("A b-c, D.")]
    assert found[:3] == ["A b-c", "A b-c,", "A b-c, D."]
    many = [*ngrams(" ".join(map(str, range(100, 130))))]
    assert {len(each.split()) for each in many} == {*range(2, 10)}
    assert {each.split()[0] for each in many} == {str(number) for number in range(100, 107)}


def test_titles_of_several_words_are_promoted_letter_by_letter():
    source = PagesInMemory([*WIKI, page("founded the", "No name.")], {"A. Berg": "Anna Berg"})
    claim = "Anna Berg founded the Harbour League in 1901."
    assert promoted_titles(claim, source) == ["Anna Berg", "founded the", "Harbour League"]
    assert promoted_titles("A. Berg founded the harbour league.", source) == ["founded the"]


# --- Pages -----------------------------------------------------------------------------------------------------------

SEASONS = [
    page("2001 season", "The harbour season was won by Rovers."),
    page("2002 season", "The harbour season was won by Town."),
    page("Quay Town", "A club."),
    page("Other", "Nothing here."),
    page("Last", "Somewhere else."),
]


def test_years_and_title_n_grams_are_switches():
    claim = "Quay Town won the harbour season of 2002."
    assert titles(SEASONS, claim)[:3] == ["Quay Town", "2002 season", "2001 season"]
    assert "2001 season" not in titles(SEASONS, claim, years=True)
    assert titles(SEASONS, claim, title_ngrams=False)[0] == "2002 season"


@pytest.mark.parametrize("method", AGGREGATIONS)
def test_a_page_has_its_rank_and_score_in_each_list(method):
    pipeline = Pipeline(PagesInMemory(WIKI), config(aggregation=method))
    best = pipeline.retriever.pages(claim_words(CLAIM))[0]
    assert (best.title, best.score) == ("Harbour League", 1.0)
    assert [(one.stage, one.rank) for one in best.stages][-1] == (f"ensemble-{method}", 1)
    assert {one.stage for one in best.stages} >= {TFIDF, "bm25"}
    assert all(0 <= one.score <= 1 for one in pipeline.retriever.pages(claim_words(CLAIM)))


def test_the_stages_after_it_run_as_ever():
    found = Pipeline(PagesInMemory(WIKI), config()).find(CLAIM)
    assert found.sentences[0].element == "Harbour League_sentence_0"
    assert Pipeline(PagesInMemory(WIKI), config(bm25=INTRODUCTIONS)).find(CLAIM).pages[0].title == "Harbour League"


def test_claims_without_words_or_known_words_find_nothing():
    pipeline = Pipeline(PagesInMemory(WIKI), config())
    for claim in ("", " ?! …", "Zyzzyva quetzal."):
        assert pipeline.retriever.pages(claim_words(claim)) == ()
        assert pipeline.find(claim).notes
    assert Pipeline(PagesInMemory([]), config()).find(CLAIM).pages == ()


def test_one_list_may_be_empty():
    """Of two pages every word of both is in half of them or more: TF-IDF weighs nothing."""
    pages = [page("Mill", "A mill by the sea."), page("Quay", "A quay by the sea.")]
    assert titles(pages, "The mill stands by the sea.") == ["Mill", "Quay"]
    assert index_in_memory(pages).rank("The mill stands by the sea.", 5) == []


def test_as_many_as_are_kept_and_pages_of_another_retriever_behind():
    pages = [page(f"Mill {n}", f"The mill number {n} stands by the sea.") for n in range(9)]
    assert len(titles(pages, "A mill stands by the sea.", keep=4)) == 4
    pipeline = Pipeline(PagesInMemory([*pages, page("Far", "No.")]), config(keep=4))
    found = pipeline.retriever.pages(claim_words("A mill stands by the sea."), also=["Far"])
    assert [one.title for one in found][4:] == ["Far"] and found[-1].score == 0


# --- Settings and the command ----------------------------------------------------------------------------------------


def test_settings_are_checked_and_named(tmp_path):
    path = tmp_path / "own.toml"
    for text, message in (
        ('[ensemble]\naggregation = "kemeny"', "line 2: aggregation: 'kemeny'"),
        ('[ensemble]\nbm25 = "lucene"', "line 2: bm25: 'lucene'"),
        ("[ensemble]\nascii = 1", "1 is not true or false"),
    ):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(BadConfig, match=message):
            load_config(path)


def test_suggestions_keep_their_version_where_the_ensemble_is_not_used():
    shipped = default_config()
    other = replace(shipped.ensemble, years=True)
    assert replace(shipped, ensemble=other).version == shipped.version
    assert replace(config(), ensemble=other).version != config().version != shipped.version


def test_the_command_prints_the_whole_ranking(tmp_path):
    path = tmp_path / "pages.jsonl"
    path.write_text("".join(json.dumps(page_to_json(one)) + "\n" for one in WIKI), encoding="utf-8")
    command = [sys.executable, "-m", "baseline.rerank.ensemble", CLAIM, "?!", "--pages", str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    rows = [*map(json.loads, done.stdout.splitlines())]
    assert rows[0]["title"] == "Harbour League"
    assert [one["stage"] for one in rows[0]["stages"]][-1] == "ensemble-reciprocal-rank"
    assert done.stderr.count("\n") == 1  # the second claim has no words


# --- A corpus --------------------------------------------------------------------------------------------------------


def test_a_corpus_is_searched_with_its_own_index_of_folded_introductions(db, settings, tmp_path):
    settings.ATTEST_DATA_DIR = tmp_path
    corpus = Corpus.objects.create(slug="towns", name="Towns")
    save_pages(corpus, map(PageRecord, [*WIKI, page("Lodz", "Łódź has mills.")]))
    build_index(corpus)
    with pytest.raises(NoIntroductions, match="--corpus towns --ascii"):
        Pipeline(StoredPages(corpus), config())
    index_introductions(corpus, is_ascii=True)
    assert open_introductions(corpus, is_ascii=True).rank("Lodz", 5)[0][0] == "Lodz"
    with pytest.raises(NoIntroductions):
        open_introductions(corpus)
    pipeline = Pipeline(StoredPages(corpus), config())
    assert pipeline.find(CLAIM).pages[0].title == "Harbour League"
    corpus.pages.filter(title="Harbour League").delete()  # both indexes still have it
    found = Pipeline(StoredPages(corpus), config()).retriever.pages(claim_words(CLAIM))
    assert "Harbour League" not in [one.title for one in found]
