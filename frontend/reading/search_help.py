"""The lines of the help card: what can be typed, with examples of this corpus."""

from __future__ import annotations

from corpus.models import Corpus
from search.api import IndexMissing
from search.elastic.deadline import all_within
from search.examples import Example, examples

HELP_WITHIN = 0.5  # seconds; the card is made once for an index, and may not hold up the page it stands on


def search_help(corpus: Corpus) -> tuple[Example, ...]:
    """The lines; none without an index, or when the engine is slow to make them."""
    try:
        with all_within(HELP_WITHIN):
            return examples(corpus)
    except IndexMissing:
        return ()
