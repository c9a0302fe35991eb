"""`python -m benchmarks.citations speed`: processor time of a check without a model, documents of 5,000 words."""

from __future__ import annotations

import random
import time
from itertools import cycle, islice

import numpy as np

from baseline.citations.claim import Claim
from baseline.citations.verify import lexical_verifier
from benchmarks.citations.data import wice_dev, windows

WORDS, CHECKS = 5_000, 500


def run() -> None:
    """Print the median and the 95th percentile, passages one after the other and overlapping by half."""
    cases = wice_dev()
    words = [word for case in cases for text in case.sentences for word in text.split()]
    verifier, chance = lexical_verifier(), random.Random(1)
    verifier.verify(cases[0].claim, cases[0].passages)  # reads the tables
    for name, step in (("passages of 100 words", 100), ("overlapping by 50", 50)):
        times = []
        claims: list[Claim] = [*islice(cycle([case.claim for case in cases]), CHECKS)]
        for claim in claims:
            start = chance.randrange(len(words) - WORDS)
            passages = windows(words[start : start + WORDS], step=step)
            before = time.process_time()
            verifier.verify(claim, passages)
            times.append(1000 * (time.process_time() - before))
        middle, high = np.percentile(times, (50, 95))
        print(f"{name}: median {middle:.1f} ms, p95 {high:.1f} ms of processor time, {CHECKS} checks")
