"""LSA of a corpus: what it says of texts, its files, and what may be wrong with them."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from django.core.management import call_command

from baseline.config import default_config
from baseline.database_source import StoredPages
from baseline.dense import lsa as module
from baseline.dense.lsa import Lsa, fit, open_lsa, save_lsa
from baseline.dense.retriever import encoder_of
from baseline.dense.stored_lsa import stored_lsa
from baseline.models import NoModel
from baseline.pipeline import Pipeline
from baseline.source import PagesInMemory
from corpus.models import Corpus
from corpus.page.elements import Page, Sentence
from corpus.store import PageRecord, save_pages
from search.indexing.build import build_index
from tests.baseline.pages import WIKI

SHIPS = ["ship", "harbour", "sail", "captain", "anchor", "crew"]
SONGS = ["song", "melody", "singer", "guitar", "album", "verse"]


def texts() -> list[str]:
    """Two subjects; each text has three of the six words of one."""
    return [
        " ".join(words[(start + step) % 6] for step in (0, 1, 3)) + f" only{number} {start}"
        for number, words in enumerate((SHIPS, SONGS))
        for start in range(6)
        for _ in range(3)
    ]


def pages() -> list[Page]:
    return [Page(f"Page {n}", (Sentence("sentence_0", f"{text}."),)) for n, text in enumerate(texts())]


def test_words_that_stand_with_the_same_words_are_near():
    lsa = fit(texts(), 2)
    ship, crew, song = lsa.fold_in(["the captain", "Crews and anchors", "melodies"])
    assert ship @ crew > 0.9  # without a word in common
    assert abs(ship @ song) < 0.5


def test_vectors_have_length_one_or_no_word_is_known():
    lsa = fit(texts(), 4)
    found = lsa.fold_in(["ship and song", "", "the of", "zzz", "ship zzz"])
    assert found.dtype == np.float32
    assert np.linalg.norm(found, axis=1) == pytest.approx([1, 0, 0, 0, 1], abs=1e-6)
    assert lsa.fold_in([]).shape == (0, 4)


def test_it_is_that_of_a_full_decomposition():
    lsa = fit(texts(), 2)
    whole = fit(texts(), 100)  # as many dimensions as there can be
    assert whole.projection.shape == (len(whole.words), len(whole.words) - 1)
    a, b = (one.projection for one in (lsa, whole))
    assert np.allclose(np.abs(np.sum(a * b[:, :2], axis=0)), 1, atol=1e-4)  # the same axes, up to their sign
    again = fit(texts(), 2)
    assert again.fingerprint == lsa.fingerprint
    assert np.allclose(again.projection, lsa.projection, atol=1e-6)
    assert fit([*texts(), "ship song"], 2).fingerprint != lsa.fingerprint


def test_too_few_words_are_said():
    for few in ([], ["one text"], ["a ship", "a song"]):
        with pytest.raises(NoModel, match="LSA needs two pages"):
            fit(few)


def test_a_saved_model_folds_in_the_same_and_stays_on_disk(tmp_path: Path):
    lsa = fit(texts(), 4)
    save_lsa(lsa, tmp_path)
    opened = open_lsa(tmp_path, "Do this.")
    assert isinstance(opened.projection, np.memmap)
    assert np.array_equal(opened.fold_in(["a ship of songs"]), lsa.fold_in(["a ship of songs"]))
    assert opened.fingerprint == lsa.fingerprint
    with (tmp_path / "projection.f32").open("ab") as file:
        file.write(b"more")
    with pytest.raises(NoModel, match=r"damaged .* Do this\."):
        open_lsa(tmp_path, "Do this.")
    (tmp_path / "projection.f32").write_bytes(b"less")
    with pytest.raises(NoModel, match="damaged"):
        open_lsa(tmp_path, "Do this.")


def test_files_of_another_version_are_named(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(module, "SCHEMA_VERSION", 0)
    save_lsa(fit(texts(), 4), tmp_path)
    monkeypatch.undo()
    with pytest.raises(NoModel, match="another version"):
        open_lsa(tmp_path, "")


@pytest.fixture
def corpus(db, settings, tmp_path) -> Corpus:
    settings.ATTEST_DATA_DIR = tmp_path
    made = Corpus.objects.create(slug="lsa-small", name="Small")
    save_pages(made, map(PageRecord, [*WIKI, *pages()]))
    build_index(made)
    return made


def test_the_command_fits_it_and_the_dense_retriever_uses_it(corpus, capsys):
    with pytest.raises(NoModel, match="index_vectors --weights lsa --corpus lsa-small"):
        StoredPages(corpus).lsa()
    call_command("index_vectors", weights="lsa", corpus=corpus.slug)
    source = StoredPages(corpus)
    assert isinstance(source.lsa().projection, np.memmap)
    assert source.lsa() is source.lsa()
    encoder = encoder_of("lsa", 256, source)
    near = source.vectors(encoder).nearest(encoder.encode(["captain of a crew"])[0], 3)
    assert {title for title, _ in near} <= {page.title for page in pages()[:18]}
    config = default_config()
    config = replace(config, dense=replace(config.dense, weights="lsa"))
    found = Pipeline(source, config).find("A captain has a crew.")
    assert "lsa" in {stage.stage for page in found.pages for stage in page.stages}
    call_command("index_vectors", weights="lsa", corpus=corpus.slug)
    assert "up to date" in capsys.readouterr().out


def test_an_index_rebuilt_since_is_named(corpus):
    call_command("index_vectors", weights="lsa", corpus=corpus.slug)
    before = stored_lsa(corpus).fingerprint
    save_pages(corpus, [PageRecord(Page("New", (Sentence("sentence_0", "A new ship."),)))])
    build_index(corpus)
    with pytest.raises(NoModel, match="lsa-small was rebuilt since its LSA was fitted"):
        StoredPages(corpus).lsa()
    call_command("index_vectors", weights="lsa", corpus=corpus.slug)
    assert stored_lsa(corpus).fingerprint != before


def test_stored_and_in_memory_are_the_same(corpus):
    call_command("index_vectors", weights="lsa", corpus=corpus.slug)
    memory: Lsa = PagesInMemory([*WIKI, *pages()]).lsa()
    assert memory.fingerprint == StoredPages(corpus).lsa().fingerprint


def test_folding_in_imports_no_scikit_learn(tmp_path: Path):
    save_lsa(fit(texts(), 4), tmp_path)
    code = (
        "import sys; from pathlib import Path; from baseline.dense.lsa import open_lsa;"
        f"print(open_lsa(Path({str(tmp_path)!r}), '').fold_in(['ship']).shape);"
        "sys.exit(any(name.split('.')[0] in {'sklearn', 'torch'} for name in sys.modules))"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
