"""Parse the text of the search box; the operators are those of Wikipedia's own search.

    marie curie            pages with both words
    "nobel prize"          these words in this order; "nobel prize"~2 with up to two words between
    -physics  !physics     not on the page; before every other sign, too
    gold OR silver         either; binds its two neighbours only
    electr*  colo?r        any letters, one letter
    reykjavk~              a word at most one letter away, two in a long word; ~1 and ~2 say how many
    intitle:curie          in the title or a redirect; a phrase, a pattern or a ~ may follow
    incategory:"Physicists"   in this category, or "One|Another"
    linksto:"Nobel Prize"  pages that link to this one
    prefix:List of         pages whose title begins so; goes last, for it takes all that follows

Nothing a person types is an error: what cannot be read is searched as words, and the note says so.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from django.utils.translation import gettext as _

from corpus.page.element_id import BadTitle, normalise_title
from search.folding import fold
from search.query.ast import Clause, InCategory, LinksTo, Query, Term, TitleBeginning, Words
from search.query.wildcards import MAX_SLOP, fuzzy, wildcard

MAX_CHARACTERS = 1_000
MAX_TERMS = 60
LONGEST_BEGINNING = 150  # characters of a title: engines compile them, and refuse very long ones
MAX_PATTERNS = 8  # wildcards and fuzzy words: each stands for many words

_TOKEN = re.compile(
    r"""(?P<minus>[-!]?)(?:(?P<keyword>intitle|incategory|linksto):[ ]*)?
        (?:"(?P<phrase>[^"]*)"(?:~(?P<slop>\d{0,3})(?!\S))?|(?P<word>[^\s"]+))""",
    re.VERBOSE,
)
_PREFIX = re.compile(r"(?:^|\s)(?P<minus>[-!]?)prefix:(?P<rest>.*)$")
_ELSEWHERE = re.compile(
    r"[-!]?(?P<keyword>insource|hastemplate|morelike|deepcat|deepcategory|subpageof|articletopic):\S"
)
_QUOTES = str.maketrans(dict.fromkeys("“”„‟«»＂", '"'))
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")  # lone surrogates too: no engine takes them


@dataclass(slots=True)
class _Token:
    """Clause typed without spaces; `plain` if it may be part of a title."""

    terms: Clause
    minus: bool = False
    either: bool = False  # it was written OR
    plain: bool = True


def parse(text: str) -> Query:
    """Parse a query. Never raises; an empty query has no clauses."""
    notes: list[str] = []
    text = _shortened(unicodedata.normalize("NFC", _CONTROL.sub(" ", text)).translate(_QUOTES), notes)
    tokens = _limited(_tokens(text, notes), notes)
    if tokens and all(token.minus for token in tokens):
        notes.append(_("A search needs a word to look for: the words after “-” were searched for."))
        tokens = [_Token(token.terms, plain=False) for token in tokens]
    clauses = _clauses(tokens, notes)
    excluded = tuple(term for token in tokens if token.minus for term in token.terms)
    is_title = all(token.plain and not token.minus for token in tokens) and len(clauses) == len(tokens)
    if not clauses:
        notes.append(_("There is no word to search for."))
    title = fold(text) if is_title and clauses else ""
    return Query(tuple(dict.fromkeys(clauses)), excluded, title, " ".join(dict.fromkeys(notes)))


def _shortened(text: str, notes: list[str]) -> str:
    if len(text) > MAX_CHARACTERS:
        text = text[:MAX_CHARACTERS].rpartition(" ")[0] or text[:MAX_CHARACTERS]
        notes.append(_("Only the first %(count)d characters were searched for.") % {"count": MAX_CHARACTERS})
    if text.count('"') % 2:
        head, _quote, tail = text.rpartition('"')
        text = f"{head} {tail}"
        notes.append(_("A quotation mark was left open; the words after it were searched for one by one."))
    return text


def _tokens(text: str, notes: list[str]) -> list[_Token]:
    last: list[_Token] = []
    prefix = _PREFIX.search(text)
    if prefix and text[: prefix.start("minus")].count('"') % 2 == 0:
        last = _title_beginning(prefix["rest"], minus=bool(prefix["minus"]), notes=notes)
        text = text[: prefix.start()]
    found = [_token(match, notes) for match in _TOKEN.finditer(text)]
    return [token for token in found if token.terms] + last


def _title_beginning(rest: str, *, minus: bool, notes: list[str]) -> list[_Token]:
    """Parse `prefix:`, which takes the rest of the text, or the quoted text that follows it."""
    quoted, after = re.match(r'\s*"([^"]*)"(.*)', rest), ""
    if quoted:
        rest, after = quoted.groups()
    beginning = fold(rest)
    if not beginning:
        notes.append(_("“%(keyword)s:” needs something after it.") % {"keyword": "prefix"})
        return _tokens(after, notes)
    return [
        _Token((TitleBeginning(beginning[:LONGEST_BEGINNING].strip()),), minus, plain=False),
        *_tokens(after, notes),
    ]


def _token(match: re.Match[str], notes: list[str]) -> _Token:
    minus, keyword, phrase, word = bool(match["minus"]), match["keyword"], match["phrase"], match["word"]
    if keyword in ("incategory", "linksto"):
        return _Token(_page_terms(keyword, phrase if word is None else word, notes), minus, plain=False)
    in_title = keyword is not None
    if word is None:
        if keyword and not fold(phrase):
            notes.append(_("“%(keyword)s:” needs something after it.") % {"keyword": keyword})
        slop = min(int(match["slop"] or 0), MAX_SLOP)
        return _Token(_words(fold(phrase), in_title=in_title, slop=slop), minus, plain=not (keyword or slop))
    # "--", "- gold" and a "!" that opens the text are no signs
    minus = minus and word[:1] not in ("-", "!", "") and not (match["minus"] == "!" and match.start() == 0)
    if word.rstrip(":") in ("intitle", "incategory", "linksto") and word.endswith(":"):
        notes.append(_("“%(keyword)s:” needs something after it.") % {"keyword": word.rstrip(":")})
    if elsewhere := _ELSEWHERE.match(word):
        notes.append(
            _("“%(keyword)s:” is not known here; it was searched for as words.") % {"keyword": elsewhere["keyword"]}
        )
    terms = wildcard(word, in_title=in_title, notes=notes) or fuzzy(word, in_title=in_title, notes=notes)
    if terms:
        is_name = not in_title and isinstance(terms[-1], Words) and not isinstance(terms[0], Words)  # "M*A*S*H"
        return _Token(terms, minus, plain=is_name)
    # "Joliot-Curie" and "U.S." fold to several words, which belong together
    return _Token(_words(fold(word), in_title=in_title), minus, either=word == "OR", plain=not in_title)


def _words(folded: str, *, in_title: bool, slop: int = 0) -> Clause:
    return (Words(tuple(folded.split()), in_title, slop),) if folded else ()


def _page_terms(keyword: str, value: str, notes: list[str]) -> Clause:
    """Parse `incategory:` and `linksto:`; with a value that is no name they are words."""
    if keyword == "incategory":
        names = tuple(dict.fromkeys(filter(None, (fold(name.replace("_", " ")) for name in value.split("|")))))
        if names:
            return (InCategory(names),)
    else:
        try:
            return (LinksTo((normalise_title(value),)),)
        except BadTitle:
            pass
    notes.append(_("“%(keyword)s:” needs something after it.") % {"keyword": keyword})
    return _words(fold(value), in_title=False)


def _limited(tokens: list[_Token], notes: list[str]) -> list[_Token]:
    if len(tokens) > MAX_TERMS:
        tokens = tokens[:MAX_TERMS]
        notes.append(_("Only the first %(count)d words were searched for.") % {"count": MAX_TERMS})
    patterns = [token for token in tokens if _is_pattern(token)]
    if len(patterns) > MAX_PATTERNS:
        notes.append(
            _("Only the first %(count)d words with “*”, “?” or “~” were searched for.") % {"count": MAX_PATTERNS}
        )
        tokens = [token for token in tokens if not _is_pattern(token) or token in patterns[:MAX_PATTERNS]]
    return tokens


def _is_pattern(token: _Token) -> bool:
    return any(not isinstance(term, Words | TitleBeginning | InCategory | LinksTo) for term in token.terms)


def _clauses(tokens: list[_Token], notes: list[str]) -> list[Clause]:
    """Group terms joined by OR into clauses; an OR without a word on both sides is a word itself."""
    clauses: list[tuple[Term, ...]] = []
    joined = False
    for i, token in enumerate(tokens):
        if token.minus:
            continue
        if token.either and not joined and _is_word(tokens, i - 1) and _is_word(tokens, i + 1):
            joined = True
        elif joined:
            clauses[-1] = (*clauses[-1], *token.terms)
            joined = False
        else:
            clauses.append(token.terms)
            if token.either and len(tokens) > 1:
                notes.append(_("“OR” needs a word on both sides; it was searched for as a word."))
    return clauses


def _is_word(tokens: list[_Token], i: int) -> bool:
    return 0 <= i < len(tokens) and not tokens[i].minus and not tokens[i].either
