"""Claim-only baseline with a language model: the paper's check with BERT (section 3.2), five-fold.

`annotation.quality.audit` calls `five_fold` where ATTEST_CLAIM_ONLY names it; the checkpoint that each fold starts
from is the folder ATTEST_CLAIM_ONLY_WEIGHTS. Raises NoModel without torch or that folder.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings

from baseline.models import NoModel, libraries, longest_input, memory_reported, read_checkpoint

SEED = 20211
Say = Callable[[int, int], object]


@dataclass(frozen=True, slots=True)
class Recipe:
    """Hyper-parameters of each fold, usual for BERT on a few thousand sentences (Devlin et al. 2019, A.3)."""

    epochs: int = 3
    batch: int = 16
    rate: float = 2e-5
    decay: float = 0.01
    warm_up: float = 0.1  # of the steps
    length: int = 128  # tokens; claims are one or two sentences


def five_fold(
    texts: Sequence[str],
    labels: Sequence[str],
    folds: Sequence[int],
    say: Say = lambda _done, _of: None,
    *,
    start: str = "",
    recipe: Recipe = Recipe(),
) -> list[str]:
    """Predict the label of each text by a model trained on the other folds.

    `folds` says which fold each text is in; `say` is called with steps done and steps in all, and may raise to stop.
    Raises NoModel.
    """
    names = sorted(set(labels))
    of = sum(_steps(sum(fold != one for fold in folds), recipe) for one in set(folds))
    found, done = [names[0]] * len(texts), 0
    for fold in sorted(set(folds)):
        training = [n for n, number in enumerate(folds) if number != fold]
        tested = [n for n, number in enumerate(folds) if number == fold]
        data = [(texts[n], names.index(labels[n])) for n in training]
        trainer = _trainer(
            start or settings.ATTEST_CLAIM_ONLY_WEIGHTS, len(names), data, recipe, SEED + fold,
            lambda step, before=done: say(before + step, of),  # type: ignore[misc]
        )  # fmt: skip
        with memory_reported(str(trainer.args.device)):
            trainer.train()
            said = trainer.predict(_encoded(trainer, [(texts[n], 0) for n in tested], recipe)).predictions.argmax(-1)
        done += _steps(len(training), recipe)
        for n, label in zip(tested, said.tolist(), strict=True):
            found[n] = names[label]
    return found


def _steps(examples: int, recipe: Recipe) -> int:
    return recipe.epochs * -(-examples // recipe.batch)


def _trainer(
    folder: str, outputs: int, data: list[tuple[str, int]], recipe: Recipe, seed: int, say: Callable[[int], object]
) -> Any:
    """A Trainer of a fresh copy of the checkpoint with a new head; `say` is called after each step. Raises NoModel."""
    if not folder or not (Path(folder) / "config.json").is_file():
        raise NoModel("ATTEST_CLAIM_ONLY_WEIGHTS must name a folder with a checkpoint, such as bert-base-cased.")
    torch, transformers = libraries()
    torch.manual_seed(seed)
    model, tokenizer, _ = read_checkpoint(
        folder, "SequenceClassification", num_labels=outputs, ignore_mismatched_sizes=True
    )

    class Told(transformers.TrainerCallback):  # type: ignore[misc, name-defined, unused-ignore]
        def on_step_end(self, args: Any, state: Any, control: Any, **_: Any) -> None:
            say(state.global_step)

    arguments = transformers.TrainingArguments(
        num_train_epochs=recipe.epochs, per_device_train_batch_size=recipe.batch, learning_rate=recipe.rate,
        per_device_eval_batch_size=4 * recipe.batch, weight_decay=recipe.decay, warmup_steps=recipe.warm_up, seed=seed,
        save_strategy="no", logging_strategy="no", report_to="none", disable_tqdm=True,
        use_cpu=not torch.cuda.is_available(),
    )  # fmt: skip
    trainer = transformers.Trainer(model, arguments, processing_class=tokenizer, callbacks=[Told()])
    trainer.remove_callback(transformers.PrinterCallback)
    trainer.train_dataset = _encoded(trainer, data, recipe)
    return trainer


def _encoded(trainer: Any, data: list[tuple[str, int]], recipe: Recipe) -> list[dict[str, Any]]:
    model, tokenizer = trainer.model, trainer.processing_class
    most = min(recipe.length, longest_input(model, tokenizer))
    return [{**tokenizer(text, truncation=True, max_length=most), "label": label} for text, label in data]
