"""METEOR over our WordNet tables, ROUGE-L and the matching of lists."""

from __future__ import annotations

import json
import lzma
from pathlib import Path

import pytest

from annotation.similarity.matching import matched_share
from annotation.similarity.meteor import meteor, words_of
from annotation.similarity.rouge import rouge_l
from annotation.similarity.wordnet import wordnet


@pytest.mark.parametrize("length", [1, 2, 3, 10])
def test_equal_texts_lose_what_one_chunk_costs(length: int) -> None:
    text = " ".join("one two three four five six seven eight nine ten".split()[:length])
    assert meteor(text, text) == pytest.approx(1 - 0.5 / length**3)


def test_stems_and_synonyms_count_as_words() -> None:
    whole = meteor("the cars stopped", "the cars stopped")
    assert meteor("the cars stopped", "the car stops") == pytest.approx(whole)  # Porter's stems
    assert meteor("the car stopped", "the auto stopped") == pytest.approx(whole)  # WordNet
    assert meteor("the car stopped", "the automobile stopped") < whole  # NLTK looks up its stem, "automobil"
    assert meteor("the cars stopped", "the bananas stopped") < whole
    assert meteor("", "word") == meteor("word", "") == meteor("word", "other") == 0


def test_order_costs_chunks() -> None:
    # three matches in three chunks: penalty 0.5; precision and recall are 1
    assert meteor("red green blue", "blue green red") == pytest.approx(0.5)
    # one word of two, one of one: precision 1/2, recall 1, F = 1 * .5 / (.9 * .5 + .1 * 1), half of it for the chunk
    assert meteor("red", "red tomato") == pytest.approx(0.5 * 0.5 / 0.55)


def test_base_forms_of_wordnet() -> None:
    assert wordnet().base_forms("abaci", "n") == ["abacus"]
    assert wordnet().base_forms("dogs", "n") == ["dog"]
    assert wordnet().base_forms("went", "v") == ["go"]
    assert [one.name() for one in wordnet().synsets("Mondays")[0].lemmas()] == ["monday", "Mon", "Monday"]
    assert wordnet().synsets("qwertz") == ()


def test_words_are_those_of_nltk() -> None:
    assert words_of("It's $3.88. He won't.") == ("It", "'s", "$", "3.88", ".", "He", "wo", "n't", ".")


@pytest.mark.parametrize(
    ("reference", "hypothesis", "score"),
    [  # rouge-score 0.1.2, RougeScorer(["rougeL"]).score(reference, hypothesis)["rougeL"].fmeasure
        ("The quick brown fox jumps over the lazy dog", "The quick brown dog jumps on the log.", 0.5882352941176471),
        ("police killed the gunman", "the gunman killed police", 0.5),
        ("It's 3.5 %", "its 3 5", 0.5714285714285715),
        ("a b c", "", 0.0),
        ("same words here", "Same WORDS, here!", 1.0),
    ],
)
def test_rouge_l(reference: str, hypothesis: str, score: float) -> None:
    assert rouge_l(reference, hypothesis) == pytest.approx(score)


def test_rouge_l_keeps_letters_of_other_languages() -> None:
    assert rouge_l("Ärzte übten", "ärzte ÜBTEN") == 1


def test_two_people_who_gave_evidence_for_the_same_claims(shared_data: Path) -> None:
    """The ceiling of the measure: .2366 and .2478 by the official code, whose sentence splitter is a trained one."""
    first, second = (_strings(shared_data / "averitec" / f"parallel_{one}.json.xz") for one in "ab")
    pairs = [*zip(first, second, strict=True)]
    assert len(pairs) == 83
    found = [sum(matched_share(b, a[:10], meteor) for a, b in each) / 83 for each in (pairs, [p[::-1] for p in pairs])]
    assert found == pytest.approx([0.2366, 0.2478], abs=5e-4)


def _strings(path: Path) -> list[list[str]]:
    with lzma.open(path) as file:
        rows = json.load(file)
    return [[f"{q['question']} {a['answer']}" for q in row["questions"] for a in q["answers"]] for row in rows]
