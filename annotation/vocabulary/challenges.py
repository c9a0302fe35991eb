"""The challenges of FEVEROUS, which projects have that name none of their own (paper, section 3.1.1 and guidelines).

Each has one text: writers expect what verifiers meet, so both read the same. Where the paper's guidelines differ, its
section 3.1.1 decides: multi-hop evidence is from two or more sections or articles. Titles and headings are no text
beside a table: the guidelines for verifiers say so of both, those for writers of titles.
"""

from __future__ import annotations

from annotation.vocabulary.label_set import Label
from annotation.vocabulary.labels import Challenge
from annotation.vocabulary.texts import gettext_lazy as _

CHALLENGES: tuple[Label, ...] = (
    Label(
        value=Challenge.MULTI_HOP.value,
        name=_("Multi-hop reasoning"),
        short_name="Multi-hop",
        description=_("Evidence from two or more pages or sections is needed."),
        example=_("The winner of a prize was born in the capital of the country that …"),
    ),
    Label(
        value=Challenge.TABLES_AND_TEXT.value,
        name=_("Combining tables and text"),
        short_name="Tables and text",
        description=_(
            "A table or list and text outside it have to be read together. Titles and headings do not count."
        ),
        example=_("The table has the number, and only the text says what it counts."),
    ),
    Label(
        value=Challenge.NUMERICAL.value,
        name=_("Numerical reasoning"),
        short_name="Numerical",
        description=_("Numbers have to be compared or calculated. Counting cells is calculating."),
        example=_("A is older than B, where the pages give two dates of birth."),
    ),
    Label(
        value=Challenge.DISAMBIGUATION.value,
        name=_("Entity disambiguation"),
        short_name="Disambiguation",
        description=_("Several people, places or things share a name in the claim."),
        example=_("Georgia: the country, or the state?"),
    ),
    Label(
        value=Challenge.SEARCH_TERMS.value,
        name=_("Search terms not in claim"),
        short_name="Search terms",
        description=_("The page cannot be found by searching for words of the claim."),
        example=_("The claim describes an event without its name."),
    ),
    Label(
        value=Challenge.OTHER.value,
        name=_("Other"),
        description=_("None of these is the main difficulty."),
        example=_("Finding and reading one sentence is enough."),
    ),
)
