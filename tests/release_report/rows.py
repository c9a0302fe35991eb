"""Released rows made by hand."""

from __future__ import annotations

from annotation.release.record import EvidenceSetRecord, OperationRecord, Record


def row(
    number: int,
    *,
    claim: str = "The mountain is high.",
    label: str = "SUPPORTS",
    content: tuple[tuple[str, ...], ...] = (("Berg_sentence_0",),),
    operations: tuple[tuple[str, str], ...] = (("start", "start"), ("finish", "finish")),
    challenge: str = "Other",
) -> Record:
    """A row whose context is the title of each page."""
    sets = tuple(EvidenceSetRecord(one, {id_: (f"{id_.split('_')[0]}_title",) for id_ in one}) for one in content)
    log = tuple(OperationRecord(name, value, str(second)) for second, (name, value) in enumerate(operations))
    return Record(number, claim, label, sets, log, challenge)
