"""Score tables and lists: BM25F (`search/bm25.py`) in which title, headings, caption, headers and cells count apart.

    tf(w, row) = cells * times in the row + title, headings, caption and headers, of those fields that have w
    score      = as of any passage (`score.py`): its best row or item, and a little for the others

Stop words count nothing, unlike in a sentence: few tables have them, so that their idf would be high. Words that ask
how a table is to be read ("more than", "the highest", "different values", "the table lists") count little.
"""

from __future__ import annotations

from math import fsum

from baseline.cells.cues import cue_stems
from baseline.config import Passages
from baseline.passages.score import parts_score
from baseline.passages.split import Passage
from baseline.words import Weights
from search.stemming import stem

FORM_STEMS = cue_stems() | frozenset(
    map(
        stem,
        """table column row value range distinct unique different repeat repeated contain given present show list
        highest lowest average""".split(),
    )
)


def table_weights(weights: Weights, config: Passages) -> Weights:
    """The weights of a claim's stems for its tables."""
    telling = weights.telling.idf
    kept = {one: idf * (config.fields.form if one in FORM_STEMS else 1.0) for one, idf in telling.items()}
    return Weights(kept, fsum(kept.values()))


def table_score(passage: Passage, weights: Weights, config: Passages) -> float:
    """Score a table or list from 0 to about 1; 0 where no cell has a word. `weights`: those of `table_weights`."""
    fields = config.fields
    context: dict[str, float] = {}
    for weight, stems in (
        (fields.title, passage.title),
        (fields.headings, passage.headings),
        (fields.caption, passage.caption),
        (fields.headers, passage.headers),
    ):
        for one in weights.idf.keys() & set(stems) if weight else ():
            context[one] = context.get(one, 0.0) + weight
    return parts_score(passage, weights, context, config, fields.cells)
