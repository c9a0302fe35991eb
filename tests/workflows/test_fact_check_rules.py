"""Tables of the routing and the release rule, and of what is wrong with a fields file. No database."""

from __future__ import annotations

import pytest

from annotation.workflows.question_answering.fields.file import BUILT_IN, built_in, read
from annotation.workflows.question_answering.fields.reading import BadFields
from annotation.workflows.question_answering.gates import fact_checking_site
from annotation.workflows.question_answering.normalisation import left_by
from annotation.workflows.question_answering.phases import PhaseName
from annotation.workflows.question_answering.release_rule import outcome
from annotation.workflows.question_answering.routing import dispute_opens, majority

S, R, N, V, U = "Supported", "Refuted", "Not Enough Evidence", "Claim Too Vague", "unreadable"
ANSWERING, VALIDATION, DISPUTE, CONTROL = list(PhaseName)[1:]
WRITTEN, REFERENCE = "Written Evidence", "Fact-checker Reference"


@pytest.mark.parametrize(
    ("types", "strategies", "rule"),
    [
        (["Numerical Claim"], [WRITTEN], ""),
        (["Numerical Claim", "Opinion Claim"], [WRITTEN], "claim_type"),
        (["Media Analysis Claim"], ["Geolocation"], "claim_type"),
        (["Causal Claim"], [WRITTEN, "Image Analysis"], "media_strategy"),
        (["Causal Claim"], [REFERENCE], "fact_checker_reference"),
        (["Causal Claim"], [REFERENCE, WRITTEN], ""),
    ],
)
def test_which_claims_leave_after_phase_1(types, strategies, rule):
    assert left_by(built_in(), {"claim_types": types, "fact_checking_strategies": strategies}) == rule


@pytest.mark.parametrize(
    ("labels", "most", "opens"),
    [
        ([S], S, False),
        ([R], R, True),
        ([U], U, True),
        ([S, S, R], S, False),
        ([S, R], None, True),
        ([R, R, S], R, True),
    ],
)
def test_when_a_dispute_opens(labels, most, opens):
    assert (majority(labels), dispute_opens(built_in(), S, labels)) == (most, opens)


@pytest.mark.parametrize(
    ("answering", "validation", "dispute", "control", "expected"),
    [
        ([], [], [], [], "not_answered"),
        ([S], [], [], [], "not_validated"),
        ([S], [S], [], [], S),
        ([S], [S, S, R], [], [], S),
        ([S], [R], None, None, "in_dispute"),
        ([S], [S, R], None, None, "in_dispute"),
        ([S], [R], [R], None, "not_controlled"),
        ([S], [R], [R], [R], R),
        ([S], [R], [N], [N], N),
        ([S], [R], [R], [S], "disagreement"),
        ([S], [R], [R], [V], "verdict_not_released"),
        ([S], [U], [S], [U], "unreadable"),
        ([S], [R], [], [], "disagreement"),  # no phase 4 in this project
    ],
)
def test_what_is_published(answering, validation, dispute, control, expected):
    labels = {ANSWERING: answering, VALIDATION: validation, DISPUTE: dispute or [], CONTROL: control or []}
    opened = [phase for phase, one in ((DISPUTE, dispute), (CONTROL, control)) if one is None or one]
    found = outcome(built_in(), labels, opened=opened)
    assert (found.verdict or found.left_out) == expected


def test_the_rule_is_data():
    disputed = {ANSWERING: [S], VALIDATION: [R], DISPUTE: [R], CONTROL: [S]}
    text = BUILT_IN.read_text(encoding="utf-8")
    by_control = read(text.replace('otherwise = "leave_out"', 'otherwise = "post_control"'))
    assert outcome(by_control, disputed).verdict == S
    other_pair = text.replace(
        '["dispute_resolution", "post_control"]]', '["verdict_validation", "dispute_resolution"]]'
    )
    assert outcome(read(other_pair), disputed).phases == (VALIDATION, DISPUTE)
    assert outcome(built_in(), disputed, left_by="claim_type").left_out == "claim_type"
    never = read(text.replace('opens_when = ["different", "unreadable", "no_majority"]', "opens_when = []"))
    assert not dispute_opens(never, S, [R])


@pytest.mark.parametrize(
    ("url", "is_one"),
    [
        ("https://www.snopes.com/x", True),
        ("https://web.archive.org/web/2020/http://snopes.com/x", True),
        ("https://notsnopes.com/x", False),
        ("https://example.org/?u=snopes.com", False),
        ("https://www.usatoday.com/story/news/factcheck/2020/x", True),
        ("https://www.usatoday.com/story/news/factchecking-is-fun", False),
        ("https://africa.snopes.com/", True),
    ],
)
def test_sites_of_fact_checks_are_found_by_their_address(url, is_one):
    assert bool(fact_checking_site(built_in(), url)) is is_one


@pytest.mark.parametrize(
    ("old", "new", "word"),
    [
        ('value = "Refuted"', 'value = "Supported"', "Supported"),
        ('value = "Refuted"', "value = Refuted", "TOML"),
        ("most_claims = 50", 'most_claims = "50"', "most_claims"),
        ("most_claims = 50", "most_claims = 0", "most_claims"),
        ('["Fact-checker Reference"]', '["Hearsay"]', "Hearsay"),
        ("[overlap]", "[overlapping]", "overlapping"),
        ('"africacheck.org"', '"https://africacheck.org"', "https://africacheck.org"),
        ('label.en = "Supported"', "label.en = 5", "en"),
        ("[claim.verdict]\n", '[claim.verdict]\nshown_in = ["post_control"]\n', "shown_in"),
        ('otherwise = "leave_out"', 'otherwise = "guess"', "guess"),
        ("[question.answer]\nrequired = true\n", "[question.answer]\n", "required"),
    ],
)
def test_what_is_wrong_with_a_file_is_named_with_its_line(old, new, word):
    text = BUILT_IN.read_text(encoding="utf-8")
    assert old in text
    with pytest.raises(BadFields) as caught:
        read(text.replace(old, new, 1))
    line = text[: text.index(old)].count("\n") + 1
    assert any(word in one.message for one in caught.value.problems)
    assert any(abs(one.line - line) <= 1 for one in caught.value.problems), [str(one) for one in caught.value.problems]
