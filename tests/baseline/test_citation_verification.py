"""The verifier of citations without a model: what it scores, which passage, and what it says is missing."""

from __future__ import annotations

import pytest

from baseline.citations.claim import Claim, MissingKind
from baseline.citations.evidence import support_in, supporting_sentences
from baseline.citations.verify import lexical_verifier

SOURCE = (
    "The harbour of Aden was built by the British. It is in Yemen.",
    "On 27 August 1958 the yard in Grozny paid $5 million for 1,285,349 bricks that twelve workers laid in two years.",
    "Tickets are sold at the door.",
)


def claim(text: str, title: str = "Grozny yard") -> Claim:
    return Claim(title, text, len(text))


def missing(text: str) -> list[tuple[str, MissingKind]]:
    found = lexical_verifier().verify(claim(text), SOURCE)
    return [(text[one.start : one.end], one.kind) for one in found.missing]


def test_supported_claim_scores_above_another() -> None:
    verifier = lexical_verifier()
    held = verifier.verify(claim("In August 1958 it paid 5,000,000 dollars for bricks."), SOURCE)
    failed = verifier.verify(claim("In March 1962 Maria Huber painted the chapel of Lisbon."), SOURCE)
    assert held.passage == 1 and held.passage_scores[1] == held.score == max(held.passage_scores)
    assert held.score > failed.score and held.fails < failed.fails
    assert 0 <= held.fails <= failed.fails <= 1 and len(held.passage_scores) == 3


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The yard paid $5 million in 1958.", []),
        ("It paid for about 1,290,000 bricks and 12 workers.", []),
        ("It paid $6 million.", [("6", MissingKind.NUMBER)]),
        ("It was built in September 1959.", [("September 1959", MissingKind.DATE)]),
        ("The yard of Maria Huber was in Grozny.", [("Maria Huber", MissingKind.NAME)]),
        ('It was sold as "a splendid thing" there.', [("splendid thing", MissingKind.QUOTATION)]),
        ("The yard was not in Grozny.", [("not", MissingKind.NEGATION)]),
        ("The workers were praised.", [("praised", MissingKind.WORD)]),
    ],
)
def test_missing_is_named_word_by_word(text: str, expected: list[tuple[str, MissingKind]]) -> None:
    assert missing(text) == expected


@pytest.mark.parametrize(
    ("text", "passages"),
    [("", SOURCE), ("...", SOURCE), ("The of and.", [""]), ("Привет, мир 5", ["Привет"]), ("A claim.", []),
     ("³ ½ ٣ 1.2.3.4 5,, 10-31", ["2017-13-45 and 2017-10-31 ² ٣٤"])],
)  # fmt: skip
def test_odd_input_gets_a_probability(text: str, passages: list[str]) -> None:
    found = lexical_verifier().verify(claim(text, ""), passages)
    assert 0 <= found.fails <= 1 and found.passage == 0


def test_sentences_support_a_claim_together() -> None:
    found = supporting_sentences(claim("It paid for bricks in 1958 and is in Yemen."), [*SOURCE, "It paid in 1958."], 2)
    assert found == [1, 0]
    assert supporting_sentences(claim("A."), []) == [] and supporting_sentences(claim(""), [""]) == [0]


def test_sentences_closest_to_a_claim_are_named_by_their_places() -> None:
    passages = {"sentence_1": "  ".join(SOURCE[:2]), "sentence_4": SOURCE[2]}
    start = passages["sentence_1"].index("On 27")
    assert support_in(claim("It paid for bricks in 1958."), passages) == [
        ("sentence_1", start, len(passages["sentence_1"]))
    ]
    assert support_in(claim("A."), {}) == []


def test_source_without_text_says_nothing() -> None:
    verifier = lexical_verifier()
    error = ["Oops! Please verify you are human before you go on to this page, or ask for help."]
    found = verifier.verify(claim("Maria Huber painted the chapel of Lisbon."), error)
    assert found.missing == () and found.score == verifier.without_text
    assert verifier.verify(claim("Maria Huber painted the chapel of Lisbon."), SOURCE).score < found.score


def test_evidence_in_several_passages_counts_where_asked() -> None:
    text = claim("Aden is in Yemen and the yard in Grozny laid bricks.", "Yards")
    assert lexical_verifier(3).verify(text, SOURCE).score > lexical_verifier(1).verify(text, SOURCE).score
