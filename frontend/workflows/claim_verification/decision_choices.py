"""Reasons for reporting a claim, explained (paper, section 7.10.1)."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from annotation.workflows.claim_verification.models import ReportReason


class Reason(NamedTuple):
    value: str
    label: str | Promise
    explanation: Promise


_REPORT_EXPLANATIONS: dict[str, Promise] = {
    ReportReason.UNVERIFIABLE: _("An opinion, a forecast, or something that is documented nowhere."),
    ReportReason.AMBIGUOUS: _("It can be understood in several ways, or in none."),
    ReportReason.GUIDELINES: _("Several sentences, vague words such as “many”, or “it” without a referent."),
    ReportReason.LANGUAGE: _("Errors that change or obscure the meaning."),
    ReportReason.DISPLAY: _("A broken table, words run together, or a truncated page."),
}
REPORT_REASONS = [Reason(reason.value, reason.label, _REPORT_EXPLANATIONS[reason]) for reason in ReportReason]
