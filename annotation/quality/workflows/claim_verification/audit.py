"""Audit reports of claim verification."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from annotation.quality.audit.dataset import AuditDataset
from annotation.quality.workflows.claim_verification.revalidation import (
    LabelKappa,
    PairKappa,
    Revalidation,
    revalidation,
)

REPORTS: dict[str, Callable[[AuditDataset], Any]] = {"revalidation": revalidation}
RESULT_CLASSES = (LabelKappa, PairKappa, Revalidation)
