"""Audit reports of oracle annotation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from annotation.quality.audit.dataset import AuditDataset
from annotation.quality.workflows.oracle_annotation.coverage import (
    BesideOracle,
    Coverage,
    Missed,
    OracleReport,
    oracle_report,
)

REPORTS: dict[str, Callable[[AuditDataset], Any]] = {"oracle": oracle_report}
RESULT_CLASSES = (BesideOracle, Coverage, Missed, OracleReport)
