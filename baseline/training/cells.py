"""Training task of stage 3: evidence cells as token labels (section 4)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from annotation.release.record import Record
from baseline.cells.blend import Blend, word_logits
from baseline.cells.classifier import cut_windows, encode, first_tokens, merged, token_counter, window_chances
from baseline.cells.lexical import ScoredCell
from baseline.cells.linearise import Window, rows_of
from baseline.cells.rank import holder_of
from baseline.models import Opened, batches, libraries
from baseline.scoring.measures import holder_id
from baseline.source import Source
from baseline.training.settings import Settings
from baseline.words import claim_words
from corpus.page.element_id import BadElementId, parse
from corpus.page.elements import List, Table

OUTPUTS = ("other", "evidence")
NOTHING = (
    "has evidence in a table or list of these pages. Cells are learned from such claims: is it the right file, "
    "and are --corpus or --pages those that it was annotated on?"
)
IGNORED = -100


@dataclass(frozen=True)
class TableExample:
    """A claim, a table or list, and which of its cells (local ids) are evidence."""

    claim: str
    holder: Table | List
    gold: frozenset[str]

    @cached_property
    def rows(self) -> list[list[ScoredCell]]:
        """The cells row by row, as the classifier reads them."""
        return rows_of(self.holder)


def table_examples(record: Record, source: Source) -> list[TableExample]:
    """One example for each table or list that any evidence set of the claim has cells of."""
    wanted: dict[str, set[str]] = {}
    for element in dict.fromkeys(element for one in record.evidence for element in one.content):
        try:
            if name := holder_id(element):
                wanted.setdefault(name, set()).add(parse(element).local)
        except BadElementId:
            continue
    found: list[TableExample] = []
    for name, cells in wanted.items():
        page = source.page(parse(name).page)
        holder = holder_of(page, name) if page else None
        if holder is not None:
            gold = frozenset(cells.intersection(cell.id for row in rows_of(holder) for cell in row))
            if gold:
                found.append(TableExample(record.claim, holder, gold))
    return found


def sampled_rows(example: TableExample, room: int, length: Callable[[str], int], seed: str) -> list[list[ScoredCell]]:
    """Row sampling (7.7.1): all rows with evidence, then others by chance as long as they fit, in the table's order.

    `room` is in tokens. The paper leaves the rows with evidence in front; put back, their place gives nothing away,
    and the model sees tables as it will be given them.
    """
    rows = example.rows
    top = next((i for i, row in enumerate(rows) if not all(cell.score for cell in row)), len(rows))
    sizes = [sum(length(cell.text or "-") + 1 for cell in row) + 1 for row in rows]
    evidence = [i for i in range(top, len(rows)) if any(cell.id in example.gold for cell in rows[i])]
    others = [i for i in range(top, len(rows)) if i not in set(evidence)]
    random.Random(seed).shuffle(others)
    used = sum(sizes[:top]) + length(example.claim) + 1
    kept = [*range(top)]
    for i in (*evidence, *others):
        if used + sizes[i] <= room or i in evidence:
            kept.append(i)
            used += sizes[i]
    return [rows[i] for i in sorted(kept)]


class CellTask:
    """Cell classification as a training task; see `loop.Task`."""

    def __init__(self, settings: Settings, train: Sequence[TableExample], dev: Sequence[TableExample]) -> None:
        self.settings, self.train, self.dev = settings, train, dev
        self.size = len(train)
        self.lengths: Sequence[int] = ()  # windows are about as long as one another
        self._length: Callable[[str], int] | None = None
        self._words_of: dict[int, dict[str, float]] = {}

    def counter(self, opened: Opened) -> Callable[[str], int]:
        """Return the token counter of the model, made once."""
        if self._length is None:
            self._length = token_counter(opened.tokenizer)
        return self._length

    def window(self, opened: Opened, epoch: int, place: int) -> Window:
        """One input of the epoch: another sample of the table's rows in each epoch."""
        example, length = self.train[place], self.counter(opened)
        longest = min(self.settings.length, opened.longest)
        room = longest - opened.tokenizer.num_special_tokens_to_add()
        rows = sampled_rows(example, room, length, f"{self.settings.seed} {epoch} {place}")
        cut = cut_windows(opened.tokenizer, example.claim, rows, longest, length)
        return max(cut, key=lambda window: sum(cell in example.gold for cell in window.cells))

    def losses(self, opened: Opened, epoch: int, places: Sequence[int]) -> tuple[Any, int]:
        """(sum of the cross-entropies, number of labelled cells): the paper's binary cross-entropy."""
        torch, _ = libraries()
        cut = [self.window(opened, epoch, place) for place in places]
        encoded = encode(opened.tokenizer, cut, opened.longest)
        labels = torch.full(encoded["input_ids"].shape, IGNORED)
        offset = torch.zeros(encoded["input_ids"].shape)
        for row, (window, place) in enumerate(zip(cut, places, strict=True)):
            words = self._words(place)
            for at, cell in first_tokens(encoded, row, window):
                labels[row, at] = int(cell in self.train[place].gold)
                offset[row, at] = words.get(cell, 0.0)
        logits = opened.model(**encoded.to(opened.device)).logits.float()
        logits = torch.stack([logits[..., 0], logits[..., 1] + offset.to(logits.device)], -1)
        loss = torch.nn.functional.cross_entropy(
            logits.flatten(0, 1), labels.flatten().to(logits.device), ignore_index=IGNORED, reduction="sum"
        )
        return loss, int((labels != IGNORED).sum())

    def evaluate(self, opened: Opened) -> dict[str, float]:
        """Micro F1 over the dev set's cells at the cut that is best there; `score` is what early stopping goes by."""
        best, cut, precision, recall = best_cut(
            [(chance, cell in example.gold) for example, chances in self.dev_chances(opened)
             for cell, chance in chances.items()], sum(len(example.gold) for example in self.dev),
        )  # fmt: skip
        return {"score": best, "precision": precision, "recall": recall, "cut": cut}

    def dev_chances(self, opened: Opened) -> Iterable[tuple[TableExample, dict[str, float]]]:
        """Each dev example with the probabilities of its cells, the lexical scorer's part added if it is one."""
        length, longest = self.counter(opened), min(self.settings.length, opened.longest)
        blend = Blend(lexical=1.0, words=self.settings.words) if self.settings.words else Blend()
        for some in batches(self.dev, 32):
            cut = [cut_windows(opened.tokenizer, one.claim, one.rows, longest, length) for one in some]
            chances = iter(window_chances(opened, [window for windows in cut for window in windows]))
            for example, windows in zip(some, cut, strict=True):
                mine = merged([next(chances) for _ in windows])
                words = word_logits(claim_words(example.claim), example.holder, blend.words) if blend.words else {}
                yield example, blend.over(mine, words)

    def _words(self, place: int) -> dict[str, float]:
        if not self.settings.words:
            return {}
        if place not in self._words_of:
            example = self.train[place]
            self._words_of[place] = word_logits(claim_words(example.claim), example.holder, self.settings.words)
        return self._words_of[place]


def best_cut(found: Iterable[tuple[float, bool]], wanted: int) -> tuple[float, float, float, float]:
    """(F1, probability, precision, recall) of the cut with the highest micro F1; `wanted` counts gold cells."""
    ordered = sorted(found, key=lambda one: -one[0])
    best, hits = (0.0, 0.5, 0.0, 0.0), 0
    for count, (chance, is_gold) in enumerate(ordered, start=1):
        hits += is_gold
        ends_here = count == len(ordered) or ordered[count][0] < chance
        if ends_here and 2 * hits / (count + wanted) > best[0]:
            following = ordered[count][0] if count < len(ordered) else 0.0
            best = (2 * hits / (count + wanted), (chance + following) / 2, hits / count, hits / wanted)
    return best
