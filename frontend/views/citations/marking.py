"""Texts in parts, to be marked: what of a claim a source lacks, and which of its words a passage has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from baseline.quantities import ALL_FUNCTION_WORDS

_WORD = re.compile(r"\w+(?:[.,'’-]\w+)*")
SHORTEST = 4  # letters of a word that is marked; numbers of any length are
MARK = "mark"
KINDS = {
    "number": _("number that the source lacks"),
    "date": _("date that the source lacks"),
    "name": _("name that the source lacks"),
    "quotation": _("quotation that the source lacks"),
    "negation": _("negation that the source lacks"),
    "word": _("word that the source lacks"),
}


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of text. `kind`: "" for plain text, "has", "mark" for the place of the citation, or one of KINDS.

    `supports`: whether it is in a sentence that supports the claim best.
    """

    text: str
    kind: str = ""
    supports: bool = False

    @property
    def meaning(self) -> str:
        """What the mark says of a word that is missing; "" for others."""
        return str(KINDS.get(self.kind, ""))


def claim_parts(claim: str, missing: Iterable[Sequence[object]], offset: int | None = None) -> list[Part]:
    """The claim with what the source lacks marked, [start, end, kind] each; `offset`: where its mark stands."""
    spans = sorted((int(str(start)), int(str(end)), str(kind)) for start, end, kind in missing)
    parts: list[Part] = []
    end = 0
    for start, stop, kind in spans:
        if start < end or stop > len(claim):
            continue  # overlapping ones are named once; a span beyond the text is of another text
        parts += [Part(claim[end:start]), Part(claim[start:stop], kind)]
        end = stop
    parts.append(Part(claim[end:]))
    return [one for one in (parts if offset is None else _with_mark(parts, offset)) if one.text or one.kind == MARK]


def passage_parts(claim: str, passage: str, support: Iterable[tuple[int, int]] = ()) -> list[Part]:
    """The passage with the words of the claim marked that it has, and its sentences that support the claim best."""
    wanted = {word.casefold() for word in _WORD.findall(claim) if counts(word)}
    parts: list[Part] = []
    for start, stop, supports in _cut(len(passage), support):
        end = start
        for found in _WORD.finditer(passage, start, stop):
            if found[0].casefold() in wanted:
                parts += [Part(passage[end : found.start()], "", supports), Part(found[0], "has", supports)]
                end = found.end()
        parts.append(Part(passage[end:stop], "", supports))
    return [one for one in parts if one.text]


def _cut(length: int, spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int, bool]]:
    """A text cut at spans: start, end and whether it is one of them. Spans beyond the text are of another text."""
    end = 0
    for start, stop in sorted(spans):
        if end <= start < stop <= length:
            yield from ((end, start, False), (start, stop, True))
            end = stop
    yield end, length, False


def _with_mark(parts: Iterable[Part], offset: int) -> Iterable[Part]:
    at = 0
    is_set = False
    for part in parts:
        inside = offset - at
        if not is_set and inside <= len(part.text):
            yield from (Part(part.text[:inside], part.kind), Part("", MARK), Part(part.text[inside:], part.kind))
            is_set = True
        else:
            yield part
        at += len(part.text)
    if not is_set:
        yield Part("", MARK)


def words_in(text: str) -> Iterator[re.Match[str]]:
    """The words and numbers of a text."""
    return _WORD.finditer(text)


def counts(word: str) -> bool:
    """Whether a word is marked: a number, or one of at least SHORTEST letters that is no function word."""
    if any(letter.isdigit() for letter in word):
        return True
    return len(word) >= SHORTEST and word.lower() not in ALL_FUNCTION_WORDS
