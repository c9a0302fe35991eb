"""The paper's own retriever: entities matched with titles, then TF-IDF over introductions (section 4, 7.7.1)."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from baseline.config import ENTITY_TFIDF, BadConfig, default_config, load_config
from baseline.database_source import StoredPages
from baseline.entity_tfidf import build, stored
from baseline.entity_tfidf.index import NoIntroductions, index_in_memory, indexed_text, introduction, open_folder
from baseline.entity_tfidf.ngrams import cosines, hashed_counts, idf, ngrams
from baseline.entity_tfidf.stored import folder_of, index_introductions, open_introductions
from baseline.pages import names
from baseline.pages.names import exact_titles
from baseline.pipeline import Pipeline
from baseline.source import PagesInMemory
from baseline.words import claim_words
from corpus.models import Corpus
from corpus.page.elements import Page, Section, Sentence
from corpus.store import PageRecord, save_pages
from search.indexing.build import build_index
from tests.baseline.pages import WIKI, small_wiki, table

CONFIG = replace(default_config(), retriever=ENTITY_TFIDF)
TOWNS = ("Arby", "Borby", "Corby", "Dorby", "Ellby", "Farby", "Gorby")
PAGES = [
    Page(
        town,
        (
            Sentence("sentence_0", f"{town} is a town by the sea with a {thing}."),
            Section("section_0", "History", 1),
            Sentence("sentence_1", "A whale museum was opened."),
        ),
    )
    for town, thing in zip(TOWNS, ("lighthouse", "mill", "harbour", "bridge", "church", "park", "castle"), strict=True)
]
CLAIM = "The town has an old lighthouse."


def find(claim: str, pages=PAGES):
    return Pipeline(PagesInMemory(pages), CONFIG).find(claim)


# --- The switch ------------------------------------------------------------------------------------------------------


def test_an_unknown_retriever_is_named_with_file_line_and_the_known_ones(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text('# mine\n\nretriever = "tfidf"\n[pages]\nkeep = 3\n', encoding="utf-8")
    with pytest.raises(BadConfig) as error:
        load_config(path)
    assert str(error.value).startswith(f"{path}: line 3: retriever: 'tfidf'")
    assert "'fusion', 'entity-tfidf'" in str(error.value)


def test_suggestions_made_before_the_switch_keep_their_version():
    assert default_config().version != CONFIG.version
    assert replace(CONFIG, retriever="fusion").version == default_config().version


def test_the_file_chooses_it(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text('retriever = "entity-tfidf"\n', encoding="utf-8")
    assert load_config(path) == CONFIG
    found = find(CLAIM)
    assert {one.model for one in found.suggestions if one.stage == "sentences"} == {"tfidf"}


# --- N-grams and weights ---------------------------------------------------------------------------------------------


def test_pairs_do_not_reach_over_stop_words_and_punctuation():
    assert [*ngrams("The Harbour League, founded in 1901")] == [
        *("harbour", "league", "founded", "1901"),
        "harbour league",
    ]


def test_counts_are_hashed_to_two_to_the_24():
    counts = hashed_counts(["whale whale museum", ""])
    assert counts.shape == (2, 2**24)
    assert sorted(counts.data.tolist()) == [1, 1, 1, 2]  # museum, whale museum, whale whale; whale


def test_the_idf_is_that_of_drqa_and_never_below_zero():
    assert idf(7, np.array([1, 3, 4])).tolist() == pytest.approx([math.log(6.5 / 1.5), math.log(4.5 / 3.5), 0])


def test_the_cosine_by_hand():
    """Of three texts one has "whale" twice, none has "town": (whale, sea) against (whale, sea: in two texts)."""
    scores, shared = cosines("whale town", ["whale, whale; sea", "sea", "mill"])
    whale, sea, town = (idf(3, np.array(having)) for having in (1, 2, 0))
    assert sea == 0
    both = idf(3, np.array(0))  # "whale town"
    length = math.sqrt((math.log(2) * whale) ** 2 + (math.log(2) * town) ** 2 + (math.log(2) * both) ** 2)
    assert scores.tolist() == pytest.approx([math.log(2) * whale / length, 0, 0])
    assert shared.tolist() == [True, False, False]


# --- Pages -----------------------------------------------------------------------------------------------------------


def test_pages_that_the_claim_names_come_first_and_introductions_fill_up():
    found = find("Gorby has a lighthouse.")
    assert [(page.title, page.name) for page in found.pages] == [("Gorby", "gorby"), ("Arby", "")]
    assert found.pages[0].score >= 1 > found.pages[1].score > 0


def test_of_more_named_pages_than_k_the_nearest_are_kept():
    claim = "The lighthouse of Arby is older than Borby, Corby, Dorby, Ellby, Farby and Gorby."
    found = find(claim)
    assert [page.title for page in found.pages][0] == "Arby"
    assert len(found.pages) == 5 and all(page.name for page in found.pages)


def test_only_introductions_are_read():
    assert "whale" not in introduction(PAGES[0]).lower()
    assert index_in_memory(PAGES).rank("A whale museum was opened.", 5) == []


def test_titles_match_letter_by_letter_and_redirects_are_no_titles():
    assert exact_titles(claim_words("The shipowner A. Berg met Anna Berg."), small_wiki()) == {"Anna Berg": "anna berg"}
    assert exact_titles(claim_words("ANNA BERG was rich."), small_wiki()) == {}


def test_with_spacy_an_entity_is_a_title_as_a_whole(monkeypatch):
    monkeypatch.setattr(names, "_entity_texts", lambda text, model: ["the Harbour League", "Anna Berg"])
    claim = claim_words("Anna Berg founded the Harbour League.")
    assert exact_titles(claim, small_wiki(), spacy="en_core_web_sm") == {"Anna Berg": "anna berg"}


# --- Sentences and tables --------------------------------------------------------------------------------------------


def test_sentences_and_tables_are_ranked_and_lists_left_out():
    found = find("Quay Rovers won the Harbour League of Anna Berg in 2001 at Lighthouse Park.", WIKI)
    assert found.sentences[0].element == "Harbour League_sentence_0"
    assert [one.element for one in found.tables] == ["Harbour League_table_0"]
    assert any(one.element.startswith("Harbour League_cell_0_1_") for one in found.suggestions)
    assert not any("_item_" in one.element for one in found.suggestions)


def test_of_many_the_numbers_of_the_settings_are_kept():
    many = [Sentence(f"sentence_{n}", f"The whale number {n} came.") for n in range(9)]
    tables = [table([["Whale", "Year"], [f"Moby {n}", "1851"]], f"table_{n}") for n in range(6)]
    found = find("The Whale came as Moby 3 in 1851.", [Page("Whale", (*many, *tables))])
    assert (len(found.sentences), len(found.tables)) == (5, 5)
    assert found.tables[0].element == "Whale_table_3"


# --- The index of a corpus -------------------------------------------------------------------------------------------


@pytest.fixture
def small_shards(monkeypatch):
    monkeypatch.setattr(build, "SHARD", 3)


@pytest.fixture
def towns(db, settings, tmp_path, small_shards):
    settings.ATTEST_DATA_DIR = tmp_path
    made = Corpus.objects.create(slug="towns", name="Towns")
    save_pages(made, map(PageRecord, PAGES))
    build_index(made)
    return made


def test_the_files_hold_what_the_index_in_memory_does(towns):
    memory, made = index_in_memory(PAGES), index_introductions(towns)
    files = open_introductions(towns)
    assert made.pages == len(PAGES) and made.postings == len(files.rows) == len(memory.rows)
    for name in ("starts", "rows", "counts", "title_ends", "titles"):
        assert np.array_equal(getattr(files, name), getattr(memory, name)), name
    assert np.allclose(files.lengths, memory.lengths)
    assert dict(files.rank(CLAIM, 5)) == pytest.approx(dict(memory.rank(CLAIM, 5)))
    assert files.rank(CLAIM, 5)[0][0] == "Arby"


def test_a_corpus_is_searched_as_pages_in_memory_are(towns):
    index_introductions(towns)
    found = Pipeline(StoredPages(towns), CONFIG).find("Gorby has a lighthouse.")
    assert [page.title for page in found.pages] == ["Gorby", "Arby"]


def test_a_corpus_without_the_index_says_which_command_makes_it(towns):
    with pytest.raises(NoIntroductions, match="index_introductions --corpus towns"):
        Pipeline(StoredPages(towns), CONFIG)
    assert Pipeline(StoredPages(towns)).find(CLAIM).pages  # the other one needs none


def test_a_damaged_index_and_one_of_another_version_say_so(towns, monkeypatch):
    index_introductions(towns)
    (folder,) = folder_of(towns).glob("index-*")
    (folder / "rows.npy").write_bytes(b"")
    with pytest.raises(NoIntroductions, match="damaged"):
        open_introductions(towns)
    monkeypatch.setattr(stored, "SCHEMA_VERSION", 99)
    with pytest.raises(NoIntroductions, match="another version"):
        open_introductions(towns)
    assert index_introductions(towns).seconds > 0
    assert open_introductions(towns).rank(CLAIM, 1)[0][0] == "Arby"


def test_an_interrupted_build_goes_on_where_it_was(towns, monkeypatch):
    def interrupt(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        index_introductions(towns, interrupt)
    read, progress = [], []

    def noted(page: Page, *, is_ascii: bool) -> str:
        read.append(page.title)
        return indexed_text(page, is_ascii=is_ascii)

    monkeypatch.setattr(stored, "indexed_text", noted)
    index_introductions(towns, lambda done, total: progress.append((done, total)))
    assert sorted(read) == sorted(TOWNS[3:])  # the first shard of three was kept
    assert progress == [(6, 7), (7, 7)]
    assert open_introductions(towns).rank(CLAIM, 1)[0][0] == "Arby"
    assert len([*folder_of(towns).glob("*-*")]) == 1  # the shards are gone


def test_a_corpus_that_changed_is_indexed_anew_and_one_that_did_not_is_not(towns):
    index_introductions(towns)
    assert index_introductions(towns).seconds == 0
    save_pages(towns, [PageRecord(Page("Hulby", (Sentence("sentence_0", "Hulby has a lighthouse, too."),)))])
    assert index_introductions(towns).pages == 8
    assert {title for title, _ in open_introductions(towns).rank(CLAIM, 5)} == {"Arby", "Hulby"}


def test_a_page_that_is_gone_since_is_passed_over(towns):
    index_introductions(towns)
    towns.pages.filter(title="Arby").delete()
    assert Pipeline(StoredPages(towns), CONFIG).retriever.pages(claim_words(CLAIM)) == ()


def test_the_command_says_what_it_did(towns, capsys):
    call_command("index_introductions", "--corpus", "towns")
    out, err = capsys.readouterr()
    assert out.startswith("towns: 7 introductions,")
    assert "7 of 7 pages" in err
    call_command("index_introductions")
    assert "up to date" in capsys.readouterr().out
    with pytest.raises(CommandError, match="There are: towns"):
        call_command("index_introductions", "--corpus", "nowhere")


def test_a_corpus_without_introductions_is_refused(db, settings, tmp_path):
    settings.ATTEST_DATA_DIR = tmp_path
    empty = Corpus.objects.create(slug="empty", name="Empty")
    with pytest.raises(NoIntroductions, match="no introductions"):
        index_introductions(empty)


def test_a_bucket_that_shards_share_is_in_the_order_of_rows(small_shards, tmp_path):
    texts = [f"whale {'mill ' * n}" for n in range(8)]
    rows = [(n + 1, f"Page {n}", text) for n, text in enumerate(texts)]
    shards = build.write_shards(tmp_path / "shards", lambda key: (row for row in rows if row[0] > key))
    assert [shard.pages for shard in shards] == [3, 3, 2]
    build.merge(shards, tmp_path / "index")
    index = open_folder(tmp_path / "index")
    (bucket,) = hashed_counts(["whale"]).indices
    assert index.rows[index.starts[bucket] : index.starts[bucket + 1]].tolist() == [*range(8)]
    assert [index.title(row) for row in range(8)] == [row[1] for row in rows]
