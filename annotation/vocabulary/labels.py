"""Labels of the FEVEROUS paper, spelled as its released files spell them. Pure: no Django."""

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
