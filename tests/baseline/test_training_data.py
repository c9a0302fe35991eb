"""What a training learns from, what it says about a bad file, and how it draws its course. No torch needed."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest

from annotation.release.record import EvidenceSetRecord, lines
from baseline.arguments import read_pages
from baseline.cells.blend import EXCLUDED, Blend, logit_of, read_blend, word_logits
from baseline.cells.lexical import FARTHEST, chance_of, lexical_cells, profiles
from baseline.models import NoModel
from baseline.source import PagesInMemory
from baseline.training.cells import TableExample, best_cut, sampled_rows, table_examples
from baseline.training.curves import curves, smoothed
from baseline.training.data import read_rows
from baseline.training.settings import PAPER, CannotTrain
from baseline.training.verdicts import NOT_ENOUGH, label_scores, sampled_nei, verdict_examples, without_a_part
from baseline.words import claim_words
from benchmarks.baseline.rows import cell_statements, write_set
from benchmarks.baseline.tables import TableCase
from tests.baseline.pages import SEASONS, small_wiki, table
from tests.baseline.training_data import league, record


def leagues() -> PagesInMemory:
    return PagesInMemory(map(league, range(12)))


def test_the_defaults_are_the_papers_hyper_parameters():
    cells, verdicts = PAPER["cells"], PAPER["verdicts"]
    assert (cells.batch, cells.decay, cells.rate, cells.epochs, cells.length) == (16, 0.1, 5e-5, 1, 512)
    assert (verdicts.batch, verdicts.decay, verdicts.rate, verdicts.epochs) == (16, 0.01, 1e-5, 1)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "has no claims"),
        ('{"id": ""}\n', "has no claims"),
        ('{"id": ""}\n{"id": 1, "claim"', "line 2: .* cut off"),
        ('{"id": ""}\n[1]\n', "line 2: line: not an object"),
        ('{"id": ""}\n{"id": 1, "claim": "A.", "label": "MAYBE", "evidence": []}\n', "line 2: label: 'MAYBE'"),
    ],
)
def test_a_broken_file_is_refused_with_its_line_and_a_remedy(text, words, tmp_path):
    path = tmp_path / "train.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CannotTrain, match=words):
        read_rows(path)


def test_a_missing_or_packed_file_is_named(tmp_path):
    with pytest.raises(CannotTrain, match="cannot be read: No such file"):
        read_rows(tmp_path / "train.jsonl")
    (tmp_path / "train.jsonl").write_bytes(b"\xfd7zXZ\x00")
    with pytest.raises(CannotTrain, match="is it compressed"):
        read_rows(tmp_path / "train.jsonl")


def test_no_claim_is_lost_where_the_first_line_is_one(tmp_path):
    path = tmp_path / "train.jsonl"
    whole = "".join(lines(map(record, range(5))))
    path.write_text(whole, encoding="utf-8")
    with_header = read_rows(path)
    path.write_text(whole.partition("\n")[2], encoding="utf-8")
    assert read_rows(path) == with_header == [record(number) for number in range(5)]
    path.write_text(whole, encoding="utf-8-sig")
    assert read_rows(path) == with_header
    assert [row.id for row in read_rows(path, limit=2, seed=1)] == [row.id for row in read_rows(path, limit=2, seed=1)]


def test_cells_of_all_evidence_sets_are_learned_table_by_table():
    first = EvidenceSetRecord(("Harbour League_cell_0_2_1",), {"Harbour League_cell_0_2_1": ()})
    ids = ("Harbour League_header_cell_0_0_1", "Harbour League_item_0_1", "Harbour League_sentence_0")
    second = EvidenceSetRecord(ids, dict.fromkeys(ids, ()))
    found = table_examples(replace(record(0), evidence=(first, second)), small_wiki())
    assert [(one.holder.id, set(one.gold)) for one in found] == [
        ("table_0", {"cell_0_2_1", "header_cell_0_0_1"}),
        ("list_0", {"item_0_1"}),
    ]


def test_a_table_that_the_pages_do_not_have_gives_nothing():
    ids = ("Nowhere_cell_0_2_1", "Harbour League_cell_0_99_1", "Harbour League_cell_7_0_0", "no element")
    gone = EvidenceSetRecord(ids, dict.fromkeys(ids, ()))
    assert table_examples(replace(record(0), evidence=(gone,)), small_wiki()) == []


@pytest.mark.parametrize("seed", range(5))
def test_row_sampling_keeps_headers_and_evidence_and_the_tables_order(seed):
    rows = [["Season", "Champion"], *([str(1900 + r), f"Club {r}"] for r in range(60))]
    example = TableExample("Club 50 won.", table(rows), frozenset({"cell_0_51_1"}))

    def length(text: str) -> int:
        return len(text.split())

    kept = sampled_rows(example, 60, length, str(seed))
    names = [row[0].id for row in kept]
    assert names[0] == "header_cell_0_0_0"
    assert "cell_0_51_0" in names
    assert names == sorted(names[:1]) + sorted(names[1:], key=lambda name: int(name.split("_")[2]))
    assert 5 < len(kept) < 15
    assert kept == sampled_rows(example, 60, length, str(seed))
    assert kept != sampled_rows(example, 60, length, f"{seed} other")


def test_nei_is_sampled_by_removing_a_sentence_or_a_whole_table():
    content = ("A_sentence_0", "A_cell_0_1_0", "A_cell_0_1_1", "A_table_caption_0", "A_cell_1_1_0")
    seen = {tuple(without_a_part(content, random.Random(seed))) for seed in range(40)}
    assert seen == {
        content[1:],
        ("A_sentence_0", "A_cell_1_1_0"),
        ("A_sentence_0", "A_cell_0_1_0", "A_cell_0_1_1", "A_table_caption_0"),
    }


@pytest.mark.parametrize("content", [("A_sentence_0", "A_sentence_1"), ("A_cell_0_1_0", "A_cell_1_1_0"), ("bad",)])
def test_evidence_of_one_kind_is_never_made_nei(content):
    assert without_a_part(content, random.Random(0)) == []


def test_sampled_nei_never_becomes_the_commonest_label():
    records = [record(number) for number in range(20)]
    made = sampled_nei(records, leagues(), 0)
    assert len(made) == 10
    assert {one.label for one in made} == {NOT_ENOUGH}
    assert made == sampled_nei(records, leagues(), 0)
    complete = {one.claim: one.parts for row in records for one in verdict_examples(row, leagues())}
    assert all(one.parts and one.parts != complete[one.claim] for one in made)
    assert sampled_nei([record(n, with_sentence=False) for n in range(20)], leagues(), 0) == []


def test_a_verdict_is_learned_from_what_the_judge_will_read():
    (example,) = verdict_examples(record(0), leagues())
    assert example.parts == (
        "League 0. League 0 is played by the sea.",
        "Season is 2000 .",
        "Champion is Anchor Town .",
    )


def test_the_best_cut_has_the_highest_f1():
    rng = random.Random(4)
    found = [(round(rng.random(), 2), rng.random() < 0.3) for _ in range(200)]
    wanted = sum(gold for _, gold in found) + 5

    def f1(cut: float) -> float:
        chosen = [gold for chance, gold in found if chance >= cut]
        return 2 * sum(chosen) / (len(chosen) + wanted)

    best, cut, precision, recall = best_cut(found, wanted)
    assert best == pytest.approx(max(f1(chance) for chance, _ in found))
    assert f1(cut) == pytest.approx(best)
    assert best == pytest.approx(2 * precision * recall / (precision + recall))


def test_label_scores_are_those_of_scikit_learn():
    from sklearn.metrics import accuracy_score, f1_score

    rng = random.Random(5)
    labels = ["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"]
    pairs = [(rng.choice(labels), rng.choice(labels)) for _ in range(100)]
    gold, predicted = zip(*pairs, strict=True)
    found = label_scores(pairs)
    assert found["score"] == pytest.approx(f1_score(gold, predicted, average="macro"))
    assert found["accuracy"] == pytest.approx(accuracy_score(gold, predicted))


def test_a_table_set_is_read_back_as_it_was_written(tmp_path):
    """Of three annotators' cells those of two count, and a cell that spans counts in each of its squares."""
    squares = {cell.id: f"{r},{min(c, 1)}" for r, row in enumerate(table(SEASONS).rows) for c, cell in enumerate(row)}
    gold = (frozenset({"1,0", "1,1"}), frozenset({"1,1"}), frozenset({"2,0"}))
    case = TableCase("my_set", "Quay Rovers won.", table(SEASONS), squares, gold, is_for_tuning=True)
    write_set(tmp_path, train=cell_statements([case], "train"), dev=cell_statements([case], "dev"))
    source = read_pages(tmp_path / "pages.jsonl")
    for part in ("train", "dev"):
        (row,) = read_rows(tmp_path / f"{part}.jsonl")
        (example,) = table_examples(row, source)
        assert (example.claim, set(example.gold)) == ("Quay Rovers won.", {"cell_0_1_1", "cell_0_1_2"})
        assert example.holder == table(SEASONS)


def test_a_blend_of_the_lexical_scorer_alone_is_the_lexical_scorer():
    claim = claim_words("Anchor Town won the Harbour League in 2002.")
    logits = word_logits(claim, table(SEASONS), "wikipedia")
    chances = Blend(model=0.0, lexical=1.0, words="wikipedia").over(dict.fromkeys(logits, 0.3), logits)
    for cell in lexical_cells(claim, table(SEASONS), profiles()["wikipedia"]):
        assert chances[cell.id] == pytest.approx(cell.score)
    assert logits["header_cell_0_0_0"] == EXCLUDED


def test_a_logit_and_its_probability_belong_together():
    assert all(chance_of(logit_of(p)) == pytest.approx(p) for p in (0.001, 0.25, 0.5, 0.9))
    assert (logit_of(0.0), logit_of(1.0)) == (-FARTHEST, FARTHEST)


@pytest.mark.parametrize("text", ["{", "[]", '{"words": "nobody"}', '{"other": 1}', '{"model": "a", "lexical": 1}'])
def test_a_broken_blend_is_a_broken_model(text, tmp_path):
    assert read_blend(tmp_path) == Blend()
    (tmp_path / "blend.json").write_text(text, encoding="utf-8")
    with pytest.raises(NoModel, match="blend.json cannot be read"):
        read_blend(tmp_path)


def test_the_curves_are_a_picture_that_says_what_it_shows():
    rows: list[dict[str, Any]] = [{"step": n, "loss": 1 / n} for n in range(1, 41)]
    rows += [{"step": 20, "dev": {"score": 0.4}}, {"step": 40, "dev": {"score": 0.6}}]
    root = ElementTree.fromstring(curves(rows, "cells: <mine>").encode())
    words = {node.tag.rpartition("}")[2]: node.text for node in root}
    assert words["title"] == "cells: <mine>"
    assert words["desc"] == "Loss of 40 steps; score on the dev set after 2 evaluations, at best 0.600"
    assert len([node for node in root.iter() if node.tag.endswith("circle")]) == 2
    assert ElementTree.fromstring(curves([], "nothing yet").encode()) is not None


def test_the_running_mean_of_a_constant_is_the_constant():
    assert [value for _, value in smoothed([(n, 3.0) for n in range(9)])] == pytest.approx([3.0] * 9)
