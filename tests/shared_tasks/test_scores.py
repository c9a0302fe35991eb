"""Scores of hosted submissions are those of `evaluate`, a job that was killed goes on, and ranks have their ties."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from annotation.shared_tasks.files import kept_path
from annotation.shared_tasks.models import TeamSubmission
from baseline.scoring.averitec.report import averitec_report
from baseline.scoring.averitec.rows import Pair
from baseline.scoring.averitec.scorers import SCORERS
from baseline.scoring.fever import fever_scores, read_fever
from baseline.scoring.hosted.measures import METRIC, Hosted, measures
from baseline.scoring.hosted.ranking import standings
from baseline.scoring.hosted.score import score
from baseline.scoring.predictions import read_predictions
from baseline.scoring.report import report
from baseline.scoring.tables import as_json
from jobs import context as job_context
from tests.shared_tasks.hosting import gold_rows, player, predictions, score_all, submit


def test_averitec_scores_are_those_of_evaluate():
    rows, gold = predictions(7), gold_rows()
    found = score([("", row) for row in rows], gold, Hosted("averitec", "task2024", "score @0.25"))
    pairs = [Pair(one, row, "") for one, row in zip(gold, rows, strict=True)]
    wanted = as_json(averitec_report(pairs, SCORERS["task2024"]))["tables"]
    score_of = {row["name"]: row["values"]["score"] for row in wanted[1]["rows"]}
    assert found.measure.value == score_of["@0.25"]["value"] == 7 / 12
    assert (found.measure.low, found.measure.high) == (score_of["@0.25"]["low"], score_of["@0.25"]["high"])
    assert found.parts.sum(axis=0).tolist() == [7, 12]


@pytest.mark.parametrize("measure", [key for key in measures("averitec", "task2024") if key.startswith(METRIC)])
def test_every_metric_of_evidence_ranks_a_task(measure):
    found = score([("", row) for row in predictions(6)], gold_rows(), Hosted("averitec", "task2024", measure))
    assert 0.4 < found.measure.value <= 0.5 and found.parts[6:, 0].sum() == 0


FEVER_GOLD = [
    {"id": 1, "label": "SUPPORTS", "evidence": [[[1, 1, "A", 0]]]},
    {"id": 2, "label": "NOT ENOUGH INFO", "evidence": [[[2, None, None, None]]]},
]
FEVER_ROWS = [
    {"predicted_label": "SUPPORTS", "predicted_evidence": [["A", 0], ["B", 1]]},
    {"predicted_label": "REFUTES", "predicted_evidence": []},
]


def test_fever_scores_are_those_of_evaluate():
    found = score([("", row) for row in FEVER_ROWS], FEVER_GOLD, Hosted("fever", "", "FEVER score"))
    wanted = fever_scores(read_fever(map(json.dumps, FEVER_GOLD), map(json.dumps, FEVER_ROWS)))
    tables: Any = found.tables["tables"]
    (table,) = tables
    assert {row["name"]: row["values"][""]["value"] for row in table["rows"]} == wanted
    assert found.measure.value == 0.5


def test_feverous_scores_are_those_of_evaluate():
    gold = [{"id": n, "label": "SUPPORTS", "evidence": [{"content": [f"A_sentence_{n}"]}]} for n in range(6)]
    rows = [{"predicted_label": "SUPPORTS", "predicted_evidence": ["A_sentence_2"]}] * 6
    found = score([("", row) for row in rows], gold, Hosted("feverous", "", "score"))
    lines = [json.dumps(row | one) for row, one in zip(rows, gold, strict=True)]
    assert found.tables == as_json(report(read_predictions(lines, has_header=False)))
    assert found.measure.value == 1 / 6


def test_a_job_goes_on_where_a_killed_one_had_come_to(task, split, monkeypatch):
    submit(player("anna", task, "north"), split, predictions(5), "north")
    one = TeamSubmission.objects.get()
    told: list[int] = []

    def progress(self, done, total=0, message=""):
        told.append(done)
        if len(told) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(job_context.JobContext, "progress", progress)
    monkeypatch.setattr("baseline.scoring.hosted.score.KEEP_EVERY", 1)
    with pytest.raises(KeyboardInterrupt):
        score_all()
    assert len(json.loads(kept_path(one).read_text())["claims"]) == 2
    type(one.job).objects.update(state="waiting", leased_until=None)
    score_all()
    one.refresh_from_db()
    assert told == [1, 2, 3, *range(3, 13)] and (one.state, one.score.value) == ("scored", 5 / 12)
    assert not kept_path(one).exists()


def test_systems_that_differ_by_chance_share_their_ranks():
    claims, ones = 400, np.ones(400)
    at = lambda right: np.column_stack([np.arange(claims) < right, ones]).astype(float)  # noqa: E731
    found = standings({1: at(100), 2: at(300), 3: at(299), 4: at(100)})
    assert [(one.key, one.first, one.last) for one in found] == [(2, 1, 2), (3, 1, 2), (1, 3, 4), (4, 3, 4)]
    assert [one.value for one in found] == [0.75, 0.7475, 0.25, 0.25]
    assert all(one.low < one.value < one.high for one in found)
    assert standings({}) == []
