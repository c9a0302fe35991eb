"""A fields file as data: read, checked whole, with all problems at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path as FilePath
from typing import Any, TypeVar

from django.utils.translation import gettext as _

from annotation.vocabulary.label_set import LONGEST_VALUE, Style
from annotation.work.skip_reasons import LONGEST_VALUE as LONGEST_REASON
from annotation.workflows.question_answering.fields.model import (
    OTHERS,
    UNREADABLE,
    AnswerType,
    Choice,
    Condition,
    Confirmation,
    Field,
    Fields,
    Gates,
    Leave,
    Limits,
    Medium,
    Overlap,
    Problem,
    Reason,
    ReleaseRule,
    Verdict,
)
from annotation.workflows.question_answering.fields.reading import BadFields, Table, parse
from annotation.workflows.question_answering.phases import ANSWERS, LATER, PHASES, PhaseName
from annotation.workflows.question_answering.scoring import scores_in

BUILT_IN = FilePath(__file__).parent.parent / "fields.toml"
FORMAT = 1
LONGEST_CHOICE = 100
OF_CLAIM = (
    *("claim", "verdict", "claim_date", "original_claim_url", "speaker", "reporting_source", "transcription"),
    *("media_sources", "location_iso_code", "claim_types", "fact_checking_strategies"),
)
OF_QUESTION = (
    *("correction", "question", "answer", "answer_type", "boolean_explanation", "source", "source_medium", "verdict"),
)
OF_VALIDATION = ("unreadable", "verdict", "justification", "problems")
ALWAYS = {  # what a submission is nothing without
    "claim": ("claim",),
    "question": ("question", "answer", "answer_type", "verdict"),
    "validation": ("verdict",),
}
DISPUTES = ("different", "unreadable", "no_majority")
CONTROLS = ("always", "changed")
One = TypeVar("One", bound=Choice)


@cache
def built_in() -> Fields:
    """The file that comes with Attest: AVeriTeC's values."""
    return read(BUILT_IN.read_text(encoding="utf-8"))


def read(text: str) -> Fields:
    """Return what the file says. Raises BadFields, which names every problem with its line."""
    data, lines = parse(text)
    top = Table(data, lines, [])
    if top.number("format", FORMAT) != FORMAT:
        top.wrong("format", _("This is no format that is known. Write format = 1."))
    fields = _fields(top)
    top.close()
    if top.problems:
        raise BadFields(sorted(top.problems, key=lambda one: one.line))
    return fields


def _fields(top: Table) -> Fields:
    types = _choices(top, "claim_types", _plain)
    strategies = _choices(top, "strategies", _plain)
    names = [one.value for one in types], [one.value for one in strategies]
    return Fields(
        verdicts=_verdicts(top),
        claim_types=types,
        strategies=strategies,
        answer_types=_choices(top, "answer_types", _answer_type),
        media=_choices(top, "media", _medium),
        question_problems=_choices(top, "question_problems", _problem, least=0, longest=LONGEST_VALUE),
        answer_problems=_choices(top, "answer_problems", _problem, least=0, longest=LONGEST_VALUE),
        claim=_part(top, "claim", OF_CLAIM),
        question=_part(top, "question", OF_QUESTION),
        validation=_part(top, "validation", OF_VALIDATION),
        limits=_limits(top),
        overlap=_overlap(top),
        leaves=tuple(_leaves(top, *names)),
        dispute=_dispute(top),
        post_control=_control(top),
        confirmations=tuple(_confirmations(top, *names)),
        gates=_gates(top),
        release=_release(top),
        skip_reasons=_choices(top, "skip_reasons", _reason, longest=LONGEST_REASON),
        pass_marks=_pass_marks(top),
    )


# --- Values ----------------------------------------------------------------------------------------------------------
def _choices(
    top: Table, key: str, make: Callable[[Table, dict[str, Any]], One], *, least: int = 1, longest: int = LONGEST_CHOICE
) -> tuple[One, ...]:
    found: list[One] = []
    tables = top.tables(key, least=least)
    for table in tables:
        tooltip = table.words("tooltip", required=False)
        plain = {"value": table.text("value", longest=longest), "label": table.words("label"), "tooltip": tooltip}
        found.append(make(table, plain))
        table.close()
    _once(tables, [one.value for one in found], "value")
    return tuple(found)


def _once(tables: Sequence[Table], values: Sequence[str], key: str) -> None:
    counts = Counter(values)
    for table, value in zip(tables, values, strict=True):
        if value and counts[value] > 1:
            table.wrong(key, _("“%(value)s” is there twice. Remove or rename one.") % {"value": value[:100]})


def _plain(_table: Table, plain: dict[str, Any]) -> Choice:
    return Choice(**plain)


def _verdicts(top: Table) -> tuple[Verdict, ...]:
    found = _choices(top, "verdicts", _verdict, longest=LONGEST_VALUE)
    for phase in LATER:
        if len([one for one in found if phase in one.phases]) < 2:
            message = _("“%(phase)s” has fewer than two verdicts. Add the phase to “phases” of one, or leave that out.")
            top.wrong("verdicts", message % {"phase": phase})
    if any(one.value == UNREADABLE for one in found):
        top.wrong(
            "verdicts",
            _("“%(value)s” is used for claims nobody understands. Take another value.") % {"value": UNREADABLE},
        )
    return found


def _verdict(table: Table, plain: dict[str, Any]) -> Verdict:
    phases = table.texts("phases", LATER, tuple(LATER))
    style = table.choice("style", [one.value for one in Style], Style.PLAIN.value)
    return Verdict(**plain, phases=phases, released=table.flag("released", default=True), style=style)


def _answer_type(table: Table, plain: dict[str, Any]) -> AnswerType:
    form, choices = table.choice("form", ("text", "choice", "none"), "text"), table.texts("choices")
    text = table.text("text", required=form == "none")
    if form == "choice" and len(choices) < 2:
        table.wrong("form", _('“choices” needs at least two texts, such as ["Yes", "No"].'))
    return AnswerType(**plain, form=form, choices=choices, text=text)


def _medium(table: Table, plain: dict[str, Any]) -> Medium:
    return Medium(**plain, source=table.choice("source", ("address", "metadata"), "address"))


def _problem(table: Table, plain: dict[str, Any]) -> Problem:
    return Problem(**plain, on=table.choice("on", ("all", "answered", "sourced"), "all"))


def _reason(table: Table, plain: dict[str, Any]) -> Reason:
    return Reason(
        **plain,
        phases=table.texts("phases", PHASES, tuple(PHASES)),
        withdraws_after=table.number("withdraws_after", 0, most=100),
        needs_note=table.flag("needs_note", default=False),
    )


# --- Fields ----------------------------------------------------------------------------------------------------------
def _part(top: Table, key: str, names: Sequence[str]) -> dict[str, Field]:
    part = top.table(key)
    found = {name: _field(part.table(name), name, is_of_claim=key == "claim") for name in names}
    part.close()
    return found


def _field(table: Table, name: str, *, is_of_claim: bool) -> Field:
    found = Field(
        name=name,
        label=table.words("label"),
        tooltip=table.words("tooltip", required=False),
        required=table.flag("required", default=False),
        longest=table.number("longest", 0, most=100_000),
        most=table.number("most", 0, most=1_000),
        shown_in=table.texts("shown_in", LATER) if is_of_claim else (),
    )
    if name in ALWAYS[str(table.path[0])] and not found.required:
        table.wrong("required", _("This field is always needed. Write required = true."))
    if name == "verdict" and found.shown_in:
        table.wrong("shown_in", _("The verdict of the article is never shown later. Leave “shown_in” out."))
    table.close()
    return found


def _limits(top: Table) -> Limits:
    table, usual = top.table("limits"), Limits()
    most = {"most_claims": 500, "most_questions": 500, "most_answers": 100, "rest_hours": 24 * 365}
    found = {
        name: table.number(
            name, getattr(usual, name), least=0 if name == "rest_hours" else 1, most=most.get(name, 86_400)
        )
        for name in Limits.__dataclass_fields__
    }
    table.close()
    return Limits(**found)


def _overlap(top: Table) -> Overlap:
    table = top.table("overlap")
    found = Overlap(share=table.number("share", 0, most=100), people=table.number("people", 3, least=2, most=20))
    table.close()
    return found


# --- Routing ---------------------------------------------------------------------------------------------------------
def _condition(table: Table, types: Sequence[str], strategies: Sequence[str]) -> Condition:
    found = Condition(
        always=table.flag("always", default=False),
        filled=table.choice("filled", OF_CLAIM) if "filled" in table.data else "",
        any_type=table.texts("any_type", types),
        any_strategy=table.texts("any_strategy", strategies),
        only_strategy=table.texts("only_strategy", strategies),
    )
    table.asked.add("filled")
    if found == Condition():
        table.wrong("", _("This never holds. Add any_type, any_strategy, only_strategy, filled or always = true."))
    return found


def _leaves(top: Table, types: Sequence[str], strategies: Sequence[str]) -> list[Leave]:
    tables, found = top.tables("leaves", least=0), []
    for table in tables:
        name, label = table.text("name", longest=LONGEST_VALUE), table.words("label")
        found.append(Leave(name=name, label=label, when=_condition(table, types, strategies)))
        table.close()
    _once(tables, [one.name for one in found], "name")
    return found


def _dispute(top: Table) -> frozenset[str]:
    table = top.table("dispute")
    found = table.texts("opens_when", DISPUTES, DISPUTES)
    table.close()
    return frozenset(found)


def _control(top: Table) -> str:
    table = top.table("post_control")
    found = table.choice("opens_when", CONTROLS, CONTROLS[0])
    table.close()
    return found


def _confirmations(top: Table, types: Sequence[str], strategies: Sequence[str]) -> list[Confirmation]:
    tables, found = top.tables("confirmations", least=0), []
    for table in tables:
        name = table.text("name", longest=LONGEST_VALUE)
        phase, sentence = table.choice("phase", (PhaseName.NORMALISATION, *ANSWERS)), table.words("sentence")
        when = _condition(table, types, strategies)
        found.append(Confirmation(name=name, phase=phase, sentence=sentence, when=when))
        if phase != PhaseName.NORMALISATION and not when.always:
            table.wrong("phase", _("In this phase a confirmation is always asked for. Write always = true."))
        table.close()
    _once(tables, [f"{one.phase} {one.name}" for one in found], "name")
    return found


# --- Gates and release -----------------------------------------------------------------------------------------------
def _gates(top: Table) -> Gates:
    table = top.table("gates")
    found = Gates(
        questions_if_all_unanswerable=table.number("questions_if_all_unanswerable", 5, most=100),
        suggested_questions=table.number("suggested_questions", 2, most=100),
        bare_answers=tuple(one.casefold() for one in table.texts("bare_answers")),
        refuse_the_article=table.flag("refuse_the_article", default=True),
        warn_of_younger_evidence=table.flag("warn_of_younger_evidence", default=True),
        fact_checking_sites=table.texts("fact_checking_sites"),
    )
    for site in found.fact_checking_sites:
        if "://" in site or "." not in site.split("/")[0] or site != site.strip().lower():
            message = _("“%(site)s” is no site. Write it in small letters as example.org or example.org/fact-checks.")
            table.wrong("fact_checking_sites", message % {"site": site[:100]})
    table.close()
    return found


def _release(top: Table) -> ReleaseRule:
    table = top.table("release")
    table.asked.add("agreement_of")
    pairs = table.data.get("agreement_of", [])
    is_right = isinstance(pairs, list) and all(isinstance(one, list) and len(one) == 2 for one in pairs) and pairs
    if not is_right or not all(phase in LATER for one in pairs for phase in one):
        known = ", ".join(LATER)
        table.wrong("agreement_of", _('Write pairs of phases: [["…", "…"]]. Known are %(known)s.') % {"known": known})
        pairs = []
    found = ReleaseRule(
        agreement_of=tuple((str(first), str(second)) for first, second in pairs),
        otherwise=table.choice("otherwise", OTHERS, OTHERS[0]),
    )
    table.close()
    return found


# --- Training --------------------------------------------------------------------------------------------------------
def _pass_marks(top: Table) -> dict[str, dict[str, int]]:
    marks = top.optional("pass_marks")
    found = {}
    for phase in PHASES:
        table, names = marks.optional(phase), scores_in(phase)
        found[str(phase)] = {name: table.number(name, 0, most=100) for name in names if name in table.data}
        table.asked.update(names)
        table.close()
    marks.close()
    return found
