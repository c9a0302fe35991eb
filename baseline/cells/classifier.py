"""A fine-tuned token classifier that chooses cells (section 4), over windows of the linearised table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from baseline.cells.blend import Blend, read_blend, word_logits
from baseline.cells.lexical import CellScorer, ScoredCell
from baseline.cells.linearise import ROW, Window, rows_of, windows
from baseline.cells.network import is_network, open_network
from baseline.config import Config
from baseline.models import Opened, batches, libraries, memory_reported, open_model
from baseline.words import ClaimWords, claim_words
from corpus.page.elements import List, Page, Table

BATCH = 8
MOST_TOKENS = 32_768  # of one table that are read


def open_classifier(config: Config) -> CellScorer:
    """Open the scorer of the configured weights: a token classifier or a table network. Raises NoModel."""
    if is_network(Path(config.cells.weights)):
        return open_network(config)
    opened = open_model(config.cells.weights, "TokenClassification", outputs=2)
    blend = read_blend(Path(config.cells.weights))
    length = token_counter(opened.tokenizer)

    def choose(claim: ClaimWords, page: Page, holder: Table | List) -> list[ScoredCell]:
        chances = cell_chances(opened, blend, claim.text, holder, length)
        cells = (cell for row in rows_of(holder) for cell in row)
        found = [ScoredCell(cell.id, chances[cell.id], cell.text) for cell in cells if cell.id in chances]
        return sorted(found, key=lambda cell: -cell.score)

    return choose


def cell_chances(
    opened: Opened, blend: Blend, claim: str, holder: Table | List, length: Callable[[str], int]
) -> dict[str, float]:
    """Cell id -> probability, for a claim and one table or list. Raises NoModel."""
    longest = min(opened.longest, blend.length)
    cut = cut_windows(opened.tokenizer, claim, rows_of(holder), longest, length)[: MOST_TOKENS // longest]
    chances = merged(window_chances(opened, cut))
    return blend.over(chances, word_logits(claim_words(claim), holder, blend.words) if blend.words else {})


def cut_windows(
    tokenizer: Any, claim: str, rows: Sequence[Sequence[ScoredCell]], longest: int, length: Callable[[str], int]
) -> list[Window]:
    """The windows of a table that fit into an input of so many tokens."""
    return [*windows(claim, rows, longest - tokenizer.num_special_tokens_to_add(), length)]


def token_counter(tokenizer: Any) -> Callable[[str], int]:
    """Return a cached function that counts the tokens of one word of the input, which may be a whole cell."""

    @lru_cache(maxsize=50_000)
    def count(text: str) -> int:
        return len(tokenizer([text], is_split_into_words=True, add_special_tokens=False)["input_ids"])

    return count


def encode(tokenizer: Any, cut: Sequence[Window], longest: int) -> Any:
    """Windows as a batch of the tokenizer, rows ended by its own separator."""
    words = [[tokenizer.sep_token or ROW if word == ROW else word for word in window.words] for window in cut]
    return tokenizer(
        words, is_split_into_words=True, padding=True, truncation=True, max_length=longest, return_tensors="pt"
    )


def first_tokens(encoded: Any, place: int, window: Window) -> Iterator[tuple[int, str]]:
    """(position, cell id) of the first token of each cell of one window of the batch: where it is judged."""
    before = None
    for position, word in enumerate(encoded.word_ids(place)):
        cell = window.cells[word] if word is not None else None
        if cell is not None and word != before:
            yield position, cell
        before = word


def window_chances(opened: Opened, cut: Sequence[Window], batch: int = BATCH) -> list[dict[str, float]]:
    """Cell id -> probability (softmax), window by window, short ones side by side. Raises NoModel."""
    torch, _ = libraries()
    found: list[dict[str, float]] = [{} for _ in cut]
    order = sorted(range(len(cut)), key=lambda i: sum(map(len, cut[i].words)))
    with memory_reported(opened.device), torch.inference_mode():
        for places in batches(order, batch):
            encoded = encode(opened.tokenizer, [cut[i] for i in places], opened.longest)
            logits = opened.model(**encoded.to(opened.device)).logits
            chances = logits.float().softmax(-1)[:, :, 1].tolist()
            for row, i in enumerate(places):
                found[i] = {cell: chances[row][at] for at, cell in first_tokens(encoded, row, cut[i])}
    return found


def merged(found: Sequence[dict[str, float]]) -> dict[str, float]:
    """Maximum over windows: header cells are in each."""
    chances: dict[str, float] = {}
    for one in found:
        for cell, chance in one.items():
            chances[cell] = max(chances.get(cell, 0.0), chance)
    return chances
