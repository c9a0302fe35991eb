"""The log that the page writes, read by the server: it rebuilds what the page holds, exactly, at every step.

Random sequences of everything a verifier can do go through the page's own modules (evidence/work.js,
keeping/log-of-work.js) in Node; what they log goes through the API's check and the server's `replay`.
"""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from annotation.vocabulary.operation_names import OperationName, OwnOperation
from annotation.work.serializers import OperationsIn
from annotation.workflows.claim_verification.replay import nothing_chosen, replay, same_work
from tests.frontend.node import run_node

SEQUENCES, ACTIONS = 60, 70


@pytest.fixture(scope="module", params=[(3, 1000), (6, 2000), (1, 3000)], ids=lambda param: f"{param[0]} sets")
def driven(request):
    """Most sets, and the sequences."""
    most, seed = request.param
    asked = {"seed": seed, "sequences": SEQUENCES, "actions": ACTIONS, "most_sets": most, "labelled": most > 3}
    run = run_node("tests/frontend/js/random-work.mjs", given=json.dumps(asked))
    assert run.returncode == 0, run.stderr
    return most, [json.loads(line) for line in run.stdout.splitlines()]


def read(operations):
    return [SimpleNamespace(name=o["name"], value=o["value"], detail=o.get("detail", {})) for o in operations]


def test_a_replay_rebuilds_the_draft_at_every_step(driven):
    most, sequences = driven
    assert len(sequences) == SEQUENCES
    for sequence in sequences:
        log = read(sequence["operations"])
        for length, body in sequence["stops"]:
            state = replay(log[:length], sets=min(3, most))
            no_labels = {"labels": [""] * len(body["sets"])}  # only a project of lines has any
            assert state == {part: (no_labels | body)[part] for part in state}


def test_the_api_takes_what_the_page_logs(driven):
    _most, sequences = driven
    for sequence in sequences:
        numbered = [{"sequence": number, **one} for number, one in enumerate(sequence["operations"], start=1)]
        sent = OperationsIn(data={"browser": "0123456789", "operations": numbered})
        assert sent.is_valid(), sent.errors


def test_everything_a_verifier_can_do_was_done(driven):
    most, sequences = driven
    names = {one["name"] for sequence in sequences for one in sequence["operations"]}
    expected = {
        *(OperationName.HIGHLIGHTING, OperationName.HIGHLIGHTING_DELETED),
        *(OwnOperation.SET_CLEAR, OwnOperation.SET_LOOK, OwnOperation.EVIDENCE_ORDER),
        *(OwnOperation.CONTEXT_DROPPED, OwnOperation.CONTEXT_RESTORED, OwnOperation.VERDICT, OwnOperation.CHALLENGE),
        *(OwnOperation.CONTEXT_ADDED, OwnOperation.CONTEXT_REMOVED),
        *(OwnOperation.SENTENCES_JOINED, OwnOperation.SENTENCES_SPLIT),
        *(OwnOperation.UNDO, OwnOperation.REDO, OwnOperation.DRAFT_TAKEN),
        *(OwnOperation.SUGGESTION_ACCEPTED, OwnOperation.SUGGESTION_DISMISSED),
    }
    if most > 1:
        expected |= {OwnOperation.SET_SWITCH, OwnOperation.SET_COPY, OwnOperation.SET_MOVE}
    if most > 3:
        expected |= {OwnOperation.SET_ADD, OwnOperation.SET_REMOVE, OwnOperation.SET_LABEL}
    assert expected <= names


def of(name, value, /, **detail):
    return SimpleNamespace(name=name, value=value, detail=detail)


def test_a_log_from_before_the_details_is_read_by_the_set_that_was_shown():
    log = [of("Highlighting", "a"), of("Highlighting", "b"), of("Highlighting deleted", "a"), of("search", "x")]
    assert replay(log)["sets"] == [["b"], [], []]


@pytest.mark.parametrize(
    "nonsense",
    [
        of("context-dropped", "a"),
        of("context-dropped", "a", of=["b"], set="x"),
        of("context-added", "a"),
        of("sentences-joined", "a", set=0),
        of("set-switch", "-4"),
        of("set-switch", "many"),
        of("set-add", "1000000000", name="", colour="blue"),
        of("set-add", "2"),
        of("Highlighting", "a", set=10**9),
        of("Highlighting", "a", set=-1),
        of("Highlighting", "a", at=None),
        of("evidence-order", "a", set=0, to=0),
        of("draft-taken", "taken"),
        of("draft-taken", "taken", body=5),
        of("draft-taken", "taken", body={"sets": [], "looks": []}),
        of("draft-taken", "taken", body={"sets": [[1, 2]]}),
        of("draft-taken", "taken", body={"sets": [["a"]], "dropped": {"a": 1}}),
    ],
    ids=lambda one: f"{one.name} {one.value} {one.detail}"[:60],
)
def test_what_makes_no_sense_changes_nothing(nonsense):
    assert replay([of("Highlighting", "b", set=1, at=0), nonsense])["sets"] == [[], ["b"], []]
    assert replay([nonsense]) == nothing_chosen()


def test_the_same_work_may_look_different():
    one, other = nothing_chosen(1), nothing_chosen(3)
    assert same_work(one, other)
    one["sets"][0], other["sets"][2] = ["a"], ["a"]
    other["looks"][2]["name"], other["active_set"] = "Found", 2
    assert same_work(one, other)
    other["dropped"][2] = {"a": ["h"]}
    assert not same_work(one, other)
    other["dropped"][2] = {}
    assert same_work(one, other)
    other["joined"][2] = {"a": ["b"]}
    assert not same_work(one, other)
