"""Training of a verifier: EM learns which passage of the cited page carries the evidence; the command."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from dataclasses import replace

import pytest

from baseline.citations.calibration import calibrated_on
from baseline.citations.claim import Claim
from baseline.citations.cross_encoder import MOST, CrossEncoderVerifier, length_of, open_cross_encoder, pairing
from baseline.citations.verify import open_verifier
from baseline.models import NoModel, encode_pairs, open_model
from baseline.training.citations.__main__ import DEFAULTS, main
from baseline.training.citations.groups import Group, with_negatives
from baseline.training.citations.task import CitationTask, Latent, temperature, weights
from tests.baseline.test_models import tiny

torch = pytest.importorskip("torch", reason="no torch: bin/setup web models")

pytestmark = pytest.mark.extended

EVIDENCE, NOISE = "zzzz zz", ("aaa bb", "bbbb a", "aa bbb", "ab ba")


def groups(count: int) -> list[Group]:
    """Pages of three passages, one of which is not like those of other pages."""
    chance = random.Random(4)
    made = []
    for number in range(count):
        positive = [chance.choice(NOISE), chance.choice(NOISE)]
        positive.insert(chance.randrange(3), EVIDENCE)
        claim = Claim(f"t{number}", "ab.", 3)
        made.append(Group(claim, tuple(positive), tuple(chance.sample(NOISE, 3))))
    return made


@pytest.fixture(scope="module")
def start(tmp_path_factory):
    return tiny(tmp_path_factory.mktemp("start"), "SequenceClassification", num_labels=1)


@pytest.fixture
def one_thread():
    """Threads that wait for one another take most of the time of so small a model."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.mark.usefixtures("one_thread")
@pytest.mark.parametrize("latent", [Latent.HARD_EM, Latent.SOFT_EM])
def test_em_learns_which_passage_carries_the_evidence(start, latent):
    opened = open_model(start, "SequenceClassification", outputs=1)
    opened.model.config.citation_length = 48
    train = groups(8)
    task = CitationTask(replace(DEFAULTS, epochs=30), latent, train, groups(4))
    optimizer = torch.optim.Adam(opened.model.parameters(), 0.01)
    for epoch in range(30):
        loss, terms = task.losses(opened, epoch, range(task.size))
        optimizer.zero_grad()
        (loss / terms).backward()
        optimizer.step()
    verifier = CrossEncoderVerifier("tiny", lambda pairs: score(opened, pairs), pairing(opened))
    found = [verifier.verify(one.claim, one.positive).passage for one in train]
    assert [one.positive[place] for one, place in zip(train, found, strict=True)] == [EVIDENCE] * len(train)
    assert task.evaluate(opened) == {"score": 1.0}


def score(opened, pairs):
    with torch.inference_mode():
        return opened.model(**encode_pairs(opened.tokenizer, pairs, length_of(opened))).logits[:, 0].tolist()


def test_weights_of_the_latent_passage():
    scores = torch.tensor([0.0, 2.0, 1.0])
    given = {one: weights(scores, one, 1.0, random.Random(0)).tolist() for one in Latent}
    assert given[Latent.HARD_EM] == [0, 1, 0] and given[Latent.FIRST] == [1, 0, 0]
    assert given[Latent.UNIFORM] == pytest.approx([1 / 3] * 3)
    assert given[Latent.SOFT_EM] == pytest.approx([0.0900, 0.6652, 0.2447], abs=1e-4)
    assert sorted(given[Latent.RANDOM]) == [0, 0, 1]
    assert [round(temperature(epoch, 3), 3) for epoch in range(3)] == [10.0, 3.162, 1.0]


def test_negatives_are_retrieved_from_other_pages():
    claims = [Claim("A", "The harbour of Aden.", 20), Claim("B", "Bread is baked.", 15)]
    made = with_negatives(
        [Group(claims[0], ("Aden has a harbour.",)), Group(claims[1], ("Bread.", "The harbour bakes.")),
         Group(claims[1], ("Snow fell.",), ("Own negative.",))], 2,
    )  # fmt: skip
    assert made[0].negative[0] == "The harbour bakes."
    assert made[2].negative[0] == "Own negative." and len(made[2].negative) == 2


def test_command_writes_a_verifier_that_goes_on_where_it_was(tmp_path, start, capsys):
    rows = [
        {"id": str(number), "input": f"Town {number} [SEP] History [SEP] It was first. It is {number} old [CIT]",
         "output": [{"answer": "https://a.example/", "provenance": [
             {"url": "https://a.example/", "text": text} for text in (f"The town is {number} old.", "Menu.")]}]}
        for number in range(12)
    ]  # fmt: skip
    file = tmp_path / "train.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    out = tmp_path / "out"
    given = ["--train", str(file), "--start", start, "--out", str(out), "--batch", "4", "--negatives", "2",
             "--epochs", "2", "--latent", "soft_em"]  # fmt: skip
    with pytest.raises(SystemExit) as stopped:
        main([*given, "--minutes", "0.00001"])
    assert stopped.value.code == 130 and "--resume" in capsys.readouterr().err
    main([*given, "--resume"])
    about = json.loads((out / "training.json").read_text())
    assert about["data"]["latent"] == about["result"]["latent"] == "soft_em"
    verifier = open_verifier(str(out))
    found = verifier.verify(Claim("Town 1", "It is 1 old.", 12), ["The town is 1 old.", "Menu."])
    assert verifier.name.startswith("out-") and len(found.passage_scores) == 2
    assert found.fails == pytest.approx(1 / (1 + 2.718281828**found.score)) and not found.missing


@pytest.mark.parametrize(("latent", "read"), [(Latent.HARD_EM, 2), (Latent.RANDOM, 2), (Latent.UNIFORM, 4)])
def test_gradients_are_kept_of_what_counts_alone(start, latent, read, monkeypatch):
    opened = open_model(start, "SequenceClassification", outputs=1)
    opened.model.train()
    task = CitationTask(DEFAULTS, latent, [Group(Claim("t", "ab.", 3), NOISE[:3], NOISE[3:])], [])
    sizes = []
    whole = opened.model.forward

    def counted(*args, **kwargs):
        if torch.is_grad_enabled():
            sizes.append(len(kwargs["input_ids"]))
        return whole(*args, **kwargs)

    monkeypatch.setattr(opened.model, "forward", counted)
    loss, terms = task.losses(opened, 0, [0])
    assert (sizes, terms, loss.requires_grad, opened.model.training) == ([read], 1, True, True)


def test_a_shorter_input_keeps_the_end_of_the_claim(start):
    opened = open_model(start, "SequenceClassification", outputs=1)
    opened.model.config.citation_length = 64
    claim = Claim("t", "The end.", 8, (), ("It goes on and on and on.",) * 9)
    read = encode_pairs(opened.tokenizer, [pairing(opened)(claim, "b" * 400)], length_of(opened))["input_ids"][0]
    assert len(read) == 64 and "The end. [CIT]" in opened.tokenizer.decode(read)


def test_a_processor_takes_one_group_at_a_time(start, tmp_path):
    from baseline.training.loop import Training

    opened = open_model(start, "SequenceClassification", outputs=1)
    task = CitationTask(DEFAULTS, Latent.HARD_EM, groups(8), groups(2))
    assert Training(opened, task, DEFAULTS, tmp_path, lambda: False).pieces == DEFAULTS.batch


def test_the_command_needs_no_settings_of_django():
    done = subprocess.run(
        [sys.executable, "-m", "baseline.training.citations", "--help"], capture_output=True, check=False,
        env={key: value for key, value in os.environ.items() if key != "DJANGO_SETTINGS_MODULE"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_a_long_document_is_read_in_its_likeliest_passages():
    told = []

    def scores(pairs):
        told.extend(pairs)
        return [float(len(pairs) - at) for at in range(len(pairs))]

    verifier = CrossEncoderVerifier("made", scores, lambda claim, text: (claim.text, text))
    passages = [f"Nothing {number}." for number in range(40)]
    passages[30] = "Aden opened a port in 1921."
    found = verifier.verify(Claim("Aden", "Aden opened a port in 1921.", 27), passages)
    assert len(told) == MOST and passages[30] in [text for _, text in told]
    assert len(found.passage_scores) == 40 and found.passage_scores.count(1.0) == 25
    assert passages[found.passage] == told[0][1]


def test_a_model_reads_of_a_claim_what_it_was_trained_on(start, tmp_path):
    rows = [
        {"id": str(number), "input": f"Town {number} [SEP] History [SEP] It is {number} old [CIT]", "output": [
            {"answer": "a.example", "provenance": [{"url": "a.example", "text": f"Town {number}: {number} years."}]}]}
        for number in range(4)
    ]  # fmt: skip
    file, out = tmp_path / "train.jsonl", tmp_path / "out"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    given = ["--train", str(file), "--start", start, "--out", str(out), "--epochs", "1", "--negatives", "1"]
    main([*given, "--input", "no_title"])
    claim = Claim("Town 1", "It is 1 old.", 12, ("History",))
    assert open_cross_encoder(str(out)).pair(claim, "b")[0] == "It is 1 old. [CIT]"
    config = json.loads((out / "config.json").read_text())
    (out / "config.json").write_text(json.dumps(config | {"citation_input": "unknown"}))
    with pytest.raises(NoModel, match="only_before"):
        open_verifier(str(out))
    with pytest.raises(SystemExit):
        main([*given, "--resume"])  # other settings


def test_models_of_nli_and_others(tmp_path):
    labels = {0: "contradiction", 1: "entailment", 2: "neutral"}
    folder = tiny(tmp_path / "nli", "SequenceClassification", num_labels=3, id2label=labels,
                  label2id={name: place for place, name in labels.items()})  # fmt: skip
    found = open_verifier(folder).verify(Claim("Aden", "It is a port.", 13), ["Aden is a port."])
    assert 0 < found.fails < 1
    calibrated_on([found.score - 1, found.score + 1], [True, False]).write(tmp_path / "nli")
    assert open_verifier(folder).verify(Claim("Aden", "It is a port.", 13), ["Aden is a port."]).fails == pytest.approx(
        0.5
    )
    (tmp_path / "nli" / "calibration.json").write_text("{}")
    with pytest.raises(NoModel, match="calibration"):
        open_verifier(folder)
    with pytest.raises(NoModel, match="ENTAILMENT"):
        open_verifier(tiny(tmp_path / "other", "SequenceClassification", num_labels=2))
