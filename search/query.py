"""What a person typed into the search box, as something every engine can run.

    marie curie        pages with both words
    "nobel prize"      these words in this order
    -physics           not on the page
    gold OR silver     either; binds its two neighbours only

Nothing a person types is an error: what cannot be read is searched as words, and the note says so.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from search.folding import fold

MAX_CHARACTERS = 1_000
MAX_TERMS = 60

# Words too common to say anything. They count in a strict search and in phrases, never on their own.
STOP_WORDS = frozenset(
    """a an and are as at be been but by did do does for from had has have he her his in into is it its no not of on
    or she that the their there these they this to was were which who whose with""".split()
)
_TOKEN = re.compile(r'(?P<minus>-?)"(?P<phrase>[^"]*)"|(?P<word>[^\s"]+)')
_QUOTES = str.maketrans(dict.fromkeys("“”„‟«»＂", '"'))
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")  # lone surrogates too: no engine takes them

Term = tuple[str, ...]  # folded words; several must follow one another


@dataclass(frozen=True, slots=True)
class Query:
    """Every clause must be met, by any of its terms; no excluded term may be on the page.

    `title` is the folded text when it holds no operator, and so may be a title. `note` is for the person.
    """

    clauses: tuple[tuple[Term, ...], ...]
    excluded: tuple[Term, ...]
    title: str
    note: str

    @property
    def terms(self) -> tuple[Term, ...]:
        """Every term that may be found on a hit, without repeats."""
        return tuple(dict.fromkeys(term for clause in self.clauses for term in clause))


@dataclass(slots=True)
class _Token:
    term: Term
    minus: bool = False
    either: bool = False  # it was written OR


def parse(text: str) -> Query:
    """The query a person meant. Never raises; without a word to look for, it has no clauses."""
    notes: list[str] = []
    tokens = _tokens(text, notes)
    if len(tokens) > MAX_TERMS:
        tokens = tokens[:MAX_TERMS]
        notes.append(_("Only the first %(count)d words were searched for.") % {"count": MAX_TERMS})
    if tokens and all(token.minus for token in tokens):
        notes.append(_("A search needs a word to look for: the words after “-” were searched for."))
        tokens = [_Token(token.term) for token in tokens]
    clauses = _clauses(tokens, notes)
    excluded = tuple(token.term for token in tokens if token.minus)
    plain = not excluded and all(len(clause) == 1 for clause in clauses)
    title = " ".join(word for clause in clauses for word in clause[0]) if plain else ""
    if not clauses:
        notes.append(_("There is no word to search for."))
    return Query(tuple(dict.fromkeys(clauses)), excluded, title, " ".join(notes))


def any_word(query: Query) -> Query | None:
    """The query met by any of its words, for when nothing has all of them; None if that is no wider."""
    words = list(dict.fromkeys(word for term in query.terms for word in term))
    telling = [word for word in words if word not in STOP_WORDS] or words
    phrases = [term for term in query.terms if len(term) > 1]  # pages with the whole phrase come first
    if len(query.clauses) < 2 and not phrases:
        return None
    return replace(query, clauses=((*((word,) for word in telling), *phrases),), title="")


def _tokens(text: str, notes: list[str]) -> list[_Token]:
    text = _CONTROL.sub(" ", text).translate(_QUOTES)
    if len(text) > MAX_CHARACTERS:
        text = text[:MAX_CHARACTERS].rpartition(" ")[0] or text[:MAX_CHARACTERS]
        notes.append(_("Only the first %(count)d characters were searched for.") % {"count": MAX_CHARACTERS})
    if text.count('"') % 2:
        head, _quote, tail = text.rpartition('"')
        text = f"{head} {tail}"
        notes.append(_("A quotation mark was left open; the words after it were searched for one by one."))
    if "*" in text:
        notes.append(_("“*” does not stand for other letters here; whole words were searched for."))
    found = (_token(match) for match in _TOKEN.finditer(text))
    return [token for token in found if token.term]


def _token(match: re.Match[str]) -> _Token:
    if match["word"] is None:
        return _Token(tuple(fold(match["phrase"]).split()), minus=bool(match["minus"]))
    word = match["word"]
    minus = len(word) > 1 and word[0] == "-" and word[1] != "-"
    # "Joliot-Curie" and "U.S." fold to several words, which belong together
    return _Token(tuple(fold(word).split()), minus=minus, either=word == "OR")


def _clauses(tokens: list[_Token], notes: list[str]) -> list[tuple[Term, ...]]:
    """Terms joined by OR share a clause. An OR without a word on both sides is a word itself."""
    clauses: list[tuple[Term, ...]] = []
    joined = False
    for i, token in enumerate(tokens):
        if token.minus:
            continue
        if token.either and not joined and _is_word(tokens, i - 1) and _is_word(tokens, i + 1):
            joined = True
        elif joined:
            clauses[-1] = (*clauses[-1], token.term)
            joined = False
        else:
            clauses.append((token.term,))
            if token.either and len(tokens) > 1:
                notes.append(_("“OR” needs a word on both sides; it was searched for as a word."))
    return clauses


def _is_word(tokens: list[_Token], i: int) -> bool:
    return 0 <= i < len(tokens) and not tokens[i].minus and not tokens[i].either
