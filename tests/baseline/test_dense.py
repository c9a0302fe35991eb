"""Vectors of pages: files, resuming, the nearest, what may be wrong; by a fake encoder and a tiny model."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from baseline.config import default_config
from baseline.database_source import StoredPages
from baseline.dense.encoder import Encoder, open_encoder
from baseline.dense.retriever import DenseRetriever
from baseline.dense.stored import index_vectors, stored_vectors
from baseline.dense.vectors import PageVectors, open_vectors, vectors_in_memory
from baseline.models import NoModel
from baseline.pipeline import Pipeline
from baseline.retriever import fused
from corpus.models import Corpus
from corpus.page.elements import Page, Sentence
from corpus.store import PageRecord, save_pages
from search.indexing.build import build_index
from tests.baseline.pages import WIKI, small_wiki

CLAIM = "A shipowner gave the town its first lighthouse."


def by_letters(texts, dimensions: int = 32) -> np.ndarray:
    """How often each letter is in a text: texts of the same letters are near."""
    found = np.zeros((len(texts), dimensions), np.float32)
    for row, text in zip(found, texts, strict=True):
        for letter in text.casefold():
            row[ord(letter) % dimensions] += 1
        row /= max(float(np.linalg.norm(row)), 1.0)
    return found


def encoder(fingerprint: str = "letters", dimensions: int = 32, encode=None) -> Encoder:
    return Encoder("letters", dimensions, fingerprint, encode or (lambda texts: by_letters(texts, dimensions)))


@pytest.fixture
def corpus(db, settings, tmp_path):
    settings.ATTEST_DATA_DIR = tmp_path
    made = Corpus.objects.create(slug="dense-small", name="Small")
    pages = [
        Page(f"Page {n}", (Sentence("sentence_0", f"Text {n} of {chr(97 + n % 26) * (n % 7)}."),)) for n in range(600)
    ]
    save_pages(made, map(PageRecord, [*WIKI, *pages]))
    build_index(made)
    return made


def test_stored_vectors_find_what_those_in_memory_find(corpus):
    built = index_vectors(corpus, encoder())
    assert built.pages == 604
    stored = stored_vectors(corpus, encoder())
    pages = [StoredPages(corpus).page(title) for title in corpus.pages.order_by("pk").values_list("title", flat=True)]
    memory = vectors_in_memory([page for page in pages if page is not None], encoder())
    (vector,) = by_letters([CLAIM])
    assert stored.nearest(vector, 20) == memory.nearest(vector, 20)
    assert len(stored.nearest(vector, 10_000)) == 604
    assert isinstance(stored.rows, np.memmap)
    assert index_vectors(corpus, encoder()).seconds == 0


def test_an_interrupted_run_goes_on_and_gives_the_same_files(corpus, settings, tmp_path):
    calls = []

    def interrupted(texts):
        calls.append(len(texts))
        if len(calls) == 2:
            raise KeyboardInterrupt
        return by_letters(texts)

    with pytest.raises(KeyboardInterrupt):
        index_vectors(corpus, encoder(encode=interrupted))
    part = tmp_path / "vectors" / corpus.slug / "letters.part"
    with (part / "vectors.f32").open("ab") as file:
        file.write(b"half a row")
    encoded: list[str] = []

    def counted(texts):
        encoded.extend(texts)
        return by_letters(texts)

    index_vectors(corpus, encoder(encode=counted))
    assert len(encoded) == 604 - 256
    again = encoder("again")
    index_vectors(corpus, again)
    for name in ("vectors.f32", "titles.txt", "title_ends.npy"):
        folder = tmp_path / "vectors" / corpus.slug
        assert (folder / "letters" / name).read_bytes() == (folder / "again" / name).read_bytes()
    assert not part.exists()


def test_vectors_that_do_not_fit_are_named(corpus):
    with pytest.raises(NoModel, match="index_vectors --corpus dense-small"):
        stored_vectors(corpus, encoder())
    index_vectors(corpus, encoder())
    with pytest.raises(NoModel, match="vectors of other weights: letters"):
        stored_vectors(corpus, encoder("other"))
    with pytest.raises(NoModel, match="32 dimensions, those of 'letters' 16"):
        stored_vectors(corpus, encoder(dimensions=16))
    save_pages(corpus, [PageRecord(Page("New", (Sentence("sentence_0", "New."),)))])
    build_index(corpus)
    with pytest.raises(NoModel, match="was rebuilt since its vectors were made"):
        stored_vectors(corpus, encoder())
    assert index_vectors(corpus, encoder()).pages == 605


def test_a_vector_that_is_no_number_is_named(corpus, settings, tmp_path):
    index_vectors(corpus, encoder())
    path = tmp_path / "vectors" / corpus.slug / "letters" / "vectors.f32"
    rows = np.fromfile(path, np.float32).reshape(-1, 32)
    rows[2] = np.nan
    rows.tofile(path)
    title = corpus.pages.order_by("pk")[2].title
    with pytest.raises(NoModel, match=re.escape(f"vector of '{title}'")):
        stored_vectors(corpus, encoder()).nearest(by_letters([CLAIM])[0], 5)
    path.write_bytes(b"cut off")
    with pytest.raises(NoModel, match="damaged"):
        stored_vectors(corpus, encoder())


def test_an_empty_folder_of_vectors_has_nothing_near():
    empty = vectors_in_memory([], encoder())
    assert empty.nearest(by_letters([CLAIM])[0], 5) == []


def test_pages_of_both_retrievers_are_joined_by_reciprocal_rank(monkeypatch):
    source, config = small_wiki(), default_config()
    dense = DenseRetriever(encoder(), source.vectors(encoder()))
    monkeypatch.setattr("baseline.pipeline.open_dense", lambda config, source: dense)
    found = Pipeline(source, config).find("Anna Berg founded the Harbour League.")
    assert {page.title for page in found.pages} >= {"Elmstad (town)", "Length"}  # which have no word of the claim
    first = found.pages[0]
    assert [stage.stage for stage in first.stages] == ["letters", "fusion"]
    own = [replace(page, stages=()) for page in found.pages]
    near = dense.retrieve("Anna Berg founded the Harbour League.", 20)
    joined = fused(own, dense, near, 60.0)
    rank = {one.title: n for n, one in enumerate(near, start=1)}
    sums = {page.title: 1 / (60 + n) + 1 / (60 + rank[page.title]) for n, page in enumerate(own, start=1)}
    assert [page.title for page in joined] == sorted(sums, key=lambda title: -sums[title])


def test_a_dense_retriever_that_fails_costs_itself(monkeypatch):
    source = small_wiki()
    vectors = source.vectors(encoder())
    broken = PageVectors({}, np.full_like(vectors.rows, np.nan), vectors.titles, vectors.title_ends)
    monkeypatch.setattr("baseline.pipeline.open_dense", lambda config, source: DenseRetriever(encoder(), broken))
    found, plain = Pipeline(source).find(CLAIM), Pipeline(source).find(CLAIM)
    assert found.pages == plain.pages
    assert [note for note in found.notes if "is no number (NaN)" in note]


@pytest.mark.extended
def test_a_tiny_encoder_by_path_retrieves(corpus, tmp_path):
    pytest.importorskip("torch", reason="no torch: bin/setup web models")
    from tests.baseline.test_models import tiny

    weights = tiny(tmp_path / "encoder", "MaskedLM")
    opened = open_encoder(weights, 64)
    vectors = opened.encode([CLAIM, "short", CLAIM])
    assert vectors.shape == (3, 16)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert np.allclose(vectors[0], vectors[2], atol=1e-5)
    index_vectors(corpus, opened)
    assert index_vectors(corpus, opened, graph=True).seconds == 0  # the graph alone
    config = default_config()
    config = replace(config, dense=replace(config.dense, weights=weights, length=64))
    found = Pipeline(StoredPages(corpus), config).find(CLAIM)
    assert found.notes == ("No verdict: there are no weights for it (verdict.weights in the configuration).",)
    assert "fusion" in {stage.stage for page in found.pages for stage in page.stages}
    folder = next(path for path in (tmp_path / "vectors" / corpus.slug).iterdir() if path.is_dir())
    by_graph, exact = open_vectors(folder), replace(open_vectors(folder), graph=None)
    assert by_graph.graph is not None
    wanted, scores = exact.nearest(vectors[0], 10), [score for _title, score in by_graph.nearest(vectors[0], 10)]
    assert len(scores) == 10
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == pytest.approx(wanted[0][1], abs=1e-2)


def test_weights_without_a_config_are_named(tmp_path: Path):
    with pytest.raises(NoModel, match=r"no config\.json"):
        open_encoder(str(tmp_path), 64)
