"""What the form of a phase needs of the fields file, in the active language, ready for JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from annotation.workflows.question_answering.fields.model import Fields
from annotation.workflows.question_answering.phases import BLIND, PhaseName


def form_of(fields: Fields, phase: str) -> dict[str, Any]:
    """Labels, values and limits of this phase. `claim`: the fields of a claim that it shows, in phase 1 all."""
    shown = fields.metadata_of.get(phase, tuple(fields.claim))
    common = {
        "verdicts": [one.shown() for one in fields.verdicts_in(phase)],
        "confirmations": [one.shown() for one in fields.confirmations if one.phase == phase],
        # Whoever knows what counts as too fast is never too fast.
        "limits": {name: most for name, most in asdict(fields.limits).items() if name != "speed_trap_seconds"},
        "claim": {name: fields.claim[name].shown() for name in shown},
    }
    if phase == PhaseName.NORMALISATION:
        types, strategies = fields.claim_types, fields.strategies
        of_claims = {"claim_types": [one.shown() for one in types], "strategies": [one.shown() for one in strategies]}
        return common | of_claims
    if phase in BLIND:
        own = {"validation": {name: one.shown() for name, one in fields.validation.items()}}
        return common | own | _of_answers(fields)
    own = {"question": {name: one.shown() for name, one in fields.question.items()}}
    gates = {name: getattr(fields.gates, name) for name in ("questions_if_all_unanswerable", "suggested_questions")}
    return common | own | _of_answers(fields) | {"gates": gates | {"bare_answers": list(fields.gates.bare_answers)}}


def _of_answers(fields: Fields) -> dict[str, Any]:
    return {
        "answer_types": [one.shown() for one in fields.answer_types],
        "media": [one.shown() for one in fields.media],
        "question_problems": [one.shown() for one in fields.question_problems],
        "answer_problems": [one.shown() for one in fields.answer_problems],
    }
