"""What a fields file says, once it is read and found right. Pure, but for the language in which words are shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar, cast

from django.utils.functional import Promise, lazy
from django.utils.translation import get_language

from annotation.vocabulary.label_set import Label, LabelSet, Style
from annotation.vocabulary.texts import ByLanguage
from annotation.workflows.question_answering.phases import BLIND, LATER

OTHERS = ("leave_out", "dispute_resolution", "post_control")  # what is published where no pair of phases agrees
UNREADABLE = "unreadable"  # label of a validator who could not understand the claim; no verdict of a file has it


@dataclass(frozen=True, slots=True)
class Words:
    """A text in English and German."""

    en: str = ""
    de: str = ""

    def __str__(self) -> str:
        return self.de if (get_language() or "").startswith("de") else self.en

    def __bool__(self) -> bool:
        return bool(self.en)

    @property
    def lazy(self) -> Promise:
        """The text in the language in which it is shown."""
        return cast(Promise, lazy(lambda: str(self), str)())

    @property
    def by_language(self) -> ByLanguage:
        """The text for a label set."""
        return ByLanguage({"en": self.en, "de": self.de})


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A value that is stored and released, with what people read."""

    value: str
    label: Words
    tooltip: Words = Words()

    def shown(self) -> dict[str, Any]:
        """For the form, in the active language."""
        return {"value": self.value, "label": str(self.label), "tooltip": str(self.tooltip)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict(Choice):
    """`released`: a claim with this verdict may be released. `phases` in which it may be given."""

    phases: tuple[str, ...] = LATER
    released: bool = True
    style: str = Style.PLAIN


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerType(Choice):
    """`form`: "text"; "choice" of `choices`, with an explanation; "none", where the answer is `text`."""

    form: str = "text"
    choices: tuple[str, ...] = ()
    text: str = ""

    def shown(self) -> dict[str, Any]:
        return {**Choice.shown(self), "form": self.form, "choices": list(self.choices), "text": self.text}


@dataclass(frozen=True, slots=True, kw_only=True)
class Medium(Choice):
    """`source`: "address", or "metadata" for answers that stand in the metadata of the claim."""

    source: str = "address"

    def shown(self) -> dict[str, Any]:
        return {**Choice.shown(self), "source": self.source}


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem(Choice):
    """Of a question, or of an answer: `on` all, those "answered", or those "sourced" (with an address)."""

    on: str = "all"

    def shown(self) -> dict[str, Any]:
        return {**Choice.shown(self), "on": self.on}


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """`longest` in characters, 0 without limit; `most` values of a list; `shown_in`: later phases that see it."""

    name: str
    label: Words
    tooltip: Words = Words()
    required: bool = False
    longest: int = 0
    most: int = 0
    shown_in: tuple[str, ...] = ()

    def shown(self) -> dict[str, Any]:
        """For the form, in the active language."""
        words = {"label": str(self.label), "tooltip": str(self.tooltip)}
        return words | {"required": self.required, "longest": self.longest, "most": self.most}


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """Holds of a claim: always, if a field is filled, or by its types and strategies. One part that fits is enough."""

    always: bool = False
    filled: str = ""
    any_type: tuple[str, ...] = ()
    any_strategy: tuple[str, ...] = ()
    only_strategy: tuple[str, ...] = ()

    def holds(self, claim: Mapping[str, Any]) -> bool:
        """`claim`: the metadata of a claim as phase 1 submits it."""
        types, strategies = set(claim.get("claim_types", ())), set(claim.get("fact_checking_strategies", ()))
        return (
            self.always
            or bool(self.filled and claim.get(self.filled))
            or bool(types & set(self.any_type) or strategies & set(self.any_strategy))
            or bool(self.only_strategy and strategies and strategies <= set(self.only_strategy))
        )

    def shown(self) -> dict[str, Any]:
        """For the form."""
        lists = {name: list(getattr(self, name)) for name in ("any_type", "any_strategy", "only_strategy")}
        return {"always": self.always, "filled": self.filled, **lists}


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave:
    """A claim of which this holds goes no further than phase 1."""

    name: str
    label: Words
    when: Condition


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmation:
    """A sentence to confirm before submission of a phase."""

    name: str
    phase: str
    sentence: Words
    when: Condition

    def shown(self) -> dict[str, Any]:
        """For the form, in the active language."""
        return {"name": self.name, "sentence": str(self.sentence), "when": self.when.shown()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    most_claims: int = 50
    most_questions: int = 100
    most_answers: int = 20
    rest_hours: int = 0
    timeout_seconds: int = 30
    speed_trap_seconds: int = 24
    verdict_minutes: int = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlap:
    """`share` percent of the claims are validated by `people`."""

    share: int = 0
    people: int = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Gates:
    questions_if_all_unanswerable: int = 5
    suggested_questions: int = 2
    bare_answers: tuple[str, ...] = ()
    refuse_the_article: bool = True
    warn_of_younger_evidence: bool = True
    fact_checking_sites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseRule:
    """The published verdict: of the first pair of phases that both gave it, otherwise as `otherwise` says (OTHERS)."""

    agreement_of: tuple[tuple[str, str], ...]
    otherwise: str = OTHERS[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason(Choice):
    """A reason for skipping; `withdraws_after`: how many people must give it, 0: never."""

    phases: tuple[str, ...]
    withdraws_after: int = 0
    needs_note: bool = False


Chosen = TypeVar("Chosen", bound=Choice)


@dataclass(frozen=True, kw_only=True)
class Fields:
    """A whole fields file."""

    verdicts: tuple[Verdict, ...]
    claim_types: tuple[Choice, ...]
    strategies: tuple[Choice, ...]
    answer_types: tuple[AnswerType, ...]
    media: tuple[Medium, ...]
    question_problems: tuple[Problem, ...]
    answer_problems: tuple[Problem, ...]
    claim: Mapping[str, Field]
    question: Mapping[str, Field]
    validation: Mapping[str, Field]
    limits: Limits
    overlap: Overlap
    leaves: tuple[Leave, ...]
    dispute: frozenset[str]
    post_control: str
    confirmations: tuple[Confirmation, ...]
    gates: Gates
    release: ReleaseRule
    skip_reasons: tuple[Reason, ...] = field(default_factory=tuple)
    pass_marks: Mapping[str, Mapping[str, int]] = field(default_factory=dict)  # phase -> score of training -> per cent

    def verdicts_in(self, phase: str) -> tuple[Verdict, ...]:
        """The verdicts that may be given in this phase; of phase 1 those of the phase after it."""
        of = phase if phase in LATER else LATER[0]
        return tuple(one for one in self.verdicts if of in one.phases)

    def labels_in(self, phase: str) -> LabelSet:
        """The label set of a phase, for agreement, gold and decisions; of validators with "unreadable"."""
        found = [
            Label(value=one.value, name=one.label.by_language, style=Style(one.style), needs_evidence=False)
            for one in self.verdicts_in(phase)
        ]
        if phase in BLIND:
            name = self.validation["unreadable"].label.by_language
            found.append(Label(value=UNREADABLE, name=name, needs_evidence=False))
        return LabelSet(tuple(found))

    @cached_property
    def answer_type(self) -> dict[str, AnswerType]:
        """Value -> type of answer."""
        return {one.value: one for one in self.answer_types}

    @cached_property
    def medium(self) -> dict[str, Medium]:
        """Value -> medium."""
        return {one.value: one for one in self.media}

    @cached_property
    def metadata_of(self) -> dict[str, tuple[str, ...]]:
        """Phase -> names of the fields of a claim that it shows. The verdict of phase 1 is never among them."""
        return {
            phase: tuple(name for name, one in self.claim.items() if phase in one.shown_in and name != "verdict")
            for phase in LATER
        }

    def name_of(self, verdict: str) -> str:
        """Label of a verdict in the active language; the value itself where the file has no such verdict any more."""
        return next((str(one.label) for one in self.verdicts if one.value == verdict), verdict)
