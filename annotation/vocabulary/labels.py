"""Labels of the FEVEROUS paper, spelled as its released files spell them. Pure: no Django.

What annotators choose from is a label set: `label_set.py`. `Verdict` names the values of FEVEROUS where its formats and
its paper are meant.
"""

from __future__ import annotations

from enum import StrEnum


class Verdict(StrEnum):
    """Verdict on a claim (paper, section 2)."""

    SUPPORTS = "SUPPORTS"
    REFUTES = "REFUTES"
    NOT_ENOUGH_INFO = "NOT ENOUGH INFO"


class Challenge(StrEnum):
    """Main challenge in verifying a claim (paper, section 3.1.1)."""

    MULTI_HOP = "Multi-hop Reasoning"
    TABLES_AND_TEXT = "Combining Tables and Text"
    NUMERICAL = "Numerical Reasoning"
    DISAMBIGUATION = "Entity Disambiguation"
    SEARCH_TERMS = "Search terms not in claim"
    OTHER = "Other"


class ClaimType(StrEnum):
    """Type of a claim: from its highlight only, beyond it, or a mutation of one of these (paper, section 3.1.1)."""

    TYPE_I = "I"
    TYPE_II = "II"
    TYPE_III = "III"


class Mutation(StrEnum):
    """How a Type III claim changes the claim that it is made from (paper, section 3.1.1).

    Only the guideline of the supplement (7.9.1) has Tense Shift: the paper gives it no share.
    """

    MORE_SPECIFIC = "More Specific"
    GENERALIZATION = "Generalization"
    NEGATION = "Negation"
    PARAPHRASING = "Paraphrasing"
    ENTITY_SUBSTITUTION = "Entity Substitution"
    TENSE_SHIFT = "Tense Shift"
