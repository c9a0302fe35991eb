"""Claim-only baseline with a language model: the paper's check with BERT (section 3.2), five-fold.

`annotation.quality.audit` calls `five_fold` where ATTEST_CLAIM_ONLY names it; the checkpoint that each fold starts
from is the folder ATTEST_CLAIM_ONLY_WEIGHTS. Raises NoModel without torch or that folder.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from django.conf import settings

from baseline.models import NoModel, batches, libraries, longest_input, memory_reported

SEED = 20211
Say = Callable[[int, int], object]


@dataclass(frozen=True, slots=True)
class Recipe:
    """How each fold is learnt: the usual settings for BERT on a few thousand sentences (Devlin et al. 2019, A.3)."""

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
        model, tokenizer, device = _opened(start or settings.ATTEST_CLAIM_ONLY_WEIGHTS, len(names), SEED + fold)
        with memory_reported(device):
            data = [(texts[n], names.index(labels[n])) for n in training]
            for step in _learn(model, tokenizer, device, data, recipe, SEED + fold):
                say(done + step, of)
            done += _steps(len(training), recipe)
            said = _said(model, tokenizer, device, [texts[n] for n in tested], recipe)
        for n, label in zip(tested, said, strict=True):
            found[n] = names[label]
    return found


def _steps(examples: int, recipe: Recipe) -> int:
    return recipe.epochs * -(-examples // recipe.batch)


def _opened(folder: str, outputs: int, seed: int) -> tuple[Any, Any, str]:
    """A fresh copy of the checkpoint with a new head. Raises NoModel."""
    if not folder or not (Path(folder) / "config.json").is_file():
        raise NoModel("ATTEST_CLAIM_ONLY_WEIGHTS must name a folder with a checkpoint, such as bert-base-cased.")
    torch, transformers = libraries()
    torch.manual_seed(seed)
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(folder, local_files_only=True)
        model = transformers.AutoModelForSequenceClassification.from_pretrained(
            folder, num_labels=outputs, local_files_only=True, ignore_mismatched_sizes=True
        )
    except Exception as error:  # every version of transformers raises its own: all mean that the folder is no good
        raise NoModel(f"The checkpoint in {folder!r} cannot be read ({type(error).__name__}: {error}).") from error
    device = "cuda" if torch.cuda.is_available() else "cpu"
    return model.to(device), tokenizer, device


def _learn(model: Any, tokenizer: Any, device: str, data: list[tuple[str, int]], recipe: Recipe, seed: int) -> Any:
    """Yields the number of each step once it is done. AdamW, the rate rising at first and then falling to 0."""
    torch, transformers = libraries()
    of, dice = _steps(len(data), recipe), Random(seed)
    optimizer = torch.optim.AdamW(model.parameters(), lr=recipe.rate, weight_decay=recipe.decay)
    rate = transformers.get_linear_schedule_with_warmup(optimizer, int(recipe.warm_up * of), of)
    model.train()
    step = 0
    for _epoch in range(recipe.epochs):
        dice.shuffle(data)
        for some in batches(data, recipe.batch):
            inputs = _tokens(tokenizer, model, [text for text, _label in some], recipe).to(device)
            loss = model(**inputs, labels=torch.tensor([label for _text, label in some], device=device)).loss
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            rate.step()
            optimizer.zero_grad()
            step += 1
            yield step


def _said(model: Any, tokenizer: Any, device: str, texts: Sequence[str], recipe: Recipe) -> list[int]:
    torch, _ = libraries()
    model.eval()
    said: list[int] = []
    with torch.inference_mode():
        for some in batches(texts, 4 * recipe.batch):
            scores = model(**_tokens(tokenizer, model, list(some), recipe).to(device)).logits
            said += scores.argmax(dim=-1).tolist()
    return said


def _tokens(tokenizer: Any, model: Any, texts: list[str], recipe: Recipe) -> Any:
    most = min(recipe.length, longest_input(model, tokenizer))
    return tokenizer(texts, padding=True, truncation=True, max_length=most, return_tensors="pt")
