"""The claim-only transformer: it learns what a claim gives away, from the other folds alone."""

from __future__ import annotations

import random

import pytest
from django.urls import reverse

from annotation.projects.models import Role
from annotation.quality.audit.classifier import evaluate_predictions, evaluate_words, sample
from annotation.quality.audit.job import KIND
from baseline.claim_only import Recipe, five_fold
from baseline.models import NoModel
from jobs.enqueue import enqueue
from jobs.models import Job
from jobs.runner import run_next
from tests.cast import member
from tests.prepared import simulated_project

LABELS = ("REFUTES", "SUPPORTS")


def claims_with_a_cue(number=120):
    """Half of the claims hold a word that gives the label away."""
    dice = random.Random(1)
    words = "the club won lost a game in town by sea old new".split()
    texts, labels = [], []
    for n in range(number):
        label = LABELS[n % 2]
        cue = "never" if label == "REFUTES" else "indeed"
        texts.append(" ".join([*dice.choices(words, k=4), cue, *dice.choices(words, k=3)]))
        labels.append(label)
    return texts, labels


def supports(texts, labels, folds, say):
    say(1, 2)
    return ["SUPPORTS"] * len(texts)


def broken(texts, labels, folds, say):
    raise NoModel("There is no checkpoint.")


def test_another_classifier_is_measured_as_the_words_are():
    texts, labels = claims_with_a_cue()
    chosen = sample(texts, labels)
    right, usual = evaluate_predictions(chosen, chosen.labels), evaluate_predictions(chosen, ["SUPPORTS"] * len(texts))
    assert right.accuracy.value == 1
    assert usual.accuracy.value == 0.5
    words = evaluate_words(chosen)
    assert right.majority.value == usual.majority.value == words.majority.value
    assert right.claims == words.claims == 120
    assert usual.confusion == {("REFUTES", "SUPPORTS"): 60, ("SUPPORTS", "SUPPORTS"): 60}


def test_without_a_checkpoint_it_says_what_to_do(tmp_path, settings):
    settings.ATTEST_CLAIM_ONLY_WEIGHTS = ""
    for start in ("", str(tmp_path)):
        with pytest.raises(NoModel, match="ATTEST_CLAIM_ONLY_WEIGHTS"):
            five_fold(["a", "b"], ["S", "R"], [0, 1], start=start)


@pytest.fixture
def project(db):
    project, _planted = simulated_project(annotators=9, claims=60, seed=2, qa=20)
    return project


@pytest.mark.parametrize(("plug", "shown"), [("supports", "transformer"), ("broken", "There is no checkpoint.")])
def test_it_stands_beside_the_words_or_says_why_not(client, project, settings, plug, shown):
    settings.ATTEST_CLAIM_ONLY = f"tests.baseline.test_claim_only.{plug}"
    enqueue(KIND, project=project)
    run_next()
    job = Job.objects.get(kind=KIND)
    assert job.state == "done", job.error
    assert job.result["verdict"]["accuracy"]["value"] is not None
    if plug == "supports":
        found = job.result["verdict"]["transformer"]
        share = sum(n for label, said, n in job.result["verdict"]["confusion"] if label == "SUPPORTS")
        assert found["accuracy"]["value"] == share / found["claims"]
        assert found["majority"]["value"] == job.result["verdict"]["majority"]["value"]
    client.force_login(member(project, "maya", Role.MANAGER))
    assert shown in client.get(reverse("quality-classifier", args=[project.slug])).text


def test_switched_off_nobody_asks_for_it(client, project, settings):
    settings.ATTEST_CLAIM_ONLY = ""
    enqueue(KIND, project=project)
    run_next()
    assert "transformer" not in Job.objects.get(kind=KIND).result["verdict"]


@pytest.mark.extended
def test_it_learns_a_cue_from_the_other_folds(tmp_path):
    pytest.importorskip("torch", reason="no torch: bin/setup web models")
    texts, labels = claims_with_a_cue()
    folds = [n // 24 for n in range(120)]
    told = []
    start = checkpoint(tmp_path, texts)
    recipe = Recipe(epochs=6, batch=8, rate=1e-3)
    found = five_fold(texts, labels, folds, lambda done, of: told.append((done, of)), start=start, recipe=recipe)
    assert sum(a == b for a, b in zip(found, labels, strict=True)) > 100
    assert told[-1][0] == told[-1][1] == 5 * 6 * 12
    assert five_fold(texts, labels, folds, start=start, recipe=recipe) == found
    without_cue = [text.replace("never", "x").replace("indeed", "x") for text in texts]
    guessed = five_fold(without_cue, labels, folds, start=start, recipe=Recipe(epochs=2, batch=8, rate=1e-3))
    assert sum(a == b for a, b in zip(guessed, labels, strict=True)) < 85


@pytest.mark.extended
def test_being_stopped_ends_the_learning(tmp_path):
    pytest.importorskip("torch", reason="no torch: bin/setup web models")
    texts, labels = claims_with_a_cue(20)

    def stop(_done, _of):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        five_fold(texts, labels, [n % 5 for n in range(20)], stop, start=checkpoint(tmp_path, texts))


def checkpoint(folder, texts):
    """A BERT of two layers with random weights, and a tokenizer of whole words."""
    import torch
    import transformers
    from tokenizers import Tokenizer, models, pre_tokenizers, processors

    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *sorted({word for text in texts for word in text.split()})]
    plain = Tokenizer(models.WordLevel({word: n for n, word in enumerate(words)}, unk_token="[UNK]"))
    plain.pre_tokenizer = pre_tokenizers.Whitespace()
    plain.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    special = {"unk_token": "[UNK]", "pad_token": "[PAD]", "cls_token": "[CLS]", "sep_token": "[SEP]"}
    tokenizer = transformers.PreTrainedTokenizerFast(tokenizer_object=plain, model_max_length=64, **special)
    torch.manual_seed(0)
    config = transformers.BertConfig(
        vocab_size=len(words), hidden_size=32, num_hidden_layers=2, num_attention_heads=2, intermediate_size=64,
        max_position_embeddings=64,
    )  # fmt: skip
    transformers.BertModel(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return str(folder)
