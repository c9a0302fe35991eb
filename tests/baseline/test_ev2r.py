"""Ev2R by a language model: a service on the loopback answers as such a model does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from annotation.averitec.submissions import Shape, as_shape
from baseline.models import NoModel
from baseline.remote import Service
from baseline.scoring.averitec.ev2r import PROMPT, FactScore, Judge
from baseline.scoring.averitec.metrics import METRICS
from baseline.scoring.averitec.report import scored_files
from baseline.scoring.tables import as_json, as_text
from tests.baseline.services import service

GOLD = [
    {"claim": "A", "label": "Refuted", "questions": [{"question": "q a?", "answers": [{"answer": "5 dogs"}]}]},
    {"claim": "B", "label": "Supported", "questions": [{"question": "q b?", "answers": []}]},
]


def said(reference: list[bool], predicted: list[bool]) -> dict[str, Any]:
    facts = {
        name: [{"fact": "f", "supported": one} for one in supported]
        for name, supported in (("reference", reference), ("predicted", predicted))
    }
    return {"choices": [{"message": {"content": f"```json\n{json.dumps(facts)}\n```"}}]}


def test_recall_and_precision_of_the_facts() -> None:
    with service() as model:
        model.answer = lambda _body: said([True, True, False, False], [True, False, False])
        judge = Judge(Service(model.url, 5, "secret"), "m-1", pause=0)
        found = judge.judged(["q? 5 dogs"] * 12, ["q? 6 dogs"])
        assert found == judge.judged(["q? 5 dogs"] * 12, ["q? 6 dogs"]) == FactScore(0.5, pytest.approx(1 / 3))
        assert judge.judged([], ["q"]) == FactScore(0, 0)
    assert (len(model.sent), model.tokens) == (1, ["Bearer secret"])
    body = model.sent[0]
    assert (body["model"], body["temperature"], body["messages"][0]["content"]) == ("m-1", 0, PROMPT)
    assert json.loads(body["messages"][1]["content"]) == {"REFERENCE": ["q? 6 dogs"], "PREDICTED": ["q? 5 dogs"] * 10}


@pytest.mark.parametrize(
    "bad",
    [{}, {"choices": []}, {"choices": [{"message": {"content": "I cannot."}}]}, said([], []), b"no JSON"],
)
def test_it_is_asked_three_times(bad: Any) -> None:
    with service() as model:
        answers = iter([bad, bad, said([True], [])])
        model.answer = lambda _body: next(answers)
        assert Judge(Service(model.url, 5), "m", pause=0).judged(["p"], ["g"]) == FactScore(1, 0)
        model.answer = lambda _body: bad
        with pytest.raises(NoModel, match="127.0.0.1"):
            Judge(Service(model.url, 5), "m", pause=0).judged(["p"], ["g"])
    assert len(model.sent) == 6


def test_it_stands_beside_the_official_score(tmp_path: Path, settings: Any) -> None:
    gold, file = tmp_path / "gold.json", tmp_path / "predicted.json"
    gold.write_text(json.dumps(GOLD))
    file.write_text(json.dumps([as_shape(row, Shape.TASK_2024, number) for number, row in enumerate(GOLD)]))
    assert not settings.ATTEST_EV2R_URL
    without = scored_files(file, gold, Shape.TASK_2024, resamples=0, by_model=True)
    assert "ATTEST_EV2R_URL" in as_text(without).splitlines()[-1]
    assert not any(name.startswith("ev2r") for name in METRICS)
    with service() as model:
        settings.ATTEST_EV2R_URL, settings.ATTEST_EV2R_MODEL = model.url, "m-1"
        model.answer = lambda body: said(["5 dogs" in body["messages"][1]["content"]], [True])
        report = scored_files(file, gold, Shape.TASK_2024, resamples=0, by_model=True)
        table: Any = as_json(report)["tables"][-1]
        assert [row["values"]["predicted"]["value"] for row in table["rows"]] == [0.5, 1, 0.5]
        assert ("m-1" in table["title"], PROMPT in table["note"]) == (True, True)
        assert METRICS["ev2r_recall"].score(["x"], ["5 dogs"]) == 1
        assert METRICS["ev2r_precision"].score(["x"], []) == 0
        model.status = 500
        with pytest.raises(NoModel, match="500"):
            Judge(Service(model.url, 5), "m", pause=0).judged(["y"], ["g"])
