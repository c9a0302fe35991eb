"""What a verdict classifier learns from quickly: the mean of all tokens, batches by length, a rate that first rises."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from baseline.models import open_model
from baseline.pooling import told_pooling
from baseline.training.__main__ import main
from tests.baseline.test_models import tiny
from tests.baseline.test_training import arguments, refused, saved_step
from tests.baseline.training_data import read_metrics

torch = pytest.importorskip("torch", reason="no torch: bin/setup web models")
transformers = pytest.importorskip("transformers", reason="no torch: bin/setup web models")

pytestmark = pytest.mark.extended

LABELS = {0: "SUPPORTS", 1: "REFUTES", 2: "NOT ENOUGH INFO"}


def as_sentence_transformer(folder: Path, **told: bool) -> str:
    """A start checkpoint that says how it was pooled."""
    made = tiny(folder, "MaskedLM")
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling" / "config.json").write_text(json.dumps(told))
    return made


def tiny_bert(folder: Path, **settings) -> str:
    """Heads of BERT read what a pooler makes of the first token, those of RoBERTa the token itself."""
    made = tiny(folder, "SequenceClassification", id2label=LABELS)
    config = transformers.BertConfig(
        vocab_size=300, hidden_size=16, num_hidden_layers=2, num_attention_heads=2, intermediate_size=32,
        max_position_embeddings=130, pad_token_id=1, id2label=LABELS, **settings,
    )  # fmt: skip
    torch.manual_seed(0)
    transformers.BertForSequenceClassification(config).save_pretrained(folder)
    return made


def tiny_roberta(folder: Path, **settings) -> str:
    return tiny(folder, "SequenceClassification", id2label=LABELS, **settings)


def test_a_checkpoint_says_how_it_was_pooled(tmp_path):
    assert told_pooling(tmp_path) == "cls"
    as_sentence_transformer(tmp_path / "mean", pooling_mode_mean_tokens=True)
    as_sentence_transformer(tmp_path / "cls", pooling_mode_cls_token=True, pooling_mode_mean_tokens=False)
    assert told_pooling(tmp_path / "mean") == "mean"
    assert told_pooling(tmp_path / "cls") == "cls"
    (tmp_path / "cls" / "1_Pooling" / "config.json").write_text("cut off")
    assert told_pooling(tmp_path / "cls") == "cls"


def test_a_new_head_on_a_sentence_transformer_reads_the_mean_and_says_so_ever_after(tmp_path):
    start = ["--start", as_sentence_transformer(tmp_path / "start", pooling_mode_mean_tokens=True)]
    main(arguments(tmp_path, "verdicts", start, "--steps", "2"))
    about = json.loads((tmp_path / "out" / "config.json").read_text())
    assert about["classifier_pooling"] == "mean"
    opened = open_model(str(tmp_path / "out"), "SequenceClassification", outputs=3)
    encoded = opened.tokenizer(["Quay Rovers won."], return_tensors="pt")
    with torch.inference_mode():
        states = opened.model.roberta.forward(**encoded).last_hidden_state  # as it is without the hook
        expected = opened.model.classifier(states.mean(1, keepdim=True))
        assert torch.allclose(opened.model(**encoded).logits, expected, atol=1e-5)


def test_other_checkpoints_keep_their_first_token(tmp_path):
    main(arguments(tmp_path, "verdicts", ["--start", tiny(tmp_path / "start", "MaskedLM")], "--steps", "1"))
    assert "classifier_pooling" not in json.loads((tmp_path / "out" / "config.json").read_text())


@pytest.mark.parametrize("kind", ["bert", "roberta"])
def test_a_mean_is_of_the_tokens_that_are_there(kind, tmp_path):
    """Of every token, and not of padding."""
    make = tiny_bert if kind == "bert" else tiny_roberta
    opened = open_model(make(tmp_path, classifier_pooling="mean"), "SequenceClassification", outputs=3)
    texts = ["won", "Anchor Town won the Harbour League in 2002."]
    with torch.inference_mode():
        both = opened.model(**opened.tokenizer(texts, padding=True, return_tensors="pt")).logits
        means = [
            opened.model.base_model.forward(**opened.tokenizer([text], return_tensors="pt")).last_hidden_state.mean(1)
            for text in texts
        ]  # `forward` itself is as it is without the mean
        head = opened.model.classifier
        expected = [head(mean if kind == "bert" else mean.unsqueeze(1))[0] for mean in means]
    assert torch.allclose(both, torch.stack(expected), atol=1e-5)


def test_cells_are_judged_one_by_one_whatever_the_checkpoint_says(tmp_path):
    made = tiny(tmp_path, "TokenClassification", num_labels=2, classifier_pooling="mean")
    opened = open_model(made, "TokenClassification", outputs=2)
    encoded = opened.tokenizer(["Quay Rovers won."], return_tensors="pt")
    assert opened.model(**encoded).logits.shape[:2] == encoded["input_ids"].shape


def test_batches_by_length_have_every_example_once_and_little_padding():
    from types import SimpleNamespace

    from baseline.training.loop import MIXED, Batches

    lengths = tuple((17 * n) % 997 for n in range(2 * MIXED * 4 + 3))

    def cut(seed):
        task, settings = SimpleNamespace(size=len(lengths), lengths=lengths), SimpleNamespace(batch=4)
        return [*Batches(SimpleNamespace(task=task, settings=settings, seed=seed))]

    found = cut("0 0")
    assert sorted(place for some in found for place in some) == list(range(len(lengths)))
    assert [len(some) for some in found[:-1]] == [4] * (len(found) - 1)
    padded = sum(len(some) * max(lengths[place] for place in some) for some in found)
    assert padded < 1.05 * sum(lengths)
    assert found != cut("0 1") != cut("1 1")
    longest = [max(lengths[place] for place in some) for some in found]
    assert longest != sorted(longest)


def test_a_rate_rises_first_and_a_stopped_training_goes_on_with_it(tmp_path, capsys):
    start = ["--start", tiny(tmp_path / "start", "MaskedLM")]
    given = arguments(
        tmp_path, "verdicts", start, "--no-nei-sampling", "--by-length", "--warmup", "0.5", "--epochs", "2"
    )
    refused(capsys, [*given, "--minutes", "0.000001"])
    main([*given, "--resume"])
    rates = [row["rate"] for row in read_metrics(tmp_path / "out" / "metrics.jsonl") if "rate" in row]
    assert rates == pytest.approx([0.01 * n / 6 for n in (0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)])
    assert "is a share" in refused(capsys, [*given, "--warmup", "1.5"])


def test_half_precision_on_a_cpu_is_there_for_who_asks(tmp_path, monkeypatch):
    kinds = []
    real = torch.nn.functional.linear

    def linear(given, weight, bias=None):
        kinds.append((torch.is_autocast_enabled("cpu"), torch.get_autocast_dtype("cpu")))
        return real(given, weight, bias)

    monkeypatch.setattr(torch.nn.functional, "linear", linear)
    start = ["--start", tiny(tmp_path / "start", "MaskedLM")]
    main(arguments(tmp_path, "verdicts", start, "--steps", "1", "--half-on-cpu"))
    assert (True, torch.bfloat16) in kinds


def out_of_memory(monkeypatch, when) -> list[int]:
    """A forward pass raises what CUDA raises, where `when(model, number of inputs)` says so; sizes that were tried."""
    real, tried = transformers.RobertaForSequenceClassification.forward, []

    def forward(self, input_ids=None, **more):
        tried.append(len(input_ids))
        if when(self, len(input_ids)):
            raise torch.cuda.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB")
        return real(self, input_ids=input_ids, **more)

    monkeypatch.setattr(transformers.RobertaForSequenceClassification, "forward", forward)
    return tried


def test_verdicts_that_do_not_fit_into_cuda_memory_are_learned_in_parts(tmp_path, capsys, monkeypatch):
    tried = out_of_memory(monkeypatch, lambda model, count: model.training and count > 2)
    start = ["--start", tiny(tmp_path / "start", "MaskedLM")]
    main(arguments(tmp_path, "verdicts", start, "--steps", "2"))
    assert "batches now go through in 2 parts" in capsys.readouterr().err
    assert tried[:5] == [4, 2, 2, 2, 2]
    assert (tmp_path / "out" / "config.json").is_file()


def test_a_dev_set_that_does_not_fit_costs_no_more_than_a_kill_and_another_device_goes_on(
    tmp_path, capsys, monkeypatch
):
    start = ["--start", tiny(tmp_path / "start", "MaskedLM")]
    given = arguments(tmp_path, "verdicts", start, "--epochs", "2", "--save-every", "0")
    with monkeypatch.context() as small:
        out_of_memory(small, lambda model, _count: not model.training)
        assert "does not fit into the memory of" in refused(capsys, given)
    assert saved_step(tmp_path / "out") == 8  # of 9: 24 claims and 12 more that are NOT ENOUGH INFO, by four
    main([*given, "--resume"])
    assert (tmp_path / "out" / "config.json").is_file()


def test_a_training_from_before_an_option_was_there_goes_on(tmp_path, capsys):
    start = ["--start", tiny(tmp_path / "start", "MaskedLM")]
    given = arguments(tmp_path, "verdicts", start)
    refused(capsys, [*given, "--minutes", "0.000001"])
    about = json.loads((tmp_path / "out" / "training.json").read_text())
    for name in ("warmup", "by_length", "half_on_cpu"):
        del about["settings"][name]
    (tmp_path / "out" / "training.json").write_text(json.dumps(about))
    assert "another value of --warmup: it was 0.0" in refused(capsys, [*given, "--resume", "--warmup", "0.1"])
    main([*given, "--resume"])
    assert (tmp_path / "out" / "config.json").is_file()


def test_an_evaluation_that_a_kill_cut_off_from_its_checkpoint_stands_once_in_the_metrics(tmp_path, monkeypatch):
    """It is written down, and then the machine goes off."""
    from baseline.training.loop import Training

    start = ["--start", tiny(tmp_path / "start", "MaskedLM")]
    given = arguments(tmp_path, "verdicts", start, "--no-nei-sampling", "--epochs", "2", "--save-every", "0")

    def goes_off(training, *given, **options):
        if training.state.best_metric is not None:
            raise RuntimeError("the machine goes off")
        return real(training, *given, **options)

    real = Training.save_model
    with monkeypatch.context() as bad:
        bad.setattr(Training, "save_model", goes_off)
        with pytest.raises(RuntimeError, match="goes off"):
            main(given)
    assert [row["step"] for row in read_metrics(tmp_path / "out" / "metrics.jsonl") if "dev" in row] == [6]
    main([*given, "--resume"])
    rows = read_metrics(tmp_path / "out" / "metrics.jsonl")
    assert [row["step"] for row in rows if "dev" in row] == [6, 12]
    assert [row["step"] for row in rows if "loss" in row] == list(range(1, 13))
