"""Read the folder of an Attest release: annotations.jsonl holds every verified claim with all its verifications.

A claim's lines stand together there, in the order of the project, so that nothing but the adjudications is kept in
memory. Of a verification that was changed later the last revision comes in, with the operations of its first sitting,
as its released row has them. Claims that the release left out as reported stay out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from annotation.quality.adjudication.models import ErrorType, Outcome
from annotation.release.importing.feverous_rows import record_of
from annotation.release.importing.lines import Advance, Line, lines_of
from annotation.release.importing.parsed import (
    SPLITS,
    BadRow,
    ByHand,
    ParsedAdjudication,
    ParsedClaim,
    ParsedVerification,
    PassagePin,
    Problem,
)
from annotation.release.rule import Excluded
from annotation.vocabulary.label_set import LabelSet
from annotation.vocabulary.verdicts import VERDICTS

ANNOTATIONS, ADJUDICATIONS = Path("annotations.jsonl"), Path("extra") / "adjudications.jsonl"
REPORTED = {Excluded.REPORTED.value, Excluded.RETIRED.value}

Row = Mapping[str, Any]


def claims_of_folder(folder: Path, advance: Advance, labels: LabelSet = VERDICTS) -> Iterator[ParsedClaim | Problem]:
    """The claims that were verified, in the order of the project. Raises OSError.

    `labels`: the verdicts and challenges that there may be.
    """
    path = folder / ANNOTATIONS
    total, decided = path.stat().st_size, _decided(folder / ADJUDICATIONS)
    for _number, lines in groupby(lines_of(path), key=lambda line: _key(line.row.get("id"))):
        of_claim = []
        for line in lines:
            advance(path.name, line.end, total)
            if line.problem:
                yield Problem(line.place, line.problem)
            else:
                of_claim.append(line)
        if not of_claim or str(of_claim[0].row.get("claim_left_out")) in REPORTED:
            continue
        try:
            yield _claim(of_claim, decided, labels)
        except BadRow as bad:
            yield Problem(of_claim[0].place, str(bad))


def _key(number: Any) -> str:
    return json.dumps(number)


def _decided(path: Path) -> dict[str, Row]:
    """Claim -> its adjudication that holds. What cannot be read is missed where the claim is."""
    if not path.is_file():
        return {}
    return {_key(line.row.get("id")): line.row for line in lines_of(path) if line.row.get("is_current") is True}


def _claim(lines: Sequence[Line], decided: Mapping[str, Row], labels: LabelSet) -> ParsedClaim:
    """The claim of these lines. Who speaks for it comes first, so that the same does again."""
    first, place = lines[0].row, lines[0].place
    by_person: dict[str, list[Row]] = {}
    for line in lines:
        by_person.setdefault(_text(line.row, "annotator"), []).append(line.row)
    ordered = sorted(by_person.items(), key=lambda one: not any(row.get("is_released") is True for row in one[1]))
    said = tuple(_verification(name, rows, labels) for name, rows in ordered)
    adjudication = decided.get(_key(first.get("id")))
    if adjudication is None and first.get("is_adjudicated"):
        raise BadRow(
            _("its adjudication is missing in extra/adjudications.jsonl; take that file from the release again")
        )
    return ParsedClaim(
        place=place,
        id=record_of(_as_released(first), labels).id,
        text=_text(first, "claim"),
        split=first["split"] if first.get("split") in SPLITS else "",
        verifications=said,
        adjudication=None
        if adjudication is None
        else _adjudication(adjudication, [rows for _name, rows in ordered], labels),
    )


def _verification(name: str, rows: Sequence[Row], labels: LabelSet) -> ParsedVerification:
    """One person's: the revision that is current, and what they did before the first."""
    last = next((row for row in rows if row.get("is_current") is True), rows[-1])
    first = next((row for row in rows if row.get("revision") == 1), last)
    record = record_of(_as_released(last), labels)
    return ParsedVerification(
        annotator=name,
        verdict=record.label,
        challenge=record.challenge,
        sets=record.evidence,
        operations=record_of(_as_released(first), labels).annotator_operations,
        handed_in=_day(last.get("handed_in")),
        hashes={
            piece["element"]: piece["content_hash"]
            for one in last["evidence"]
            for piece in one
            if isinstance(piece.get("content_hash"), str)
        },
        unsure=last.get("unsure") is True,
        contradictions=tuple(map(_contradiction, last.get("contradictions") or ())),
        by_hand=tuple({piece["element"]: _by_hand(piece) for piece in one} for one in last["evidence"]),
    )


def _contradiction(pair: Sequence[Row]) -> tuple[PassagePin, PassagePin]:
    """Raises BadRow for other than two passages."""
    try:
        first, second = (PassagePin(str(one["element"]), str(one.get("content_hash") or "")) for one in pair)
    except (TypeError, KeyError, ValueError, AttributeError) as error:
        raise BadRow(_("contradictions: each has two passages with their element; fix the row")) from error
    return first, second


def _by_hand(piece: Row) -> ByHand:
    """Releases from before these fields have neither."""
    return ByHand(*(tuple(map(str, piece.get(name) or ())) for name in ("added_context", "joined_with")))


def _adjudication(row: Row, said: Sequence[Sequence[Row]], labels: LabelSet) -> ParsedAdjudication:
    record = record_of(_as_released(row), labels)
    kind, error_type, chosen = row.get("kind"), row.get("error_type"), None
    if kind not in Outcome.values or error_type not in ErrorType.values:
        raise BadRow(_("adjudication: its kind or error_type is not known; fix it in extra/adjudications.jsonl"))
    if kind == Outcome.ONE:
        numbers = [[one.get("annotation") for one in rows] for rows in said]
        chosen = next((place for place, each in enumerate(numbers) if row.get("chosen") in each), None)
        if chosen is None:
            raise BadRow(_("adjudication: the annotation that it names is not in annotations.jsonl"))
    return ParsedAdjudication(
        adjudicator=_text(row, "adjudicator"),
        kind=kind,
        verdict=record.label,
        challenge=record.challenge,
        sets=record.evidence,
        error_type=error_type,
        note=str(row.get("note") or ""),
        chosen=chosen,
        decided=_day(row.get("decided")),
    )


def _as_released(row: Row) -> dict[str, Any]:
    """The line as a row of FEVEROUS has it, to be checked as one. Raises BadRow."""
    try:
        evidence = [
            {
                "content": [piece["element"] for piece in one],
                "context": {piece["element"]: piece["context"] for piece in one},
            }
            for one in row["evidence"]
        ]
    except (KeyError, TypeError) as error:
        raise BadRow(_("evidence: want lists of {element, context}; fix the line or delete it")) from error
    plain = {name: row.get(name) for name in ("id", "claim", "challenge")}
    return plain | {
        "label": row.get("verdict"),
        "evidence": evidence,
        "annotator_operations": row.get("annotator_operations", []),
    }


def _text(row: Row, field: str) -> str:
    value = row.get(field)
    if not isinstance(value, str) or not value.strip():
        raise BadRow(_("%(field)s: missing or empty; fix the line or delete it") % {"field": field})
    return value


def _day(value: Any) -> datetime | None:
    """A date as a moment of it; None where there is none."""
    try:
        return datetime.fromisoformat(value).replace(tzinfo=UTC)
    except (TypeError, ValueError):
        return None
