"""Query syntax tree, which every engine can run; `search.query.parser` builds it.

    Query
      clauses   all must be met; a clause is met by any of its terms
      excluded  none of these terms may fit the page

A term is one of six kinds. Words, Wildcard and Fuzzy look at text; TitleBeginning, InCategory and LinksTo only sort
pages out and add nothing to a page's score.
"""

from __future__ import annotations

from dataclasses import dataclass

# Words too common to say anything. They count in a strict search and in phrases, never on their own.
STOP_WORDS = frozenset(
    """a an and are as at be been but by did do does for from had has have he her his in into is it its no not of on
    or she that the their there these they this to was were which who whose with""".split()
)


@dataclass(frozen=True, slots=True)
class Words:
    """Consecutive folded words, usually one; matched by stem.

    Up to `slop` other words may stand between them. `in_title`: the title or a redirect has them.
    """

    words: tuple[str, ...]
    in_title: bool = False
    slop: int = 0


@dataclass(frozen=True, slots=True)
class Wildcard:
    """Pattern over an unstemmed word: `*` matches any number of letters, `?` one.

    It begins with a letter or figure and has at least three of them; the rest is `*` and `?`.
    """

    pattern: str
    in_title: bool = False


@dataclass(frozen=True, slots=True)
class Fuzzy:
    """A word at most `edits` (1 or 2) letters away: one added, left out, changed, or two neighbours swapped."""

    word: str
    edits: int
    in_title: bool = False


@dataclass(frozen=True, slots=True)
class TitleBeginning:
    """Filter: pages whose own title has this folded prefix."""

    beginning: str


@dataclass(frozen=True, slots=True)
class InCategory:
    """Filter: pages in any of these folded categories."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LinksTo:
    """Filter: pages that link to any of these names (as stored, NFD; redirects included)."""

    titles: tuple[str, ...]


Text = Words | Wildcard | Fuzzy
Filter = TitleBeginning | InCategory | LinksTo
Term = Text | Filter
Clause = tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Query:
    """Query: every clause must match by any of its terms; no excluded term may match.

    `title` is the folded text when it holds no operator, and so may be a title. `note` is for the person.
    """

    clauses: tuple[Clause, ...]
    excluded: tuple[Term, ...] = ()
    title: str = ""
    note: str = ""

    @property
    def terms(self) -> tuple[Text, ...]:
        """Return every distinct term whose words a snippet shows and marks."""
        return tuple(
            dict.fromkeys(
                term for clause in self.clauses for term in clause if isinstance(term, Words | Wildcard | Fuzzy)
            )
        )

    @property
    def is_filter_only(self) -> bool:
        """Return whether there are filters only, and so no ranking."""
        return all(isinstance(term, Filter) for clause in self.clauses for term in clause)

    @property
    def single_words(self) -> list[str]:
        """Return the words of a query of single words; [] if it contains anything else."""
        words: list[str] = []
        for clause in self.clauses:
            if len(clause) > 1 or not isinstance(clause[0], Words) or clause[0].in_title:
                return []
            words += clause[0].words
        return words


def words_of(query: Query) -> tuple[str, ...]:
    """Return the distinct words, as typed, that must be on the page; none for patterns and filters."""
    return tuple(dict.fromkeys(word for term in query.terms if isinstance(term, Words) for word in term.words))
