"""Training of stage 4: the verdict from a claim and its evidence (sections 4 and 7.7.1)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from annotation.release.record import LABELS, Record
from baseline.models import Opened, batches, encode_pairs, libraries
from baseline.scoring.measures import holder_id
from baseline.source import Source
from baseline.training.settings import Settings
from baseline.verdict.classify import evidence_text, label_chances, outputs_of
from baseline.verdict.dual import table_rows
from baseline.verdict.linearise import pieces
from corpus.page.element_id import BadElementId, ElementKind, parse

NOTHING = (
    "has evidence on these pages. Verdicts are learned from evidence: is it the right file, and are --corpus or "
    "--pages those that it was annotated on?"
)
NOT_ENOUGH = "NOT ENOUGH INFO"


@dataclass(frozen=True, slots=True)
class VerdictExample:
    """A claim, its evidence piece by piece as the model reads it, and the label. `rows`: the evidence as table rows,
    for a dual-channel model."""

    claim: str
    parts: tuple[str, ...]
    label: str
    rows: tuple[str, ...] = ()


def verdict_examples(record: Record, source: Source) -> list[VerdictExample]:
    """The claim with its first evidence set, from which the paper's oracle verdicts are predicted too."""
    content = record.evidence[0].content if record.evidence else ()
    parts = tuple(pieces(content, source))
    return [VerdictExample(record.claim, parts, record.label, tuple(table_rows(content, source)))] if parts else []


def sampled_nei(records: Sequence[Record], source: Source, seed: int) -> list[VerdictExample]:
    """Sample more NOT ENOUGH INFO (section 4): complete evidence of sentences and cells, from which one sentence or one
    whole table (or list) is taken away, by chance.

    At most so many that the label does not become the commonest one.
    """
    found: list[VerdictExample] = []
    for record in records:
        if record.label != NOT_ENOUGH and record.evidence:
            kept = without_a_part(record.evidence[0].content, random.Random(f"{seed} {record.id}"))
            parts = tuple(pieces(kept, source))
            if parts:
                found.append(VerdictExample(record.claim, parts, NOT_ENOUGH, tuple(table_rows(kept, source))))
    counts = {label: sum(record.label == label for record in records) for label in LABELS}
    room = max(max(counts.values()) - counts[NOT_ENOUGH], 0)
    return random.Random(seed).sample(found, room) if len(found) > room else found


def without_a_part(content: Sequence[str], rng: random.Random) -> list[str]:
    """The evidence less one sentence or one table; nothing where it has not both kinds."""
    sentences: list[str] = []
    holders: dict[str, None] = {}
    for element in content:
        try:
            if parse(element).kind is ElementKind.SENTENCE:
                sentences.append(element)
            elif holder := holder_id(element):
                holders[holder] = None
        except BadElementId:
            continue
    if not sentences or not holders:
        return []
    gone = rng.choice(sentences) if rng.random() < 0.5 else rng.choice([*holders])
    return [element for element in content if element != gone and _holder(element) != gone]


def _holder(element: str) -> str | None:
    try:
        return holder_id(element)
    except BadElementId:
        return None


class VerdictTask:
    """Verdict classification as a training task; see `loop.Task`."""

    def __init__(self, settings: Settings, train: Sequence[VerdictExample], dev: Sequence[VerdictExample]) -> None:
        self.settings, self.train, self.dev = settings, train, dev
        self.size = len(train)
        self.lengths: Sequence[int] = tuple(map(self._characters, train)) if settings.by_length else ()

    def losses(self, opened: Opened, epoch: int, places: Sequence[int]) -> tuple[Any, int]:
        """(sum of the cross-entropies, number of claims)."""
        torch, _ = libraries()
        examples, names = [self.train[place] for place in places], outputs_of(opened)
        encoded = encode_pairs(opened.tokenizer, [self._pair(opened, one) for one in examples], self._length(opened))
        wanted = torch.tensor([names.index(one.label) for one in examples], device=opened.device)
        logits = opened.model(**encoded.to(opened.device)).logits.float()
        return torch.nn.functional.cross_entropy(logits, wanted, reduction="sum"), len(examples)

    def evaluate(self, opened: Opened) -> dict[str, float]:
        """Accuracy, F1 of each label and their mean over the labels that occur: `score`, as in Table 6 of the paper."""
        return label_scores(self.judged(opened))

    def judged(self, opened: Opened) -> list[tuple[str, str]]:
        """(gold label, predicted label) of each example of the dev set. Raises NoModel."""
        names, pairs = outputs_of(opened), []
        for some in batches(self.dev, 64):
            chances = label_chances(opened, [self._pair(opened, one) for one in some], self._length(opened))
            pairs += [
                (one.label, names[max(range(len(names)), key=row.__getitem__)])
                for one, row in zip(some, chances, strict=True)
            ]
        return pairs

    def _pair(self, opened: Opened, example: VerdictExample) -> tuple[str, str]:
        return example.claim, "" if self.settings.claim_only else evidence_text(opened.tokenizer, example.parts)

    def _characters(self, example: VerdictExample) -> int:
        return len(example.claim) + (0 if self.settings.claim_only else sum(map(len, example.parts)))

    def _length(self, opened: Opened) -> int:
        return min(self.settings.length, opened.longest)


def label_scores(pairs: Sequence[tuple[str, str]]) -> dict[str, float]:
    """`score` (macro F1 over the labels that are gold somewhere), accuracy and F1 by label, of (gold, predicted)."""
    found: dict[str, float] = {}
    for label in LABELS:
        hits = sum(gold == label == predicted for gold, predicted in pairs)
        both = sum((gold == label) + (predicted == label) for gold, predicted in pairs)
        if any(gold == label for gold, _ in pairs):
            found[label] = 2 * hits / both
    macro = sum(found.values()) / len(found)
    return {"score": macro, "accuracy": sum(gold == one for gold, one in pairs) / len(pairs), **found}
