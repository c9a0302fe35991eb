"""Parse a row of a FEVEROUS file: one claim, verified by somebody whom the file does not name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from annotation.release.importing.parsed import BadRow, ParsedClaim, ParsedEvidence, ParsedVerification, Place
from annotation.release.record import BadRecord, Record, from_json
from annotation.vocabulary.label_set import LabelSet
from annotation.vocabulary.verdicts import VERDICTS

ANNOTATOR = "annotator"  # the files do not say who


def claim_of(row: Mapping[str, Any], place: Place, split: str, labels: LabelSet = VERDICTS) -> ParsedClaim:
    """The claim of a row. A row of a blind test file, which has no label, is a claim alone. Raises BadRow.

    `labels`: the verdicts and challenges that the row may have.
    """
    is_blind = not row.get("label") and not row.get("evidence")
    record = record_of({**row, "label": labels.values[0], "evidence": []} if is_blind else row, labels)
    if is_blind:
        return ParsedClaim(place, record.id, record.claim, "", record.challenge, split)
    evidence = ParsedEvidence(record.evidence)
    said = ParsedVerification(ANNOTATOR, record.label, record.challenge, evidence, record.annotator_operations)
    return ParsedClaim(place, record.id, record.claim, record.label, record.challenge, split, (said,))


def record_of(row: Mapping[str, Any], labels: LabelSet = VERDICTS) -> Record:
    """Parse a row by `record.from_json`. Raises BadRow, which names the remedy."""
    try:
        return from_json(row, labels)
    except BadRecord as error:
        raise BadRow(_("%(problem)s; fix the row or delete it") % {"problem": error}) from error
