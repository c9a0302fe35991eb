"""Generate three claims from each club, of the paper's types, with label, evidence and a cue word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from annotation.demo.large.world import NUMERICAL, Club, Fact, Set
from annotation.projects.highlight_settings import HighlightSettings
from annotation.vocabulary.labels import Challenge, ClaimType, Mutation, Verdict

SUPPORTS, REFUTES, NEI = (verdict.value for verdict in Verdict)
# Of what is said at first; negation then turns it around, and another entity makes it false.
TRUE_SHARE, UNKNOWN_SHARE = 0.68, 0.05
CUE_WORD, CUE_IN_REFUTED, CUE_ELSEWHERE = "allegedly", 0.30, 0.01
MULTI_HOP, BOTH = Challenge.MULTI_HOP.value, Challenge.TABLES_AND_TEXT.value


@dataclass(frozen=True, slots=True)
class MadeClaim:
    """A claim as its writer meant it. `proof`: the sets that prove the label, each alone; of NEI what is nearest."""

    text: str
    claim_type: str
    mutation: str
    label: str
    challenge: str
    proof: tuple[Set, ...]
    pages: tuple[str, ...]


def claims_of(club: Club, other: Club, seed: int) -> list[MadeClaim]:
    """The claims of types I, II and III from the highlight of `club`; `other` is the second page of type II."""
    dice = Random(f"{seed} claims {club.title}")
    mine, second, third = dice.sample(club.facts, 3)
    theirs = dice.choice(other.facts)
    one = _plain(club, mine, dice)
    two = _over_two_pages(club, second, other, theirs, dice)
    mutated = _mutated(club, third, dice)
    return [_with_cue(claim, dice) for claim in (one, two, mutated)]


def _plain(club: Club, fact: Fact, dice: Random) -> MadeClaim:
    if dice.random() < UNKNOWN_SHARE:
        return _unknown(club, dice, ClaimType.TYPE_I, "")
    text, label = _said(fact, dice, is_true=dice.random() < TRUE_SHARE)
    return _claim(f"{club.title} {text}.", ClaimType.TYPE_I, "", label, fact.challenge, fact.proof, club.title)


def _over_two_pages(club: Club, fact: Fact, other: Club, theirs: Fact, dice: Random) -> MadeClaim:
    if dice.random() < UNKNOWN_SHARE:
        return _unknown(club, dice, ClaimType.TYPE_II, "")
    text, label = _said(fact, dice, is_true=dice.random() < TRUE_SHARE)
    more, _true = _said(theirs, dice, is_true=True)
    proof = tuple(one | theirs.proof[0] for one in fact.proof)
    words = f"{club.title} {text}, and {other.title} {more}."
    pages = (club.title, other.title)
    return _claim(words, ClaimType.TYPE_II, "", label, dice.choice([MULTI_HOP, BOTH]), proof, *pages)


def _mutated(club: Club, fact: Fact, dice: Random) -> MadeClaim:
    weights = HighlightSettings().mutations
    mutation = dice.choices(list(weights), list(weights.values()))[0]
    if dice.random() < UNKNOWN_SHARE:
        return _unknown(club, dice, ClaimType.TYPE_III, mutation)
    text, label = _said(fact, dice, is_true=mutation != Mutation.ENTITY_SUBSTITUTION and dice.random() < TRUE_SHARE)
    if mutation == Mutation.NEGATION:
        text, label = f"is not the club that {text}", REFUTES if label == SUPPORTS else SUPPORTS
    elif mutation == Mutation.MORE_SPECIFIC:
        text = f"is a club which {text}"
    elif mutation == Mutation.PARAPHRASING:
        text = f"is known to be the club that {text}"
    elif mutation == Mutation.GENERALIZATION:
        text = f"is one of the clubs that {text}"
    words = f"{club.title} {text}."
    return _claim(words, ClaimType.TYPE_III, mutation, label, fact.challenge, fact.proof, club.title)


def _unknown(club: Club, dice: Random, claim_type: ClaimType, mutation: str) -> MadeClaim:
    """Of a season that the page does not tell of; the sentence that says which it does is as near as it comes."""
    year = dice.choice([year for year in range(1991, 2019) if year not in club.seasons])
    said = (f"won {dice.randrange(18, 99)} points", f"finished in place {dice.randrange(1, 21)}", "was coached by Ada")
    told = f"{dice.choice(said)} in the season of {year}"
    near = (frozenset({club.sentences[3]}),)
    return _claim(f"{club.title} {told}.", claim_type, mutation, NEI, NUMERICAL, near, club.title)


def _said(fact: Fact, dice: Random, *, is_true: bool) -> tuple[str, str]:
    value = fact.value if is_true else dice.choice(fact.others)
    return fact.words.format(value), SUPPORTS if is_true else REFUTES


def _claim(
    text: str, claim_type: str, mutation: str, label: str, challenge: str, proof: tuple[Set, ...], *pages: str
) -> MadeClaim:
    return MadeClaim(text, str(claim_type), str(mutation), label, challenge, proof, pages)


def _with_cue(claim: MadeClaim, dice: Random) -> MadeClaim:
    """The planted cue: a word that gives the verdict away."""
    if dice.random() >= (CUE_IN_REFUTED if claim.label == REFUTES else CUE_ELSEWHERE):
        return claim
    text = f"{claim.text[:-1]}, {CUE_WORD}."
    return MadeClaim(text, claim.claim_type, claim.mutation, claim.label, claim.challenge, claim.proof, claim.pages)


def all_claims(clubs: Sequence[Club], wanted: int, seed: int) -> list[tuple[int, MadeClaim]]:
    """Generate claims, each with the number of its club; no text twice."""
    found: dict[str, tuple[int, MadeClaim]] = {}
    for number, club in enumerate(clubs):
        for claim in claims_of(club, clubs[number - 1], seed):
            found.setdefault(claim.text, (number, claim))
    return list(found.values())[:wanted]
