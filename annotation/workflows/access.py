"""What pages that know no workflow are handed out of the workflows' own rows, as `annotation.workflows.models`."""

from __future__ import annotations

from annotation.workflows.claim_generation.access import highlight_task_of
from annotation.workflows.claim_verification.access import verification_of, verifications_of

__all__ = ["highlight_task_of", "verification_of", "verifications_of"]
