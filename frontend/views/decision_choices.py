"""Choices of a verifier with their labels: verdicts, challenges, reasons (paper, sections 3.1.2 and 7.10.1)."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from annotation.vocabulary.labels import Challenge, Verdict
from annotation.workflows.claim_verification.models import ReportReason


class Choice(NamedTuple):
    """`questions` are what to ask oneself before giving this verdict."""

    value: str
    explanation: Promise
    questions: tuple[Promise, ...] = ()


class Reason(NamedTuple):
    value: str
    label: str | Promise
    explanation: Promise


VERDICTS = [
    Choice(
        Verdict.SUPPORTS,
        _("Every part of the claim is confirmed by the evidence."),
        (
            _("With only this evidence, would I believe the claim?"),
            _("Is every name, number and date in it covered?"),
        ),
    ),
    Choice(
        Verdict.REFUTES,
        _("At least one part of the claim is contradicted by the evidence."),
        (
            _("Had I been told the claim, would I feel misled after reading this evidence?"),
            _("Does the evidence contradict it, rather than merely not mention it?"),
        ),
    ),
    Choice(
        Verdict.NOT_ENOUGH_INFO,
        _("Neither of the two. Select the closest evidence."),
        (
            _("With only this evidence, would I still not know?"),
            _("Is this the closest evidence for the claim?"),
        ),
    ),
]
CHALLENGES = [
    Choice(Challenge.MULTI_HOP, _("Several pages are needed, and one leads to another.")),
    Choice(Challenge.TABLES_AND_TEXT, _("A table or list and running text have to be read together.")),
    Choice(Challenge.NUMERICAL, _("Numbers have to be counted, compared or calculated.")),
    Choice(Challenge.DISAMBIGUATION, _("Several people, places or things share a name in the claim.")),
    Choice(Challenge.SEARCH_TERMS, _("The page cannot be found by searching for words of the claim.")),
    Choice(Challenge.OTHER, _("None of these is what makes the claim hard to verify.")),
]
_REPORT_EXPLANATIONS: dict[str, Promise] = {
    ReportReason.UNVERIFIABLE: _("An opinion, a forecast, or something that is documented nowhere."),
    ReportReason.GUIDELINES: _("Several sentences, vague words such as “many”, or “it” without a referent."),
    ReportReason.LANGUAGE: _("Errors that change or obscure the meaning."),
    ReportReason.DISPLAY: _("A broken table, words run together, or a truncated page."),
}
REPORT_REASONS = [Reason(reason.value, reason.label, _REPORT_EXPLANATIONS[reason]) for reason in ReportReason]
