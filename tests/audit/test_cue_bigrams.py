"""Bigrams that give a label away, by local mutual information."""

from __future__ import annotations

import json
import lzma
from collections import Counter
from itertools import pairwise
from math import log

import pytest
from sklearn.metrics import mutual_info_score

from annotation.claims.words import words
from annotation.quality.audit.cue_bigrams import cue_bigrams, local_mutual_information


def test_by_hand():
    # 8 bigrams, 5 of them with REFUTES; "did not" twice, with REFUTES alone: 2/8 x ln((2 x 8) / (2 x 5)).
    texts = [("Ann did not sing", "REFUTES"), ("Ann did not", "REFUTES"), ("Ann sang a song", "SUPPORTS")]
    assert local_mutual_information(2, 2, 5, 8) == pytest.approx(0.25 * log(8 / 5))
    found = cue_bigrams(texts)
    assert [(one.bigram, one.label, one.both, one.count, one.share) for one in found] == [
        ("ann did", "REFUTES", 2, 2, 1.0),
        ("did not", "REFUTES", 2, 2, 1.0),
    ]
    assert found[0].millionths == pytest.approx(0.25 * log(8 / 5) * 1e6)


def test_what_has_no_label_is_left_out_and_the_top_is_cut():
    texts = [("a b c d", "x"), ("a b c", "x"), ("e f", "y"), ("a b a b a b", "")]
    assert [one.bigram for one in cue_bigrams(texts, top=1)] == ["a b"]
    assert [one.bigram for one in cue_bigrams(texts, top=1, least_count=1)] == ["a b", "e f"]


def test_lmi_of_all_pairs_adds_up_to_the_mutual_information():
    rows = [("a b c", "x"), ("b c a b", "y"), ("c a b c", "x"), ("d", "y")]
    pairs = [(bigram, label) for text, label in rows for bigram in pairwise(words(text))]
    both, bigrams, labels = Counter(pairs), Counter(one for one, _ in pairs), Counter(one for _, one in pairs)
    total = sum(
        local_mutual_information(count, bigrams[bigram], labels[label], len(pairs))
        for (bigram, label), count in both.items()
    )
    first, second = zip(*((f"{one[0]} {one[1]}", label) for one, label in pairs), strict=True)
    assert total == pytest.approx(mutual_info_score(first, second))


def test_claims_of_the_symmetric_set_give_nothing_away(shared_data):
    with lzma.open(shared_data / "fever" / "symmetric_dev.jsonl.xz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    assert len(rows) == 708
    assert cue_bigrams((row["claim"], row["label"]) for row in rows) == []


def test_claims_of_fever_do(shared_data):
    """Restrictions and negations, as the paper found in the training part."""
    with (shared_data / "fever" / "dev_rows.jsonl").open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    found = cue_bigrams((row["claim"], row["label"]) for row in rows if row["label"] != "NOT ENOUGH INFO")
    refuted = [one.bigram for one in found if one.label == "REFUTES"]
    assert {"is only", "is not", "incapable of"} <= set(refuted[:10]), refuted
