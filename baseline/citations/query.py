"""What is asked for a claim: the input of models, in the form of WAFER, and the text that a search is given.

    title [SEP] section [SEP] text before the mark [CIT] text behind it

Without weights the best of the paper (Petroni et al. 2023, "Improving Wikipedia verifiability with AI") is the sentence
and the article's title; `benchmarks/citations` measures all variants. No Django; torch only for an expansion.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from baseline.citations.claim import Claim
from baseline.citations.decontextualise import decontextualised
from baseline.models import memory_reported, on_device, read_checkpoint
from baseline.words import without_parenthesis

SEPARATOR, MARK = "[SEP]", "[CIT]"
LENGTH = 256  # words or tokens of an input
SHARE = 0.2  # of them that title, section, and what stands behind the mark may take, each
LAST_WORDS = 30
BEAMS, GENERATED = 15, 15  # of an expansion: beams, tokens

Cost = Callable[[str], int]  # tokens of a word


@dataclass(frozen=True, slots=True, kw_only=True)
class InputShape:
    """What of a claim a model reads. `last_words`: only so many words before the mark; 0 for all that fit."""

    title: bool = True
    section: bool = False
    behind: bool = False
    last_words: int = 0
    length: int = LENGTH


ONLY_BEFORE = InputShape()
INPUT_SHAPES = {
    "only_before": ONLY_BEFORE,
    "section": InputShape(section=True),
    "no_title": InputShape(title=False),
    "last_30_words": InputShape(last_words=LAST_WORDS),
    "whole": InputShape(section=True, behind=True),
}


class SearchQuery(StrEnum):
    """Which text a search is given."""

    SENTENCE = "sentence"
    TITLE = "sentence + title"
    SECTION = "sentence + title + section"
    CONTEXT = "sentence + title + section + text before"
    LAST_WORDS = "last 30 words + title"
    DECONTEXTUALISED = "decontextualised sentence"


def claim_input(claim: Claim, shape: InputShape = ONLY_BEFORE, cost: Cost | None = None) -> str:
    """What a model reads of a claim, at most `shape.length` long; `cost` counts the tokens of a word (default 1 each).

    Title, section and text behind the mark are cut at their end, to a fifth of the length each; the text before the
    mark is cut from the left, so that the words nearest to the mark stay. A part that is not wanted has no separator.
    """
    cost = cost or _one
    share = int(SHARE * shape.length)
    parts = [
        *([_beginning(claim.title.split(), share, cost)] if shape.title else []),
        *([_beginning(" ".join(claim.sections).split(), share, cost)] if shape.section else []),
    ]
    behind = _beginning(claim.text[claim.offset :].split(), share, cost) if shape.behind else []
    left = shape.length - sum(cost(word) for part in parts for word in (*part, SEPARATOR))
    left -= sum(map(cost, (*behind, MARK)))
    before = [*" ".join(claim.before).split(), *claim.text[: claim.offset].split()][-shape.last_words :]
    kept = _beginning(before[::-1], left, cost)[::-1]
    return " ".join(word for part in (*([*part, SEPARATOR] for part in parts), kept, [MARK], behind) for word in part)


def search_query(claim: Claim, variant: SearchQuery = SearchQuery.TITLE, expansion: str = "") -> str:
    """The text that a search is given; `expansion`: title that a model expects of the cited page (`Expander`)."""
    title, sections = without_parenthesis(claim.title), " ".join(claim.sections)
    match variant:
        case SearchQuery.SENTENCE:
            parts = [claim.cited]
        case SearchQuery.TITLE:
            parts = [claim.cited, title]
        case SearchQuery.SECTION:
            parts = [claim.cited, title, sections]
        case SearchQuery.CONTEXT:
            parts = [claim.cited, title, sections, *reversed(claim.before)]  # a search reads so many words and no more
        case SearchQuery.LAST_WORDS:
            words = [*" ".join(claim.before).split(), *claim.cited.split()]
            parts = [" ".join(words[-LAST_WORDS:]), title]
        case SearchQuery.DECONTEXTUALISED:
            parts = [decontextualised(claim.cited, claim.title)]
    return " ".join(filter(None, (*parts, expansion)))


@dataclass(frozen=True, slots=True)
class Expander:
    """A sequence-to-sequence model that was trained to write the title of the cited page. `name` says which."""

    name: str
    generate: Callable[[Sequence[str]], list[str]]
    cost: Cost
    shape: InputShape = ONLY_BEFORE

    def titles(self, claims: Sequence[Claim]) -> list[str]:
        """The most likely title for each claim. Raises NoModel."""
        return self.generate([claim_input(claim, self.shape, self.cost) for claim in claims])


def open_expander(folder: str) -> Expander:
    """The model in a folder of transformers (BART, T5 and their like). Raises NoModel.

    Beam search with 15 beams and 15 tokens, of which the best is taken, as in the paper.
    """
    model, tokenizer, _report = read_checkpoint(folder, "Seq2SeqLM")
    model.eval()
    opened = on_device(folder, "", model, tokenizer)

    def generate(texts: Sequence[str]) -> list[str]:
        if not texts:
            return []
        encoded = tokenizer([*texts], padding=True, truncation=True, max_length=opened.longest, return_tensors="pt")
        encoded.pop("token_type_ids", None)
        with memory_reported(opened.device):
            found = opened.model.generate(
                **encoded.to(opened.device), num_beams=BEAMS, max_new_tokens=GENERATED, do_sample=False
            )
        return [text.strip() for text in tokenizer.batch_decode(found, skip_special_tokens=True)]

    def cost(word: str) -> int:
        return len(tokenizer.tokenize(f" {word}"))

    shape = InputShape(length=min(LENGTH, opened.longest - tokenizer.num_special_tokens_to_add()))
    return Expander(opened.name, generate, cost, shape)


def _beginning(words: Sequence[str], most: int, cost: Cost) -> list[str]:
    """The first words that cost no more than `most` together."""
    kept: list[str] = []
    for word in words:
        most -= cost(word)
        if most < 0:
            break
        kept.append(word)
    return kept


def _one(_word: str) -> int:
    return 1
