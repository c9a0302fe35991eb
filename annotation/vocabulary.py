"""The closed word lists of the FEVEROUS paper, spelled as its released files spell them. Imports no Django models."""

from __future__ import annotations

from enum import StrEnum


class Verdict(StrEnum):
    """Section 2 of the paper: what the evidence says of the claim."""

    SUPPORTS = "SUPPORTS"
    REFUTES = "REFUTES"
    NOT_ENOUGH_INFO = "NOT ENOUGH INFO"


class Challenge(StrEnum):
    """Section 3.1.1: the main difficulty a fact-checker meets in verifying the claim."""

    MULTI_HOP = "Multi-hop Reasoning"
    TABLES_AND_TEXT = "Combining Tables and Text"
    NUMERICAL = "Numerical Reasoning"
    DISAMBIGUATION = "Entity Disambiguation"
    SEARCH_TERMS = "Search terms not in claim"
    OTHER = "Other"


class ClaimType(StrEnum):
    """Section 3.1.1: from the highlight only, beyond it, or a mutation of one of the two."""

    TYPE_I = "I"
    TYPE_II = "II"
    TYPE_III = "III"


class Mutation(StrEnum):
    """Section 3.1.1: how a Type III claim changes the claim it is made from."""

    MORE_SPECIFIC = "More Specific"
    GENERALIZATION = "Generalization"
    NEGATION = "Negation"
    PARAPHRASING = "Paraphrasing"
    ENTITY_SUBSTITUTION = "Entity Substitution"


class OperationName(StrEnum):
    """Section 7.1 of the supplementary material: what an annotator did, case and hyphens exactly so."""

    START = "start"
    FINISH = "finish"
    NOW_ON = "Now on"
    SEARCH = "search"
    HYPERLINK = "hyperlink"
    PAGE_SEARCH = "Page search"
    PAGE_SEARCH_RESET = "page-search-reset"
    HIGHLIGHTING = "Highlighting"
    HIGHLIGHTING_DELETED = "Highlighting deleted"
    BACK = "back-button-clicked"
    # Of claim writing, whose log the paper does not release; the first is the original platform's word.
    JUMP_TO_HIGHLIGHT = "Jump to Highlight"
    HINT_DISMISSED = "hint-dismissed"


# These carry no value of their own: the release repeats the name.
SELF_VALUED = frozenset(
    {
        OperationName.START,
        OperationName.FINISH,
        OperationName.PAGE_SEARCH_RESET,
        OperationName.BACK,
        OperationName.JUMP_TO_HIGHLIGHT,
    }
)
