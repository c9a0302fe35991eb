"""Reconcile a log with its submission: where they differ, the submitted state is written into the log.

Programs may submit without logging how they got there, and a browser that was killed may have saved its draft and not
yet its last operations. A replay then still ends with what was submitted, and the route shows where steps are missing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from annotation.evidence.storage import PinnedWork
from annotation.work.logged_operation import LoggedOperation
from annotation.workflows.claim_verification.replay import Chosen, replay, same_work


def missing_operations(log: Iterable[LoggedOperation], work: PinnedWork) -> dict[str, Any] | None:
    """The detail of an operation that closes the gap between the log and the work; None where there is no gap."""
    submitted = _chosen(work)
    if same_work(replay(log), submitted):
        return None
    body: dict[str, Any] = {**submitted}
    if not any(submitted["labels"]):
        del body["labels"]
    return {"body": body}


def _chosen(work: PinnedWork) -> Chosen:
    return {
        "sets": [[one.element_id for one in elements] for elements in work.sets],
        "dropped": [{one.element_id: list(one.dropped) for one in elements if one.dropped} for elements in work.sets],
        "added": [{one.element_id: list(one.added) for one in elements if one.added} for elements in work.sets],
        "joined": [{one.element_id: list(one.joined) for one in elements if one.joined} for elements in work.sets],
        "labels": [look.get("label", "") for look in work.looks],
        "looks": [{"name": look.get("name", ""), "colour": look.get("colour", "")} for look in work.looks],
        "active_set": 0,
        "verdict": work.verdict,
        "challenge": work.challenge,
        "unsure": work.unsure,
    }
