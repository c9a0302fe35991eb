"""Types of mutations: what each box asks for, with a good and a bad example. Data: projects choose among them."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

LONGEST_TYPE = 30
ORIGINAL = _("A claim of all examples: “Marie Curie won the Nobel Prize in Physics in 1903.”")


@dataclass(frozen=True, slots=True)
class Example:
    """A mutation of the claim of all examples, and why it is good or bad."""

    text: str
    why: Promise


@dataclass(frozen=True, slots=True)
class MutationType:
    """A way to change a claim. `value` is stored and released; `asks` is what the box asks for by default."""

    value: str
    name: Promise
    asks: Promise
    good: Example
    bad: Example


_TYPES = (
    MutationType(
        "rephrase",
        _("Rephrase"),
        _("The same meaning in other words: each of the two claims follows from the other."),
        Example(
            "The 1903 Nobel Prize in Physics was awarded to Marie Curie.", _("Neither can be true without the other.")
        ),
        Example("Marie Curie won a Nobel Prize.", _("It says less: this is more general.")),
    ),
    MutationType(
        "negate",
        _("Negate"),
        _("The opposite: it cannot be true together with the claim. Do without no, not and never where you can."),
        Example("Marie Curie failed to win any prize in 1903.", _("It contradicts the claim without “not”.")),
        Example("Marie Curie did not win the prize.", _("“Not” gives the answer away, and the prize is unnamed.")),
    ),
    MutationType(
        "substitute_similar",
        _("Substitute: similar"),
        _("Another person, thing or property of the same kind. The claim must not follow from it."),
        Example("Marie Curie won the Nobel Prize in Chemistry in 1903.", _("Another of the same set of prizes.")),
        Example("Maria Curie won the Nobel Prize in Physics in 1903.", _("Another name of the same person.")),
    ),
    MutationType(
        "substitute_dissimilar",
        _("Substitute: dissimilar"),
        _("A person, thing or property of another kind, so that the claim is still plausible."),
        Example("Marie Curie won the Boston Marathon in 1903.", _("A prize of another kind that one can win.")),
        Example("Marie Curie won a banana in 1903.", _("Nobody would believe it.")),
    ),
    MutationType(
        "specific",
        _("More specific"),
        _("A detail more: the claim follows from it."),
        Example(
            "Marie Curie shared the Nobel Prize in Physics with Pierre Curie in 1903.",
            _("Whoever shared it won it, and the detail narrows the claim."),
        ),
        Example("Marie Curie won the Nobel Prize in Chemistry in 1911.", _("The claim does not follow from it.")),
    ),
    MutationType(
        "general",
        _("More general"),
        _("A detail less or a broader word: it follows from the claim."),
        Example("Marie Curie won a Nobel Prize.", _("Whoever won this prize won one of them.")),
        Example("Marie Curie was a woman.", _("It does not follow from the claim.")),
    ),
    MutationType(
        "substitute",
        _("Entity substitution"),
        _("Another person, place or thing instead of one that the claim names."),
        Example("Henri Poincaré won the Nobel Prize in Physics in 1903.", _("Another physicist of the time.")),
        Example("She won the Nobel Prize in Physics in 1903.", _("A pronoun names nobody.")),
    ),
    MutationType(
        "tense_shift",
        _("Tense shift"),
        _("Another time, such as from was to is, so that the claim says something else."),
        Example("Marie Curie will win the Nobel Prize in Physics.", _("The time changes what must be verified.")),
        Example("Marie Curie has won the Nobel Prize in Physics in 1903.", _("Only the grammar has changed.")),
    ),
)
TYPES: dict[str, MutationType] = {one.value: one for one in _TYPES}
