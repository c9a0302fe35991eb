"""Dual-channel verdicts: evidence as rows, trained on a tiny model, opened by path."""

from __future__ import annotations

import json

import pytest

from baseline.config import default_config
from baseline.pipeline import Pipeline
from baseline.source import PagesInMemory
from baseline.verdict.classify import open_judge
from baseline.verdict.dual import table_rows
from corpus.page.elements import Page, Section, Sentence
from tests.baseline.pages import table


def clubs() -> PagesInMemory:
    rows = [["Season", "Champion"], ["2001", "Quay Rovers"], ["2002", "Anchor Town"]]
    page = Page(
        "Harbour League",
        (
            Sentence("sentence_0", "It is played by the [[sea]]."),
            Section("section_0", "Champions", 2),
            table(rows, caption="All seasons"),
        ),
    )
    return PagesInMemory([page, Page("Quay", (Sentence("sentence_0", "A wall."),))])


def test_all_evidence_is_rows_those_of_one_line_of_a_table_together():
    evidence = [
        "Harbour League_cell_0_2_1",
        "Quay_sentence_0",
        "Harbour League_cell_0_2_0",
        "Harbour League_sentence_0",
        "Harbour League_cell_0_1_1",
        "Harbour League_cell_9_1_1",
        "Nowhere_sentence_0",
        "no id",
    ]
    assert [*table_rows(evidence, clubs())] == [
        "Harbour League | It is played by the sea.",
        "Harbour League | All seasons | Champion : Quay Rovers",
        "Harbour League | All seasons | Season : 2002 | Champion : Anchor Town",
        "Quay | A wall.",
    ]


def test_a_default_has_no_verdict():
    assert open_judge(default_config()) is None
    assert Pipeline(clubs()).find("Quay Rovers won the Harbour League in 2001.").verdict is None


@pytest.mark.extended
class TestTrained:
    @pytest.fixture
    def trained(self, tmp_path, capsys):
        pytest.importorskip("torch", reason="no torch: bin/setup web models")
        from baseline.training.__main__ import main
        from tests.baseline.test_models import tiny
        from tests.baseline.test_training import arguments

        start = ["--start", tiny(tmp_path / "start", "MaskedLM")]
        main(arguments(tmp_path, "verdicts", start, "--dual", "--epochs", "2"))
        capsys.readouterr()
        return tmp_path / "out"

    def test_it_is_trained_from_a_checkpoint_and_opened_by_path(self, trained):
        from baseline.training.data import read_rows
        from tests.baseline.test_models import with_weights
        from tests.baseline.test_training_data import leagues

        assert json.loads((trained / "config.json").read_text())["model_type"] == "attest-dual-channel"
        assert json.loads((trained / "training.json").read_text())["settings"]["dual"] is True
        judge = open_judge(with_weights(verdict=str(trained)))
        row = read_rows(trained.parent / "data" / "dev.jsonl")[0]
        found = judge(row.claim, row.evidence[0].content, leagues())
        assert found.label == max(found.probabilities, key=found.probabilities.__getitem__)
        assert sum(found.probabilities.values()) == pytest.approx(1)
        without_table = judge(row.claim, row.evidence[0].content[:1], leagues())
        assert without_table.probabilities != found.probabilities

    def test_both_channels_decide(self, trained):
        torch = pytest.importorskip("torch")
        from baseline.verdict.dual import dual_chances, open_dual

        opened = open_dual(trained)
        text, rows = ("a claim", "some text"), ("a claim", "some | row")
        same, other_text, other_rows = dual_chances(
            opened, [(text, rows), (("a claim", "more"), rows), (text, ("a claim", "2002 | x"))], 64
        )
        assert other_text != same != other_rows
        weights = [dict(one.named_parameters()) for one in (opened.model.text, opened.model.table)]
        assert any(not torch.equal(weights[0][name], weights[1][name]) for name in weights[0])

    def test_a_folder_that_is_no_good_costs_the_verdict_alone(self, trained):
        from tests.baseline.test_models import with_weights

        (trained / "model.safetensors").write_bytes(b"cut off")
        found = Pipeline(clubs(), with_weights(verdict=str(trained))).find(
            "Quay Rovers won the Harbour League in 2001."
        )
        assert found.verdict is None
        assert found.suggestions
        assert any(str(trained) in note for note in found.notes)
