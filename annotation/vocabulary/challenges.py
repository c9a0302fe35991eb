"""The challenges of FEVEROUS, which projects have that name none of their own (paper, section 3.1.1)."""

from __future__ import annotations

from annotation.vocabulary.label_set import Label
from annotation.vocabulary.labels import Challenge
from annotation.vocabulary.texts import gettext_lazy as _

CHALLENGES: tuple[Label, ...] = (
    Label(
        value=Challenge.MULTI_HOP.value,
        name=_("Multi-hop reasoning"),
        short_name="Multi-hop",
        description=_("Several pages are needed, and one leads to another."),
        for_writers=_("Several pages or sections will be needed, and one leads to the other."),
        example=_("The winner of a prize was born in the capital of the country that …"),
    ),
    Label(
        value=Challenge.TABLES_AND_TEXT.value,
        name=_("Combining tables and text"),
        short_name="Tables and text",
        description=_("A table or list and running text have to be read together."),
        for_writers=_("A table or list and running text will be needed together."),
        example=_("The table has the number, and only the text says what it counts."),
    ),
    Label(
        value=Challenge.NUMERICAL.value,
        name=_("Numerical reasoning"),
        short_name="Numerical",
        description=_("Numbers have to be counted, compared or calculated."),
        for_writers=_("Numbers will have to be counted, compared or calculated."),
        example=_("A is older than B, where the pages give two dates of birth."),
    ),
    Label(
        value=Challenge.DISAMBIGUATION.value,
        name=_("Entity disambiguation"),
        short_name="Disambiguation",
        description=_("Several people, places or things share a name in the claim."),
        for_writers=_("Several people, places or things share a name in the claim."),
        example=_("Georgia: the country, or the state?"),
    ),
    Label(
        value=Challenge.SEARCH_TERMS.value,
        name=_("Search terms not in claim"),
        short_name="Search terms",
        description=_("The page cannot be found by searching for words of the claim."),
        for_writers=_("The page cannot be found by searching for words of the claim."),
        example=_("The claim describes an event without its name."),
    ),
    Label(
        value=Challenge.OTHER.value,
        name=_("Other"),
        description=_("None of these is what makes the claim hard to verify."),
        for_writers=_("None of these will be the main difficulty."),
        example=_("Finding and reading one sentence is enough."),
    ),
)
