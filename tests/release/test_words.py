"""The words of evidence in a release: what each piece and its context say, and whose hash is pinned."""

from __future__ import annotations

import csv
import json
import sys
from types import SimpleNamespace

import pytest
from pyarrow import parquet

from annotation.figures.figure import unarmed
from annotation.models import Claim
from annotation.release.formats.rows import data_file
from annotation.release.formats.schema import ANNOTATIONS, schema_of
from annotation.release.write import write_release
from corpus.models import StoredPage
from corpus.page.content_hash import hash_of
from corpus.page.element_id import parse
from tests.cast import OTHER_PAGE, SENTENCE
from tests.release.conftest import DATA

pytestmark = pytest.mark.both_databases
SPLITS = ("train", "dev", "test")
TOKENIZER = "feverous.baseline.drqa.tokenizers.spacy_tokenizer"  # loads a model, and reading rows needs none


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def pieces(out):
    return [piece for row in lines(out / "annotations.jsonl") for each in row["evidence"] for piece in each]


def test_each_piece_has_the_words_whose_hash_it_is_pinned_by(release, tmp_path):
    found = pieces(tmp_path / "out") + parquet.read_table(tmp_path / "out/tables/evidence.parquet").to_pylist()
    assert {one["element"] for one in found} >= {SENTENCE, OTHER_PAGE}
    for one in found:
        assert hash_of(parse(one["element"]).kind, one["text"]) == one["content_hash"], one
        assert len(one["context"]) == len(one["context_text"]) and None not in one["context_text"]
        assert one["context_text"][0] == parse(one["element"]).page


def test_rows_have_words_beside_ids_and_the_lines_of_feverous_have_not(release, tmp_path):
    out = tmp_path / "out"
    typed = {row["id"]: row for split in SPLITS for row in parquet.read_table(out / data_file(split)).to_pylist()}
    plain = {row["id"]: row for split in SPLITS for row in lines(out / f"feverous/{split}.jsonl")[1:]}
    assert typed.keys() == plain.keys() and len(plain) == 5
    for number, row in plain.items():
        for one, told in zip(typed[number]["evidence"], row["evidence"], strict=True):
            assert told.keys() == {"content", "context"} and one["content"] == told["content"]
            assert len(one["text"]) == len(one["content"]) and all(one["text"])
            assert {each["element"]: each["ids"] for each in one["context"]} == told["context"]
            of = {each["element"]: each["texts"] for each in one["context_text"]}
            assert {element: len(texts) for element, texts in of.items()} == {
                element: len(ids) for element, ids in told["context"].items()
            }


def test_the_official_reader_takes_the_words_as_content(release, tmp_path, monkeypatch):
    """`with_content=True` wants `text` as a list and `context_text` by element."""
    rows = [row for split in SPLITS for row in parquet.read_table(tmp_path / "out" / data_file(split)).to_pylist()]
    names, header = ("SUPPORTS", "REFUTES", "NOT ENOUGH INFO"), lines(tmp_path / "out/feverous/train.jsonl")[0]
    as_lines = [
        {name: row[name] for name in header}
        | {
            "label": names[row["label"]],
            "evidence": [
                one
                | {
                    "context": {each["element"]: each["ids"] for each in one["context"]},
                    "context_text": {each["element"]: each["texts"] for each in one["context_text"]},
                }
                for one in row["evidence"]
            ],
        }
        for row in rows
    ]
    path = tmp_path / "words.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in [header, *as_lines]), encoding="utf-8")
    monkeypatch.setitem(sys.modules, TOKENIZER, SimpleNamespace(SpacyTokenizer=lambda **_options: None))
    annotation = pytest.importorskip("feverous.utils.annotation_processor", exc_type=ImportError)
    read = list(annotation.AnnotationProcessor(str(path), with_content=True))
    assert len(read) == 5 and all(one.flat_evidence_content for one in read)


def test_words_that_the_corpus_no_longer_has_are_not_given(project, worked, tmp_path):
    StoredPage.objects.filter(title="Anna Berg").delete()
    write_release(project, tmp_path / "out", DATA)
    texts = {one["element"]: one["text"] for one in pieces(tmp_path / "out")}
    assert texts[OTHER_PAGE] is None and texts[SENTENCE]


def test_lines_and_tables_of_annotations_are_the_same_rows(release, tmp_path):
    found = parquet.read_table(tmp_path / "out/tables/annotations.parquet").to_pylist()
    assert found == lines(tmp_path / "out/annotations.jsonl")
    assert list(found[0]) == schema_of(ANNOTATIONS).names


def test_pages_have_all_that_can_be_cited_or_is_context(release, tmp_path):
    pages = {row["title"]: row for row in parquet.read_table(tmp_path / "out/corpus/pages.parquet").to_pylist()}
    assert set(pages) == {row["title"] for row in lines(tmp_path / "out/corpus/pages.jsonl")}
    said = {one["element"]: one["text"] for page in pages.values() for one in page["elements"]}
    for one in pieces(tmp_path / "out"):
        assert said[one["element"]] == one["text"]
        assert [said[element] for element in one["context"]] == one["context_text"]


def test_csv_has_typed_cells_and_no_formulas(project, worked, tmp_path):
    Claim.objects.filter(pk=worked["plain"].pk).update(text="=1+1 is two.")
    write_release(project, tmp_path / "out", DATA)
    with (tmp_path / "out/tables/annotations.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["is_current"] for row in rows} == {"true"} and {row["is_adjudicated"] for row in rows} == {
        "true",
        "false",
    }
    plain = next(row for row in rows if int(row["id"]) == worked["plain"].pk)
    assert plain["claim"] == unarmed("=1+1 is two.") == "'=1+1 is two."
    assert [row["claim"] for row in lines(tmp_path / "out/annotations.jsonl") if row["id"] == worked["plain"].pk] == [
        "=1+1 is two."
    ]
    with (tmp_path / "out/tables/evidence.csv").open(encoding="utf-8", newline="") as file:
        assert all(json.loads(row["context"]) and json.loads(row["context_text"]) for row in csv.DictReader(file))


def test_keys_of_the_manifest_stand_in_order(project, worked, tmp_path):
    """As PostgreSQL gives back JSON in an order of its own, the same project has the same manifest."""
    write_release(project, tmp_path / "out", DATA)

    def check(pairs):
        assert [name for name, _value in pairs] == sorted(name for name, _value in pairs)
        return dict(pairs)

    json.loads((tmp_path / "out/manifest.json").read_text(encoding="utf-8"), object_pairs_hook=check)
