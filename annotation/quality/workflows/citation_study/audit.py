"""Audit report of the citation study."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from annotation.quality.audit.dataset import AuditDataset
from annotation.quality.workflows.citation_study.annotators import StudyAnnotator
from annotation.quality.workflows.citation_study.buckets import Bucket, ByScore
from annotation.quality.workflows.citation_study.report import (
    ControlShare,
    Question,
    StudyReport,
    UnitTest,
    study_report,
)
from annotation.quality.workflows.citation_study.sign_test import SignTest

STUDY = "citation study"
REPORTS: dict[str, Callable[[AuditDataset], Any]] = {STUDY: study_report}
RESULT_CLASSES = (StudyAnnotator, Bucket, ByScore, ControlShare, Question, SignTest, StudyReport, UnitTest)
