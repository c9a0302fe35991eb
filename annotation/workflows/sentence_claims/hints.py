"""Hints on the lines of a writer: those of claim generation, and those of the boxes."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from annotation.claims.text_rules import cleaned
from annotation.claims.words import matches
from annotation.work.models import Assignment
from annotation.workflows.claim_generation.hints.copying import NEAR, likeness
from annotation.workflows.claim_generation.hints.give_away import give_away
from annotation.workflows.claim_generation.hints.hint import Hint
from annotation.workflows.claim_generation.hints.hints import tells_of
from annotation.workflows.claim_generation.hints.references import references
from annotation.workflows.claim_generation.hints.vagueness import vagueness
from annotation.workflows.claim_generation.hints.wording import wording
from annotation.workflows.sentence_claims.give_away import NEGATIONS


def hints_on(assignment: Assignment, text: str, mutation: str) -> list[Hint]:
    """Hints on one line; none on an empty one. `mutation`: the type of its box, "" for a claim."""
    text = cleaned(text)
    return [*_hints(assignment, text, mutation)] if text else []


def _hints(assignment: Assignment, text: str, mutation: str) -> Iterator[Hint]:
    yield from wording(text)
    yield from references(text)
    yield from vagueness(text)
    sentence = assignment.task.sampled_sentence
    if not mutation and likeness(text, sentence.text) >= NEAR:
        yield Hint("near_copy", _("This is nearly the sentence itself. Say one fact of it in other words."))
    if mutation == "negate":
        yield from _negations(text)
    yield from give_away(text, tells_of(assignment.project))


def _negations(text: str) -> Iterator[Hint]:
    for match in matches(text):
        word = match[0].lower()
        if word in NEGATIONS or word.endswith(("n't", "n’t")):
            message = _("“%(word)s” gives the answer away. Say the opposite in other words.")
            yield Hint("negation_word", message % {"word": match[0]}, match.start(), match.end())
