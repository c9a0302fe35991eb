"""Items made up for the tests of agreement."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import count

from hypothesis import strategies as st

from annotation.quality.agreement.distances import Sets
from annotation.quality.agreement.items import Item, Rating
from annotation.vocabulary.labels import Verdict

S, R, N = (verdict.value for verdict in Verdict)
MONDAY = datetime(2026, 3, 2, 9)  # of week 10
_numbers = count(1)


def rating(
    person: int,
    verdict: str = S,
    evidence: Sets = (),
    *,
    challenge: str = "Other",
    day: int = 0,
    number: int = 0,
    is_early: bool = True,
) -> Rating:
    number = number or next(_numbers)
    return Rating(number, person, verdict, challenge, evidence, MONDAY + timedelta(days=day), is_early)


def sets(*texts: str) -> Sets:
    """`sets("ab", "c")`: two alternatives, of the elements a and b, and c."""
    return tuple(frozenset(text) for text in texts)


def item(claim: int, *ratings: Rating, **known: str) -> Item:
    return Item(claim, ratings, **known)


def voted(claim: int, *verdicts: str, **known: str) -> Item:
    """An item by the people 1, 2, ..., who gave these verdicts."""
    return item(claim, *(rating(n, verdict) for n, verdict in enumerate(verdicts, start=1)), **known)


# Answers of 2 to 4 people to 2 to 40 items, out of four categories.
answers = st.lists(st.lists(st.integers(0, 3), min_size=2, max_size=4), min_size=2, max_size=40)
elements = st.frozensets(st.sampled_from("abcde"), max_size=4)
evidence = st.lists(elements, max_size=3).map(tuple)
