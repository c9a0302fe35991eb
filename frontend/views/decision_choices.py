"""What a verifier chooses from, in our words: verdicts, challenges, reasons (paper, sections 3.1.2 and 7.10.1)."""

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
            _("With nothing but these cards, would I believe the claim?"),
            _("Is every name, number and date of it covered?"),
        ),
    ),
    Choice(
        Verdict.REFUTES,
        _("At least one part of the claim is contradicted by the evidence."),
        (
            _("Had somebody told me the claim, would I feel misled after reading these cards?"),
            _("Do the cards contradict it, and not merely say nothing of it?"),
        ),
    ),
    Choice(
        Verdict.NOT_ENOUGH_INFO,
        _("Neither of the two. Select the evidence that comes closest."),
        (
            _("With nothing but these cards, would I still not know?"),
            _("Do they hold what comes closest to the claim?"),
        ),
    ),
]
CHALLENGES = [
    Choice(Challenge.MULTI_HOP, _("Several pages are needed, and one is found by way of another.")),
    Choice(Challenge.TABLES_AND_TEXT, _("A table or list and running text have to be read together.")),
    Choice(Challenge.NUMERICAL, _("Numbers have to be counted, compared or calculated with.")),
    Choice(Challenge.DISAMBIGUATION, _("Several people, places or things share a name in the claim.")),
    Choice(Challenge.SEARCH_TERMS, _("The page is not found by searching for words of the claim.")),
    Choice(Challenge.OTHER, _("None of these is what makes the claim hard to verify.")),
]
_REPORT_EXPLANATIONS: dict[str, Promise] = {
    ReportReason.UNVERIFIABLE: _("An opinion, a forecast, or something that is written nowhere."),
    ReportReason.GUIDELINES: _("Several sentences, vague words such as “many”, or “it” without saying what."),
    ReportReason.LANGUAGE: _("Mistakes that change the meaning, or leave it open."),
    ReportReason.DISPLAY: _("A table has come apart, words run together, or the page is cut off."),
}
REPORT_REASONS = [Reason(reason.value, reason.label, _REPORT_EXPLANATIONS[reason]) for reason in ReportReason]
