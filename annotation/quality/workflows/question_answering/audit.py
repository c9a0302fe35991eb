"""Audit reports of claims that are verified with questions and answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from annotation.quality.audit.dataset import AuditDataset
from annotation.workflows.question_answering.release_rule import RuleCounts, counts

RELEASE_RULE = "release rule of questions and answers"
REPORTS: dict[str, Callable[[AuditDataset], Any]] = {RELEASE_RULE: lambda rows: counts(rows.project)}
RESULT_CLASSES = (RuleCounts,)
