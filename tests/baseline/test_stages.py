"""From a claim to pages, passages, cells and suggestions, without any weights."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from annotation.release.record import EvidenceSetRecord, Record
from baseline.arguments import read_pages
from baseline.candidates import VerdictCandidate
from baseline.cells.numbers import numbers_in, shared
from baseline.config import BadConfig, default_config, load_config
from baseline.pages.names import names_in
from baseline.pipeline import Pipeline
from baseline.predict.rows import predicted_rows
from baseline.source import PagesInMemory
from baseline.verdict.linearise import linearised
from baseline.words import claim_words
from corpus.page.element_id import ElementKind, is_citable, parse
from corpus.page.elements import Page
from corpus.page.page_json import page_to_json
from tests.baseline.pages import WIKI, small_wiki, table

ROOT = Path(__file__).resolve().parents[2]


def find(claim: str):
    return Pipeline(small_wiki()).find(claim)


# --- Pages -----------------------------------------------------------------------------------------------------------


def test_a_named_page_comes_first():
    assert [page.title for page in find("Anna Berg was a farmer.").pages][0] == "Anna Berg"


def test_a_redirect_is_a_name_of_its_page():
    page = find("The shipowner A. Berg lived by the sea.").pages[0]
    assert (page.title, page.name) == ("Anna Berg", "a berg")


def test_a_title_is_found_without_its_parenthesis():
    assert find("Elmstad lies by the sea.").pages[0].title == "Elmstad (town)"


def test_a_common_word_written_small_is_no_name():
    claim = claim_words("The length of the Harbour League season is 30 weeks.")
    names = names_in(claim, small_wiki())
    assert [name.titles for name in names] == [("Harbour League",)]


def test_a_name_inside_a_longer_name_is_dropped():
    source = PagesInMemory([*WIKI, Page("Harbour", ()), Page("League", ())])
    names = names_in(claim_words("The Harbour League began."), source)
    assert [name.text for name in names] == ["harbour league"]


def test_accents_and_capitals_do_not_hide_a_name():
    source = PagesInMemory([replace(WIKI[1], title="Anna Bérg")])
    assert names_in(claim_words("ANNA BERG was rich"), source)[0].titles == ("Anna Bérg",)


# --- Passages --------------------------------------------------------------------------------------------------------


def test_the_sentence_that_says_it_comes_first():
    found = find("Anna Berg founded the Harbour League.")
    assert found.sentences[0].element == "Harbour League_sentence_0"
    assert len(found.sentences) <= 5


def test_tables_and_lists_are_ranked_beside_sentences():
    assert find("Quay Rovers won the Harbour League in 2003.").tables[0].element == "Harbour League_table_0"
    assert find("Lighthouse Park of the Harbour League opened in 1911.").tables[0].element == "Harbour League_list_0"


# --- Cells -----------------------------------------------------------------------------------------------------------


def test_the_cells_of_the_row_that_fits_are_chosen():
    found = find("Anchor Town won the Harbour League in 2002 with 28 goals.")
    cells = {one.element for one in found.suggestions if one.is_shown and one.stage == "cells"}
    assert {"Harbour League_cell_0_2_0", "Harbour League_cell_0_2_1"} <= cells
    assert not any(cell.startswith(("Harbour League_cell_0_1", "Harbour League_cell_0_3")) for cell in cells)


def test_cells_of_every_retrieved_table_are_kept():
    second = replace(WIKI[0], title="Harbour Cup")
    found = Pipeline(PagesInMemory([*WIKI, second])).find(
        "Anchor Town won the Harbour League and the Harbour Cup in 2002."
    )
    assert {cell.element.partition("_")[0] for cell in found.cells} == {"Harbour League", "Harbour Cup"}


def test_list_items_are_suggested():
    found = find("Lighthouse Park of the Harbour League opened in 1911.")
    assert "Harbour League_item_0_0" in {one.element for one in found.suggestions}


def test_numbers_are_values():
    assert numbers_in("1,370 lb, two of 3.2 million") == {1370, 2, 3.2, 3_200_000}
    assert shared(numbers_in("about 3.2 million"), numbers_in("3,215,403")) == 1
    assert shared(numbers_in("1990"), numbers_in("1991")) == 0


def test_a_table_of_10_000_cells_takes_less_than_seconds():
    rows = [["Season", "Champion", "Goals", *(f"Column {c}" for c in range(17))]]
    rows += [
        [str(1000 + r), f"Club {r} Rovers", str(r % 40), *(f"value {r} {c}" for c in range(17))] for r in range(500)
    ]
    source = PagesInMemory([Page("Harbour League", (table(rows),))])
    started = time.process_time()
    found = Pipeline(source).find("Club 77 Rovers won the Harbour League in 1077.")
    assert time.process_time() - started < 5
    assert "Harbour League_cell_0_78_1" in {cell.element for cell in found.cells}


# --- Verdicts and what the whole says --------------------------------------------------------------------------------


def test_evidence_is_linearised_as_in_the_paper():
    text = linearised(
        "Rovers won.",
        ["Harbour League_cell_0_1_1", "Anna Berg_sentence_1", "Harbour League_sentence_0", "Nowhere_sentence_0"],
        small_wiki(),
    )
    assert text == (
        "Rovers won. </s> Harbour League. The Harbour League was founded by Anna Berg in 1901. "
        "</s> Champion is Quay Rovers . </s> Anna Berg. She gave the town its first lighthouse."
    )


def test_without_weights_no_verdict_is_made_up():
    found = find("Anna Berg founded the Harbour League.")
    assert found.verdict is None
    assert any(note.startswith("No verdict") for note in found.notes)


def test_suggestions_say_what_found_them_and_can_stand_in_an_evidence_set():
    found = find("Anchor Town won the Harbour League in 2002.")
    stages = {(one.stage, one.model) for one in found.suggestions}
    assert stages == {("sentences", "bm25"), ("cells", "lexical-evidence")}
    assert {one.version for one in found.suggestions} == {default_config().version}
    for stage in ("sentences", "cells"):
        ranks = [one.rank for one in found.suggestions if one.stage == stage]
        assert ranks == [*range(1, len(ranks) + 1)]
    assert all(is_citable(parse(one.element)) for one in found.suggestions)


@pytest.mark.parametrize("claim", ["", "   ", "?! —", "\u200b"])
def test_a_claim_without_words_finds_nothing_and_says_so(claim):
    found = find(claim)
    assert (found.pages, found.suggestions) == ((), ())
    assert "The claim has no words." in found.notes


def test_a_claim_of_5_000_characters_is_cut_and_says_so():
    started = time.process_time()
    found = find("Anna Berg founded the Harbour League. " * 132)
    assert time.process_time() - started < 5
    assert found.pages[0].title in {"Anna Berg", "Harbour League"}
    assert any("first 200 words" in note for note in found.notes)


def test_an_empty_corpus_finds_nothing():
    found = Pipeline(PagesInMemory([])).find("Anna Berg founded the Harbour League.")
    assert found.suggestions == ()
    assert any("No page" in note for note in found.notes)


def test_missing_weights_cost_their_stage_only():
    config = default_config()
    config = replace(
        config, cells=replace(config.cells, weights="/nowhere"), verdict=replace(config.verdict, weights="/nowhere")
    )
    found = Pipeline(small_wiki(), config).find("Anchor Town won the Harbour League in 2002.")
    assert found.cells
    assert any("no weights in '/nowhere'" in note for note in found.notes)


# --- Configuration and command line ----------------------------------------------------------------------------------


def test_a_setting_that_does_not_exist_or_fit_is_named(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text("[pages]\nkeep = 3\n")
    assert load_config(path).pages.keep == 3
    assert load_config(path).passages == default_config().passages
    for text, words in [
        ("[pages]\nk = 3", "pages: k is no setting"),
        ('[pages]\nkeep = "3"', "pages: keep: '3' is not a number"),
        ("pages = 3", "pages is a section"),
        ("[pages", "own.toml"),
        ("[passages]\nsentences = -1", "is below 0"),
        ('[stages]\npages = "service"', "is not a list of texts"),
        ('[stages]\n\ncells = ["serviec"]', "line 3: cells: 'serviec' is unknown. There are: 'cross-encoder'"),
        ('[verdict]\njudge = "oracle"', "line 2: judge: 'oracle' is unknown"),
    ]:
        path.write_text(text)
        with pytest.raises(BadConfig, match=words):
            load_config(path)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env={"PATH": ""})


@pytest.fixture
def pages_file(tmp_path) -> str:
    path = tmp_path / "pages.jsonl"
    path.write_text("".join(json.dumps(page_to_json(page)) + "\n" for page in WIKI))
    return str(path)


@pytest.mark.parametrize(
    ("stage", "key", "first"),
    [
        ("baseline.pages", "title", "Harbour League"),
        ("baseline.passages", "element", "Harbour League_sentence_0"),
        ("baseline.cells", "holder", "Harbour League_table_0"),
    ],
)
def test_each_stage_runs_alone_without_a_database(stage, key, first, pages_file):
    result = run(stage, "Anchor Town won the Harbour League in 2002.", "--pages", pages_file)
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout.splitlines()[0])[key] == first


def test_the_verdict_stage_says_that_it_has_no_weights(pages_file):
    result = run("baseline.verdict", "Anna Berg was rich.", "--pages", pages_file)
    assert result.returncode == 1
    assert result.stderr.startswith("No verdict: there are no weights")


def test_predictions_of_a_data_set_are_scored_by_evaluate(tmp_path, pages_file):
    ids = [f"Harbour League_cell_0_2_{c}" for c in (0, 1)]
    rows = [
        {"id": "", "label": "", "claim": "", "evidence": ""},
        {
            "id": 1,
            "claim": "Anchor Town won the Harbour League in 2002.",
            "label": "SUPPORTS",
            "evidence": [{"content": ids, "context": dict.fromkeys(ids, [])}],
        },
    ]
    data = tmp_path / "data.jsonl"
    data.write_text("".join(json.dumps(row) + "\n" for row in rows))
    predicted = run("baseline.predict", str(data), "--pages", pages_file)
    assert predicted.returncode == 0, predicted.stderr
    out = tmp_path / "predictions.jsonl"
    out.write_text(predicted.stdout)
    scored = run("baseline.scoring", str(out), "--resamples", "0", "--format", "json")
    assert scored.returncode == 0, scored.stderr
    values = {row["name"]: row["values"][""] for row in json.loads(scored.stdout)["tables"][0]["rows"]}
    assert values["Evidence (a whole gold set)"]["value"] == 1
    assert values["Label accuracy"] is None  # without weights no label is predicted


def test_labels_of_sentences_and_of_cells_alone_are_predicted_from_these():
    pipeline, seen = Pipeline(small_wiki()), []

    def judge(_claim, evidence, _source):
        kinds = {parse(element).kind for element in evidence}
        seen.append(kinds)
        return VerdictCandidate("REFUTES" if ElementKind.SENTENCE in kinds else "SUPPORTS", {}, "fake")

    pipeline.judge = judge
    claim, cell = "Anchor Town won the Harbour League in 2002.", "Harbour League_cell_0_2_0"
    record = Record(1, claim, "SUPPORTS", (EvidenceSetRecord((cell,), {cell: ()}),))
    (_header, row) = predicted_rows([record], pipeline)
    assert (row["predicted_label"], row["predicted_label_sentences"], row["predicted_label_cells"]) == (
        "REFUTES",
        "REFUTES",
        "SUPPORTS",
    )
    whole, sentences, cells, _oracle = seen
    assert (sentences, ElementKind.SENTENCE in cells) == ({ElementKind.SENTENCE}, False)
    assert whole == sentences | cells
    pipeline.judge = None
    assert "predicted_label_cells" not in [*predicted_rows([record], pipeline)][1]


def test_a_bad_page_file_is_named_by_its_line(tmp_path):
    path = tmp_path / "pages.jsonl"
    path.write_text('{"title": "A", "order": []}\n{"title": ""}\n')
    result = run("baseline.pages", "Anna", "--pages", str(path))
    assert (result.returncode, "line 2: title" in result.stderr) == (1, True)


@pytest.mark.parametrize(
    ("second", "words"),
    [
        (b"[1]", "line 2: not an object"),
        (b"[" * 100_000, "line 2: maximum recursion"),
        ("{}".encode("utf-16"), "line 2: not UTF-8"),
    ],
)
def test_a_line_that_is_no_page_is_named(second, words, tmp_path):
    path = tmp_path / "pages.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"title": "A", "order": []}\n' + second + b"\n")
    with pytest.raises(SystemExit, match=words):
        read_pages(path)


def test_no_stage_loads_torch_before_weights_are_asked_for():
    code = "import baseline.pipeline, baseline.cells.classifier, sys\n"
    code += "print(*(name in sys.modules for name in ('torch', 'django')))"
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout.split() == ["False", "False"]
