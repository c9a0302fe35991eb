"""How `benchmarks.baseline stages` cuts its sets and judges a stage."""

from __future__ import annotations

from dataclasses import replace

import pytest

from annotation.release.record import EvidenceSetRecord, Record, read
from baseline.config import default_config
from benchmarks.baseline import stages
from tests.baseline.pages import small_wiki
from tests.baseline.test_predicted_stages import CLAIM

SENTENCE = "Anna Berg_sentence_0"


def record(number: int, claim: str, *elements: str) -> Record:
    evidence = EvidenceSetRecord(elements, dict.fromkeys(elements, ()))
    return Record(number, claim, "SUPPORTS", (evidence,))


def test_no_claim_of_the_reported_half_is_learned_from(tmp_path):
    rows = [
        (record(1, "One claim.", SENTENCE), True),
        (record(2, "ONE claim.", SENTENCE), False),
        (record(3, "Another.", SENTENCE), True),
    ]
    tuned, reported = stages._halves(tmp_path / "set", rows)
    assert [one.id for one in tuned.records] == [3]
    with tuned.path.open() as lines:
        assert [one.id for one in read(lines)] == [3]
    assert [one.id for one in reported.records] == [2]


def judged(kind, *records: Record, **own: tuple[str, ...]):
    config = default_config()
    config = replace(config, stages=replace(config.stages, **own))
    half = stages.Half(None, records)
    return stages._judged(stages.Set("small", kind, half, half, small_wiki, [], config), config)


def test_a_stage_is_judged_by_the_order_before_it_and_after_it():
    backwards = ("tests.baseline.test_predicted_stages.open_backwards",)
    first, second = "Harbour League", "Anna Berg"
    given = [record(1, CLAIM, f"{one}_sentence_0") for one in (first, second)]
    without_gold = Record(3, CLAIM, "SUPPORTS", ())
    found = judged("pages", *given, without_gold, pages=backwards)
    assert sorted(found["before"]["1"]) == [0, 1]
    assert found["after"]["1"] == [1 - one for one in found["before"]["1"]]
    assert found["before"]["5"] == found["after"]["5"] == [1, 1]
    assert len(found["milliseconds"]) == 2


def test_cells_count_by_their_share_in_the_budget():
    backwards = ("tests.baseline.test_predicted_stages.open_backwards",)
    cells = ("Harbour League_cell_0_2_1", "Harbour League_cell_9_9_9")
    assert judged("cells", record(1, CLAIM, *cells), cells=backwards)["before"]["25"] == [0.5]


def test_a_stage_that_ran_for_no_claim_is_refused():
    failing = ("tests.baseline.test_predicted_stages.open_failing",)
    with pytest.raises(SystemExit, match="ran for no claim"):
        judged("pages", record(1, CLAIM, SENTENCE), pages=failing)
