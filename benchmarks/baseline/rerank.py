"""What it costs to order 20 candidates again with a cross-encoder: time only. Its head is random, its order useless."""

from __future__ import annotations

import os
import random
import tempfile
import time
from dataclasses import replace

from baseline.config import default_config
from baseline.models import libraries
from baseline.rerank.cross_encoder.stage import open_cross_encoder
from benchmarks.baseline.pool import read_claims
from corpus.page.elements import sentences
from corpus.page.links import plain_text

CANDIDATES, WARM_UP = 20, 2


def main(start: str, count: int) -> None:
    """Real claims, each with 20 gold sentences of any claims as candidates, as long as real ones are."""
    torch, transformers = libraries()
    rng = random.Random(0)
    claims, pages = read_claims()
    passages = [f"{page.title}. {plain_text(one.text)}" for page in pages for one in sentences(page)]
    with tempfile.TemporaryDirectory() as made:
        transformers.AutoModelForSequenceClassification.from_pretrained(start, num_labels=1).save_pretrained(made)
        transformers.AutoTokenizer.from_pretrained(start).save_pretrained(made)
        config = default_config()
        encoder = replace(config.cross_encoder, weights=made, candidates=CANDIDATES)
        score = open_cross_encoder(replace(config, cross_encoder=encoder), "sentences").score
        clock, processor = [], []
        for _ in range(count + WARM_UP):
            pairs = [(rng.choice(claims).text, text) for text in rng.sample(passages, CANDIDATES)]
            began = time.perf_counter(), time.process_time()
            score(pairs)
            clock.append(time.perf_counter() - began[0])
            processor.append(time.process_time() - began[1])
    print(f"{CANDIDATES} candidates, {count} claims, {torch.get_num_threads()} threads, load {os.getloadavg()[0]:.1f}")
    for name, times in (("clock", clock), ("processor", processor)):
        ordered = sorted(times[WARM_UP:])
        print(f"{name:10} p50 {ordered[count // 2]:.2f} s  p95 {ordered[int(0.95 * count)]:.2f} s")
