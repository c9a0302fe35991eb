"""What of a log is released: the words of FEVEROUS, of the first sitting, in order."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from annotation.release.summary import Counts
from annotation.vocabulary.operation_names import OwnOperation
from annotation.work.operations import record
from annotation.work.submission import submit
from tests.annotation.released import records
from tests.cast import SENTENCE

pytestmark = pytest.mark.both_databases


def test_our_own_words_are_left_out_and_not_missed(assignment, project):
    own: list[Any] = [
        {"sequence": number, "name": name.value, "value": "2", "seconds": number, "active_seconds": number}
        for number, name in enumerate(OwnOperation, start=2)
        if name != OwnOperation.DRAFT_TAKEN
    ]
    chosen: Any = {"name": "Highlighting", "value": SENTENCE, "active_seconds": 0.5, "detail": {"set": 0, "at": 0}}
    at_the_desk: Any = [chosen | {"sequence": 1, "seconds": 0.962}, *own]
    record(assignment=assignment, browser="desk", operations=at_the_desk)
    submit(
        assignment=assignment, client_id=uuid.uuid4(), verdict="SUPPORTS", challenge="Other", evidence_sets=[[SENTENCE]]
    )
    record(assignment=assignment, browser="train", operations=[chosen | {"sequence": 1, "seconds": 5}])
    counts = Counts()
    (row,) = records(project, counts)
    released = [(one.operation, one.value, one.time) for one in row.annotator_operations]
    assert released[:2] == [("start", "start", "0"), ("Highlighting", SENTENCE, "0.962")]
    assert [name for name, _value, _time in released] == ["start", "Highlighting", "finish"]
    assert counts.operations_left_out == 0
