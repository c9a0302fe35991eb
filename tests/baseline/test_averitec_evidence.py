"""Evidence for AVeriTeC's claims: a submission from training claims, and from documents collected for each claim."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from annotation.averitec.submissions import Shape
from baseline.averitec.__main__ import submission
from baseline.averitec.ranking import Ranking
from baseline.candidates import PassageCandidate
from baseline.rerank.protocol import reordered
from baseline.scoring.averitec.report import scored_files
from baseline.scoring.predictions import BadPrediction


def row(claim: str, question: str, answer: str, label: str = "Refuted") -> dict[str, Any]:
    return {"claim": claim, "label": label, "questions": [{"question": question, "answers": [{"answer": answer}]}]}


TRAINING = [
    row("The bridge of Oslo fell", "When did the bridge fall?", "The bridge stood in May."),
    row("A dam broke in Peru", "Where is the dam?", "The dam of Lima holds."),
    row("Bridges are tolled", "Who pays tolls of bridges?", "Drivers pay a toll.", "Supported"),
]
CLAIMS = [("row 0", {"claim_id": 7, "claim": "A bridge fell in Bergen."}), ("row 1", {"claim": "Snow is warm"})]


class Backwards:
    """A stage that turns the order round."""

    name = "backwards"

    def rerank(self, _claim: str, candidates: list[PassageCandidate], _source: object) -> list[PassageCandidate]:
        return reordered(self.name, candidates, [float(place) for place in range(len(candidates))])


def test_bm25_orders_by_rare_words_and_short_texts() -> None:
    ranking = Ranking(["a dam and a bridge", "bridges", "dams dams", "nothing of it"])
    assert [place for place, _score in ranking.best("The bridge", 5)] == [1, 0]
    assert Ranking([]).best("x", 5) == []


def test_a_submission_from_training_claims(tmp_path: Path) -> None:
    notes: list[str] = []
    rows = list(submission(CLAIMS, TRAINING, None, (), notes))
    assert [one["claim_id"] for one in rows] == [7, 1]
    assert {one["pred_label"] for one in rows} == {"Refuted"}
    assert len(notes) == 2
    first = rows[0]["evidence"]
    assert first[0]["question"] == "A bridge fell in Bergen"
    assert "When did the bridge fall?" in [pair["question"] for pair in first]
    assert first[0]["answer"] == "The bridge stood in May."
    assert "No answer could be found." in {pair["answer"] for pair in rows[1]["evidence"]}
    gold, file = tmp_path / "gold.json", tmp_path / "submission.jsonl"
    gold.write_text(
        json.dumps(
            [{**one, **row("", "Q?", "A")} | {"claim_id": one["claim_id"], "claim": one["claim"]} for one in rows]
        )
    )
    file.write_text("".join(f"{json.dumps(one)}\n" for one in rows))
    assert scored_files(file, gold, Shape.TASK_2024, resamples=0).claims == 2


def test_documents_of_each_claim_and_stages(tmp_path: Path) -> None:
    sentences = ["The bridge of Bergen " + "stood " * 50, "It rained. " * 20, "A bridge is a bridge."]
    for number in (7, 1):
        (tmp_path / f"{number}.json").write_text(json.dumps({"url": "https://x.org", "url2text": sentences}))
    found = [list(submission(CLAIMS, TRAINING, tmp_path, stages, [])) for stages in ((), (Backwards(),))]
    answers = [[pair["answer"].split()[0] for pair in rows[0]["evidence"]] for rows in found]
    assert answers[0][:2] == answers[1][1::-1]
    assert {pair["url"] for pair in found[0][0]["evidence"]} == {"https://x.org"}
    with pytest.raises(OSError, match=r"2\.json"):
        list(submission([("", {"claim_id": 2, "claim": "x"})], TRAINING, tmp_path, (), []))
    with pytest.raises(BadPrediction, match="row 3: claim"):
        list(submission([("row 3", {})], TRAINING, None, (), []))
