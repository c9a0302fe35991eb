"""The sentences of a source that support a claim, by a linear ranker over features of each sentence.

score(s) = sum of weight * feature(s); the weights were learnt from people's choices (benchmarks/citations/README.md).
Shares are of the claim's words by idf: of Wikipedia, of the source's sentences ("local"), or both. "/m": of the
highest in the source. Which sentences were chosen before does not count: learnt weights of that gave no clear gain.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from baseline.citations.claim import Claim, MissingKind
from baseline.citations.lexical import BEGINNING, SHORTEST_BEGINNING, Wanted, find, is_other_form, wanted
from baseline.citations.rarity import rarity
from baseline.citations.reading import Passage, read_passage, stems_in
from baseline.quantities import ALL_FUNCTION_WORDS
from corpus.sentences import split_sentences
from search.bm25 import Bm25, idf

Column = NDArray[np.float64]

WEIGHTS = Path(__file__).with_name("sentence_weights.json")
CLOSE = 1.5  # scores that are so near the best one: sentences enough to support a claim, and few others
K1, B = 1.2, 0.75
LETTERS = 4  # of the pieces of words that a sentence shares with the claim
FEWEST_IN_CLAUSE = 3  # content words
FEW_WORDS, NEARNESS, REACH = 5, 3.0, 8  # of a short sentence; how fast the surroundings stop to count, and where
_CLAUSE = re.compile(r"[,;:]|\b(?:and|but|which|who|while|where|when|after|before|with|as|that)\b")
_SUBJECT = re.compile(r"[\"“'(]?(?:He|She|It|They|His|Her|Its|Their|This|That|These|Those|We|I|The)\b")
_ENDS = (".", "!", "?", '"', "”", "'")


def supporting_sentences(claim: Claim, sentences: Sequence[str], most: int = 3, within: float = math.inf) -> list[int]:
    """The places of at most so many sentences, best first; none that scores lower than the best by more than `within`.

    All of `most` find most of what supports a claim; to show a person few that do not, give `CLOSE`.
    """
    if not sentences:
        return []
    columns = features(claim, sentences)
    scores = sum((weight * columns[name] for name, weight in weights().items()), np.zeros(len(sentences)))
    best = np.argsort(-scores, kind="stable")[:most]
    return [int(place) for place in best if scores[place] >= scores.max() - within]


class Support(NamedTuple):
    """A sentence of a source: characters `start` to `end` of the text of an element, by its local id."""

    element: str
    start: int
    end: int


def support_in(claim: Claim, passages: Mapping[str, str]) -> list[Support]:
    """The few sentences of passages, by the local id of each, that support a claim best; in the order of the source."""
    places: list[Support] = []
    for element, text in passages.items():
        end = 0
        for sentence in split_sentences(text, claim.language):
            start = text.index(sentence, end)
            end = start + len(sentence)
            places.append(Support(element, start, end))
    texts = [passages[one.element][one.start : one.end] for one in places]
    return [places[place] for place in sorted(supporting_sentences(claim, texts, within=CLOSE))]


@cache
def weights() -> dict[str, float]:
    """The weight of each feature, read once in a process."""
    found: dict[str, float] = json.loads(WEIGHTS.read_text(encoding="utf-8"))["weights"]
    return found


def features(claim: Claim, sentences: Sequence[str]) -> dict[str, Column]:
    """What each sentence has, by the name of the feature."""
    want = wanted(claim, of_title=1.0)
    passages = [read_passage(text) for text in sentences]
    vocabularies = [set(passage.stems) for passage in passages]
    found = (
        _of_words(want, _credits(want, passages, vocabularies))
        | _of_bm25(claim, passages)
        | _of_letters(claim.cited, sentences, vocabularies)
        | _of_article(claim, vocabularies)
        | _of_form(sentences)
    )
    for name in ("found", "shared_letters", "letters", "near"):
        found[f"{name}/m"] = found[name] / (found[name].max() or 1.0)
    return found


def _credits(want: Wanted, passages: Sequence[Passage], vocabularies: Sequence[set[str]]) -> NDArray[np.float64]:
    """How much of each content word each sentence has, 0 to 1; a row a sentence."""
    rows = [find(want, passage).credits for passage in passages]
    forms = _forms(want, set().union(*vocabularies))
    for row, vocabulary in zip(rows, vocabularies, strict=True):
        for word in forms.keys() & vocabulary:
            for place in forms[word]:
                row[place] = max(row[place], BEGINNING)
    return np.array(rows).reshape(len(passages), len(want.content))


def _forms(want: Wanted, vocabulary: Iterable[str]) -> dict[str, list[int]]:
    """The words of a source that are another form of a word of the claim, with its places among the content words."""
    by_beginning: dict[str, list[tuple[int, str]]] = {}
    for place, at in enumerate(want.content):
        word = want.tokens[at].stem
        if want.tokens[at].value is None and len(word) >= SHORTEST_BEGINNING:
            by_beginning.setdefault(word[:SHORTEST_BEGINNING], []).append((place, word))
    found: dict[str, list[int]] = {}
    for word in vocabulary:
        for place, own in by_beginning.get(word[:SHORTEST_BEGINNING], ()):
            if own != word and is_other_form(own, word):
                found.setdefault(word, []).append(place)
    return found


def _of_words(want: Wanted, credits: NDArray[np.float64]) -> dict[str, Column]:
    count = len(credits)
    own, having = np.array(want.weights), (credits > 0).sum(axis=0)
    local = np.log(1 + (count - having + 0.5) / (having + 0.5))
    kinds = [want.tokens[at].kind for at in want.content]
    names = np.array([kind in (MissingKind.NAME, MissingKind.QUOTATION) for kind in kinds], dtype=float)
    numbers = np.array([kind in (MissingKind.NUMBER, MissingKind.DATE) for kind in kinds], dtype=float)
    given = set(stems_in(want.claim.title))
    of_title = np.array([want.tokens[at].stem in given for at in want.content], dtype=float)
    both = _share(credits, own * local)
    beside = np.maximum(_moved(credits, 1), _moved(credits, -1))
    clauses = [_share(credits, own * part) for part in _clauses(want)]
    return {
        "found": np.log1p(credits @ own),
        "found_beyond_title": np.log1p(credits @ (own * (1 - of_title))),
        "both": _share(credits, np.sqrt(own) * local**2),
        "names": _share(credits, own * names),
        "numbers": _share(credits, own * numbers),
        "count_of_names": np.log1p(credits @ names),
        "count_of_numbers": np.log1p(credits @ numbers),
        "count_of_words": np.log1p(credits @ (1 - names - numbers)),
        "title_words_of_claim": _share(credits, own * of_title),
        "clause": np.max(clauses, axis=0, initial=0.0) if clauses else np.zeros(count),
        "best_beside": np.maximum(_moved(both, 1), _moved(both, -1)),
        "with_those_beside": _share(np.maximum(credits, beside), own * local),
        "near": _surroundings(both),
    }


def _share(credits: NDArray[np.float64], of: Column) -> Column:
    return credits @ of / (of.sum() or 1.0)


def _moved(rows: NDArray[np.float64], by: int) -> NDArray[np.float64]:
    """What the sentence before has (1), or the one behind (-1); 0 beyond the ends."""
    moved = np.zeros_like(rows)
    if by > 0:
        moved[by:] = rows[:-by]
    else:
        moved[:by] = rows[-by:]
    return moved


def _surroundings(values: Column) -> Column:
    """The sum over sentences near, which count less the farther they are."""
    kernel = np.exp(-np.abs(np.arange(-REACH, REACH + 1)) / NEARNESS)
    return np.convolve(values, kernel)[REACH:-REACH]


def _clauses(want: Wanted) -> list[Column]:
    """Which content words each clause of the claim has; a clause has a few at least."""
    made: list[list[int]] = [[]]
    end = 0
    for place, at in enumerate(want.content):
        token = want.tokens[at]
        if len(made[-1]) >= FEWEST_IN_CLAUSE and _CLAUSE.search(want.claim.text, end, token.start):
            made.append([])
        made[-1].append(place)
        end = token.end
    return [np.isin(np.arange(len(want.content)), places).astype(float) for places in made]


def _of_bm25(claim: Claim, passages: Sequence[Passage]) -> dict[str, Column]:
    """BM25 with the idf of these sentences times that of Wikipedia, and without the latter."""
    words = [word for word in dict.fromkeys(stems_in(claim.cited)) if word not in ALL_FUNCTION_WORDS]
    texts = _Texts([passage.stems for passage in passages], words)
    weighted = texts.idf * np.array([rarity().idf(word) for word in words])
    plain, scores = texts.scores(texts.idf, b=0.4), texts.scores(weighted)
    places = np.empty(len(scores))
    places[np.argsort(-scores, kind="stable")] = np.arange(len(scores))
    return {
        "bm25_plain/m": plain / (plain.max() or 1.0),
        "bm25": scores / (weighted.sum() or 1.0),
        "bm25/m": scores / (scores.max() or 1.0),
        "bm25_rank": np.log1p(places),
    }


class _Texts:
    """How often each sentence has each of some words, for BM25."""

    def __init__(self, texts: Sequence[Sequence[str]], words: Sequence[str]) -> None:
        self.lengths = np.array([len(text) for text in texts])
        self.counts = np.zeros((len(texts), len(words)))
        columns = {word: column for column, word in enumerate(words)}
        for row, text in zip(self.counts, texts, strict=True):
            for word in columns.keys() & text:
                row[columns[word]] = text.count(word)
        self.idf = np.array([idf(len(texts), having) for having in (self.counts > 0).sum(axis=0)])

    def scores(self, weights: Column, b: float = B) -> Column:
        """The score of each text, for one weight a word."""
        norm = Bm25(K1, b, float(self.lengths.mean()) or 1.0).norm(self.lengths)[:, np.newaxis]
        scores: Column = (self.counts / (self.counts + norm + (norm == 0))) @ weights
        return scores


def bm25_scores(claim: Claim, sentences: Sequence[str]) -> list[float]:
    """BM25 of each sentence for all of the claim's words, with the idf of these sentences."""
    texts = _Texts([stems_in(text) for text in sentences], list(dict.fromkeys(stems_in(claim.cited))))
    scores: list[float] = texts.scores(texts.idf).tolist()
    return scores


def _of_letters(claim: str, sentences: Sequence[str], vocabularies: Sequence[set[str]]) -> dict[str, Column]:
    """Pieces of words that are shared, by their idf among the sentences: other forms and compounds count so."""
    own = {piece for word in stems_in(claim) for piece in _pieces(word)}
    in_word = {word: own.intersection(_pieces(word)) for word in set().union(*vocabularies)}
    shared = [set().union(*map(in_word.__getitem__, vocabulary)) for vocabulary in vocabularies]
    lengths = np.array([max(len(text), 1) for text in sentences])
    having = Counter(piece for some in shared for piece in some)
    rare = {piece: math.log(1 + len(sentences) / (having[piece] + 0.5)) for piece in own}
    whole = sum(rare.values()) or 1.0
    squares = {piece: weight**2 for piece, weight in rare.items()}
    return {
        "shared_letters": np.array([sum(map(rare.__getitem__, some)) for some in shared]) / whole,
        "letters": np.array([sum(map(squares.__getitem__, some)) for some in shared])
        / lengths**0.5
        / (sum(squares.values()) or 1.0),
    }


def _pieces(word: str) -> list[str]:
    marked = f" {word} "
    return [marked[at : at + LETTERS] for at in range(len(marked) - LETTERS + 1)]


def _of_article(claim: Claim, vocabularies: Sequence[set[str]]) -> dict[str, Column]:
    """Words of the article's title, and of the text before the claim."""
    title = set(stems_in(claim.title)) - ALL_FUNCTION_WORDS
    before = set(stems_in(" ".join(claim.before))) - ALL_FUNCTION_WORDS - set(stems_in(claim.cited))
    rare = {word: rarity().idf(word) for word in before}
    whole = sum(rare.values()) or 1.0
    titles = np.array([len(title & words) for words in vocabularies]) / max(len(title), 1)
    return {
        "title": titles,
        "title_beside": np.maximum(_moved(titles, 1), _moved(titles, -1)),
        "text_before": np.array([sum(rare[word] for word in rare.keys() & words) for words in vocabularies]) / whole,
    }


def _of_form(sentences: Sequence[str]) -> dict[str, Column]:
    words = np.array([text.count(" ") + 1 for text in sentences], dtype=float)
    return {
        "length": np.log1p(words),
        "is_short": (words < FEW_WORDS).astype(float),
        "is_heading": np.array([text.startswith("#") for text in sentences], dtype=float),
        "is_closed": np.array([text.rstrip().endswith(_ENDS) for text in sentences], dtype=float),
        "begins_with_subject": np.array([bool(_SUBJECT.match(text)) for text in sentences], dtype=float),
        "place": np.log1p(np.arange(len(sentences))),
        "is_first": (np.arange(len(sentences)) == 0).astype(float),
    }
