"""Output of `check_evidence` as text and JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from annotation.quality.evidence_drift.comparison import Around, Finding, Status
from annotation.quality.evidence_drift.snapshots import Checked, Totals

LONGEST = 200  # characters of a text as people are shown it

# --- As JSON ---------------------------------------------------------------------------------------------------------


def as_json(found: Checked) -> dict[str, Any]:
    """A verdict's line of `check_evidence --json` (annotation/README.md)."""
    return {
        found.said.kind: found.said.number,
        "claim": found.said.claim,
        "text": found.said.text,
        "verdict": found.said.verdict,
        "sets": [[_finding_json(finding) for finding in each] for each in found.sets],
    }


def totals_json(totals: Totals) -> dict[str, Any]:
    """The last line of `check_evidence --json`."""
    evidence = {status.value: totals.evidence[status] for status in Status}
    by_kind = {status.value: totals.by_kind[status] for status in Status if status is not Status.UNCHANGED}
    return {"verdicts": totals.verdicts, "changed": totals.changed, "evidence": evidence, "verdicts_by_kind": by_kind}


def _finding_json(finding: Finding) -> dict[str, Any]:
    return {
        "element": finding.element_id,
        "status": finding.status.value,
        "now": list(finding.now),
        "old_words": finding.old_words,
        "new_words": finding.new_words,
        "page": finding.page,
        "context_lost": [{"id": each.id, "words": each.words} for each in finding.lost],
        "context_gained": [{"id": each.id, "words": each.words} for each in finding.gained],
    }


# --- In words --------------------------------------------------------------------------------------------------------


def as_text(found: Checked) -> str:
    """A verdict with the evidence that changed, an element a line and what is known of it below."""
    touched = sum(finding.status is not Status.UNCHANGED for finding in found.findings)
    said = found.said
    head = f"{said.kind} {said.number} of claim {said.claim}, {said.verdict}: {_short(said.text)}"
    counts = f"  changed: {touched} of {len(found.findings)} elements; intact: {found.intact} of {len(found.sets)} sets"
    lines = [head, counts]
    for number, each in enumerate(found.sets, 1):
        for finding in each:
            if finding.status is not Status.UNCHANGED:
                lines += [f"  set {number}: {finding.status.value}: {finding.element_id}{_where(finding)}"]
                lines += [f"    {line}" for line in _details(finding)]
    return "\n".join(lines)


def totals_text(totals: Totals) -> str:
    """How many of each, the unchanged first; then how many verdicts are to be looked at again, and why."""
    counts = [f"  {totals.evidence[status]:>6,}  {status.value}" for status in Status if totals.evidence[status]]
    lines = [f"{totals.evidence.total():,} pieces of evidence of {totals.verdicts:,} verdicts:", *counts]
    if totals.changed:
        lines.append(f"Verdicts to look at again: {totals.changed:,}, of which with evidence that is")
        lines += [f"  {totals.by_kind[kind]:>6,}  {kind.value}" for kind in Status if totals.by_kind[kind]]
    return "\n".join(lines)


def _where(finding: Finding) -> str:
    """Where the words are now, if that is elsewhere."""
    if finding.status is Status.PAGE_RENAMED and not finding.now:
        return f" -> {finding.page}, where its words are not"
    if finding.status not in (Status.MOVED, Status.PAGE_RENAMED):
        return ""
    if len(finding.now) == 1:
        return f" -> {finding.now[0]}"
    return f" -> one of {', '.join(finding.now[:5])}{' ...' if len(finding.now) > 5 else ''}"


def _details(finding: Finding) -> Iterator[str]:
    if not finding.now:
        if finding.old_words is not None:
            yield f"was {_short(finding.old_words)}"
        if finding.new_words is not None:
            yield f"now {_short(finding.new_words)}"
    for label, some in (("no longer under", finding.lost), ("now under", finding.gained)):
        if some:
            yield f"{label} {', '.join(map(_around, some))}"


def _around(each: Around) -> str:
    return each.id if each.words is None else f"{_short(each.words)} ({each.id})"


def _short(text: str) -> str:
    return f"“{text if len(text) <= LONGEST else text[: LONGEST - 1] + '…'}”"
