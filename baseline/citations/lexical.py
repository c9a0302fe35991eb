"""What of a claim a source has: features of the pair, without a model.

A word of the claim counts by its idf. It is found as its stem, a number as its value, a date as its parts; a synonym
(WordNet) or a word of the same beginning counts for less. Words of the article's title are given by the subject that
the article has, so that their lack says little.

Of a source in another language only numbers and names are looked for. Of these only numbers are ever said to be
missing: names of places, offices and works are others in other languages.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from baseline.citations.claim import Claim, Missing, MissingKind
from baseline.citations.language import foreign_language
from baseline.citations.rarity import rarity
from baseline.citations.reading import (
    NEGATION_STEMS,
    Passage,
    Token,
    number,
    read_claim,
    read_foreign_passage,
    read_passage,
    stems_in,
)
from baseline.quantities import ALL_FUNCTION_WORDS
from search.stemming import stem

SYNONYM, BEGINNING = 0.6, 0.7  # what such a find counts
SHORTEST_BEGINNING = 5  # letters that two words share
GIVEN = 0.3  # weight of a word of the title
NUMBER_IDF, SMALL_IDF, SMALL = 5.0, 3.0, 31  # of numbers; of those up to 31, which many texts have
WRITTEN_OUT = 12  # numbers up to this one are often written as words
OTHER_CALENDARS = frozenset("am fa ne ps th ti".split())  # languages in which years are often counted otherwise
NEAR = 4  # words of the source between two neighbouring words of the claim
UNION = 3  # passages whose words are put together
LEAST_LACK = 1.0  # weight of a word that is lacking

# Chosen on the tuned halves (benchmarks/citations/README.md). "lack" and "found" of weights, "order" of neighbours.
PASSAGE_FEATURES = ("found", "names", "order")
DOCUMENT_FEATURES = ("union_lack", "lacking_words", "document_order", "title_lack")
FEATURES = (*PASSAGE_FEATURES, *DOCUMENT_FEATURES)
FEWEST_WORDS, ERROR_WORDS = 10, 100  # a source with fewer words has no text; so long is a page that only says an error
_ERROR = re.compile(
    r"are a (?:ro)?bot\b|captcha|about this capture|access denied|forbidden|page (?:was |could )?not (?:be )?found"
    r"|enable (?:javascript|cookies)|verify you are human|checking your browser|\b404\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A claim to look for: its words with weights, and under which stems each is found."""

    claim: Claim
    tokens: tuple[Token, ...]
    content: tuple[int, ...]  # places in tokens
    weights: tuple[float, ...]  # one each of content
    by_stem: dict[str, tuple[int, ...]]  # places in content
    synonyms: dict[str, tuple[int, ...]]

    @property
    def total(self) -> float:
        """The sum of the weights, at least a little."""
        return sum(self.weights) or 1.0


def wanted(claim: Claim, of_title: float = GIVEN) -> Wanted:
    """Read a claim up to its mark; words of the title count `of_title`.

    A claim of nothing but function words is taken as it is.
    """
    end = len(claim.cited) + (len(claim.text) - len(claim.text.lstrip()) if claim.text[: claim.offset].strip() else 0)
    tokens = read_claim(claim.text, min(end, len(claim.text)))
    content = tuple(at for at, token in enumerate(tokens) if token.is_content) or tuple(range(len(tokens)))
    given = set(stems_in(claim.title))
    weights = tuple(_weight(tokens[at]) * (of_title if tokens[at].stem in given else 1.0) for at in content)
    by_stem: dict[str, list[int]] = {}
    synonyms: dict[str, list[int]] = {}
    for place, at in enumerate(content):
        token = tokens[at]
        by_stem.setdefault(token.stem, []).append(place)
        if token.kind is MissingKind.WORD:
            for other in _synonyms(claim.text[token.start : token.end].lower()):
                synonyms.setdefault(other, []).append(place)
    return Wanted(claim, tokens, content, weights, *({one: tuple(at) for one, at in some.items()}
                                                      for some in (by_stem, synonyms)))  # fmt: skip


def _crossing(want: Wanted) -> Wanted:
    """What of a claim may stand in another language as well: its numbers and names."""
    kept = [
        place for place, at in enumerate(want.content)
        if want.tokens[at].value is not None or want.tokens[at].kind is MissingKind.NAME
    ]  # fmt: skip
    places = {old: new for new, old in enumerate(kept)}
    by_stem = {
        stem: some for stem, all in want.by_stem.items() if (some := tuple(places[one] for one in all if one in places))
    }
    content, weights = tuple(want.content[place] for place in kept), tuple(want.weights[place] for place in kept)
    return replace(want, content=content, weights=weights, by_stem=by_stem, synonyms={})


def _weight(token: Token) -> float:
    if token.value is not None:
        return SMALL_IDF if token.value <= SMALL else NUMBER_IDF
    return rarity().idf(token.stem)


def _synonyms(word: str) -> set[str]:
    from annotation.similarity.wordnet import wordnet

    return {stem(one) for one in wordnet().synonyms(word) if one.isalpha()} - {stem(word)} - ALL_FUNCTION_WORDS


@dataclass(slots=True)
class Found:
    """What a passage has of a claim: how much each content word counts, 0 to 1, and which neighbours are near."""

    credits: list[float]
    pairs: set[int] = field(default_factory=set)  # the first of two neighbours among the content words


def find(want: Wanted, passage: Passage) -> Found:
    """Look for the claim's words in a passage."""
    credits = [0.0] * len(want.content)
    found = Found(credits)
    places: dict[int, int] = {}  # of content -> the last place in the passage
    for at, one in enumerate(passage.stems):
        if (exact := want.by_stem.get(one)) is not None:
            for place in exact:
                credits[place] = 1.0
                places[place] = at
                if places.get(place - 1, -NEAR - 1) >= at - NEAR:
                    found.pairs.add(place - 1)
        elif (near := want.synonyms.get(one)) is not None:
            for place in near:
                credits[place] = max(credits[place], SYNONYM)
    for place, at in enumerate(want.content):
        value = want.tokens[at].value
        if value is not None and not credits[place] and passage.has_value(value):
            credits[place] = 1.0
    return found


@dataclass(frozen=True, slots=True)
class Compared:
    """A claim beside a document: per passage its own features, and those of the whole document.

    `language`: of the document where it is not the claim's, "" elsewhere; then the features mean nothing.
    """

    want: Wanted
    found: tuple[Found, ...]
    passages: tuple[tuple[float, ...], ...]
    document: tuple[float, ...]
    has_text: bool
    credits: tuple[float, ...]  # of the whole document, one for each content word
    negates: bool  # whether the document has a negation anywhere
    language: str = ""

    @property
    def is_compared(self) -> bool:
        """Whether the words of the claim can be looked for in the document: there is text, in the claim's language."""
        return self.has_text and not self.language

    @property
    def best(self) -> int:
        """The passage that has most of what is looked for, by weight."""
        weights = self.want.weights
        return max(range(len(self.found)), key=lambda place: -_lack(weights, self.found[place].credits))

    @property
    def missing(self) -> tuple[Missing, ...]:
        """Words that are nowhere in the document; neighbours of one kind are one. None where there is no text."""
        if not self.has_text or self.language in OTHER_CALENDARS:
            return ()
        made: list[Missing] = []
        tokens = self.want.tokens
        lacked = {at for at, credit in zip(self.want.content, self.credits, strict=True) if not credit}
        if self.language:
            lacked = {at for at in lacked if _is_written_alike(self.want, at)}
        elif not self.negates:
            lacked |= {at for at, token in enumerate(tokens) if token.kind is MissingKind.NEGATION}
        for at in sorted(lacked):
            token = tokens[at]
            if made and at - 1 in lacked and made[-1].kind is token.kind:
                made[-1] = Missing(made[-1].start, token.end, token.kind)
            else:
                made.append(Missing(token.start, token.end, token.kind))
        return tuple(made)


def compare(claim: Claim, texts: Sequence[str], union: int = UNION) -> Compared:
    """Compare a claim with the passages of a document; `union` of them may share the evidence."""
    language = foreign_language(texts, claim.language)
    want = _crossing(wanted(claim)) if language else wanted(claim)
    passages = [read_foreign_passage(text) if language else read_passage(text) for text in texts]
    found = [find(want, passage) for passage in passages]
    credits = [max(column) for column in zip(*(one.credits for one in found), strict=True)]
    vocabulary = {one for passage in passages for one in passage.stems}
    _beginnings(want, credits, vocabulary)
    return Compared(
        want, tuple(found), tuple(_passage_features(want, one) for one in found),
        _document_features(want, found, credits, vocabulary, union), has_text(texts), tuple(credits),
        not NEGATION_STEMS.isdisjoint(vocabulary), language,
    )  # fmt: skip


def _is_written_alike(want: Wanted, at: int) -> bool:
    """Whether a number of a claim is written in the same digits in other languages, if it is there."""
    token = want.tokens[at]
    written = want.claim.text[token.start : token.end]
    has_scale = token.value != number(written)  # "5 million"
    return token.value is not None and token.value > WRITTEN_OUT and written[0].isdigit() and not has_scale


def _beginnings(want: Wanted, credits: list[float], vocabulary: Iterable[str]) -> None:
    """Count words of which the document has another form: "Qatar" for "Qatari"."""
    lacked = [
        (place, want.tokens[at].stem) for place, at in enumerate(want.content)
        if not credits[place] and want.tokens[at].value is None and len(want.tokens[at].stem) >= SHORTEST_BEGINNING
    ]  # fmt: skip
    if not lacked:
        return
    by_beginning: dict[str, list[str]] = {}
    for word in vocabulary:
        by_beginning.setdefault(word[:SHORTEST_BEGINNING], []).append(word)
    for place, own in lacked:
        for word in by_beginning.get(own[:SHORTEST_BEGINNING], ()):
            if is_other_form(own, word):
                credits[place] = BEGINNING


def is_other_form(one: str, other: str) -> bool:
    """Whether one of two stems is the other with up to three more letters."""
    few, many = sorted((one, other), key=len)
    return many.startswith(few) and len(many) - len(few) <= 3


def _lack(weights: Sequence[float], credits: Sequence[float]) -> float:
    total = sum(weights)
    return 1 - sum(weight * credit for weight, credit in zip(weights, credits, strict=True)) / total if total else 0.0


_NAMES = (MissingKind.NAME, MissingKind.QUOTATION)


def has_text(texts: Sequence[str]) -> bool:
    """Whether a source is more than nothing, an error or the banner of an archive: then its lacks say something."""
    words = sum(text.count(" ") + 1 for text in texts if text)
    return words >= ERROR_WORDS or (words >= FEWEST_WORDS and not any(map(_ERROR.search, texts)))


def _passage_features(want: Wanted, found: Found) -> tuple[float, ...]:
    lacking = sum(
        1 - credit for at, credit in zip(want.content, found.credits, strict=True) if want.tokens[at].kind in _NAMES
    )
    return (
        math.log1p(sum(weight * credit for weight, credit in zip(want.weights, found.credits, strict=True))),
        math.log1p(lacking),
        _without_order(want, found.pairs),
    )


def _without_order(want: Wanted, pairs: set[int]) -> float:
    """The share of the claim's neighbouring content words that are not near one another, in this order."""
    neighbours = len(want.content) - 1
    return 1 - len(pairs) / neighbours if neighbours > 0 else 0.0


def _document_features(
    want: Wanted, found: Sequence[Found], credits: Sequence[float], vocabulary: set[str], union: int
) -> tuple[float, ...]:
    best = sorted(found, key=lambda one: _lack(want.weights, one.credits))[:union]
    together = [max(column) for column in zip(*(one.credits for one in best), strict=True)]
    title = [one for one in stems_in(want.claim.title) if one not in ALL_FUNCTION_WORDS]
    lacking = sum(weight * (1 - credit) > LEAST_LACK for weight, credit in zip(want.weights, credits, strict=True))
    return (
        _lack(want.weights, together),
        math.log1p(lacking),
        _without_order(want, set().union(*(one.pairs for one in found))),
        _lack([rarity().idf(one) for one in title], [float(one in vocabulary) for one in title]),
    )
