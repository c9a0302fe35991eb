"""Audit reports of claims that are verified with questions and answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from annotation.quality.audit.dataset import AuditDataset
from annotation.quality.workflows.question_answering.artefacts import SAMPLES, claim_bigrams
from annotation.quality.workflows.question_answering.evidence import EvidenceAgreement, evidence_agreement
from annotation.quality.workflows.question_answering.pace import PhaseTime, phase_times
from annotation.quality.workflows.question_answering.verdicts import DisputeShare, VerdictReport, verdict_report
from annotation.workflows.question_answering.release_rule import RuleCounts, counts

__all__ = ["REPORTS", "RESULT_CLASSES", "SAMPLES"]

RELEASE_RULE = "release rule of questions and answers"
VERDICTS, EVIDENCE, TIMES, BIGRAMS = (f"fact checks {name}" for name in ("verdicts", "evidence", "times", "bigrams"))
REPORTS: dict[str, Callable[[AuditDataset], Any]] = {
    VERDICTS: verdict_report,
    EVIDENCE: evidence_agreement,
    TIMES: phase_times,
    BIGRAMS: claim_bigrams,
    RELEASE_RULE: lambda rows: counts(rows.project),
}
RESULT_CLASSES = (DisputeShare, EvidenceAgreement, PhaseTime, RuleCounts, VerdictReport)
