"""A fine-tuned token classifier that chooses cells (section 4), over windows of the linearised table."""

from __future__ import annotations

from typing import Any

from baseline.cells.lexical import ScoredCell
from baseline.cells.linearise import Window, rows_of, windows
from baseline.cells.rank import CellScorer
from baseline.config import Config
from baseline.models import Opened, batches, libraries, memory_reported, open_model
from baseline.words import ClaimWords
from corpus.elements import List, Page, Table

BATCH = 8
MOST_WINDOWS = 64  # of one table: about 30,000 tokens


def open_classifier(config: Config) -> CellScorer:
    """The scorer of the configured weights. Raises NoModel."""
    opened = open_model(config.cells.weights, "TokenClassification", outputs=2)
    threshold = config.cells.threshold

    def choose(claim: ClaimWords, page: Page, holder: Table | List) -> list[ScoredCell]:
        rows = rows_of(holder)
        room = opened.longest - opened.tokenizer.num_special_tokens_to_add()
        cut = [*windows(claim.text, rows, room, lambda text: token_count(opened.tokenizer, text))][:MOST_WINDOWS]
        chances = probabilities(opened, cut)
        cells = (cell for row in rows for cell in row)
        found = [ScoredCell(cell.id, chances[cell.id], cell.text) for cell in cells if cell.id in chances]
        return sorted((cell for cell in found if cell.score >= threshold), key=lambda cell: -cell.score)

    return choose


def token_count(tokenizer: Any, text: str) -> int:
    """Tokens of one word of the input, which may be a whole cell."""
    return len(tokenizer([text], is_split_into_words=True, add_special_tokens=False)["input_ids"])


def probabilities(opened: Opened, cut: list[Window]) -> dict[str, float]:
    """Cell id -> the probability, of its first token (softmax); the highest of several windows. Raises NoModel."""
    torch, _ = libraries()
    found: dict[str, float] = {}
    with memory_reported(opened.device), torch.inference_mode():
        for batch in batches(cut, BATCH):
            encoded = opened.tokenizer(
                [list(window.words) for window in batch], is_split_into_words=True, padding=True, truncation=True,
                max_length=opened.longest, return_tensors="pt",
            )  # fmt: skip
            logits = opened.model(**encoded.to(opened.device)).logits
            chances = logits.float().softmax(-1)[:, :, 1].tolist()
            for i, window in enumerate(batch):
                for place, word in enumerate(encoded.word_ids(i)):
                    cell = window.cells[word] if word is not None else None
                    first = word != (encoded.word_ids(i)[place - 1] if place else None)
                    if cell is not None and first:
                        found[cell] = max(found.get(cell, 0.0), chances[i][place])
    return found
