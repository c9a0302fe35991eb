"""Read the folder of an Attest release, with all that it tells of claims that were verified or reported.

    annotations.jsonl            every verified claim with all verifications, a line a revision
    origins.jsonl                how claims came about, and the side that each stands on
    extra/reported.jsonl         reports; the words of claims that were reported and not verified
    extra/adjudications.jsonl    what was decided
    tables/evidence.parquet      how each piece of released evidence was found

A claim's lines stand together, in the order of the project. In memory are a line of origins.jsonl a claim, the reports,
and how evidence was found. Releases from before origins.jsonl have neither that nor the numbers of turns: whose answer
is released then comes first, so that it is again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from annotation.quality.adjudication.models import ErrorType, Outcome, Turn
from annotation.release.importing.fever_rows import FIELDS, parts_of
from annotation.release.importing.feverous_rows import record_of
from annotation.release.importing.found import Found, found_of
from annotation.release.importing.lines import Advance, Line, lines_of
from annotation.release.importing.origin_rows import origin_of
from annotation.release.importing.parsed import (
    SPLITS,
    BadRow,
    ByHand,
    ParsedAdjudication,
    ParsedClaim,
    ParsedEvidence,
    ParsedReport,
    ParsedVerification,
    PassagePin,
    Place,
    Problem,
)
from annotation.release.origins import ORIGINS
from annotation.release.record import EvidenceSetRecord
from annotation.release.rule import Excluded
from annotation.vocabulary.label_set import LabelSet
from annotation.vocabulary.verdicts import VERDICTS
from annotation.workflows.models import ReportDecision, ReportReason

ANNOTATIONS = Path("annotations.jsonl")
ADJUDICATIONS, REPORTS = Path("extra") / "adjudications.jsonl", Path("extra") / "reported.jsonl"
FOUND = Path("tables") / "evidence.parquet"
REPORTED = {Excluded.REPORTED.value, Excluded.RETIRED.value}
LARGEST_NUMBER = 2**53  # of an annotation; numbers of the project's own follow the imported ones

Row = Mapping[str, Any]


@dataclass
class AttestFolder:
    """Reader of a folder. `labels`: the verdicts and challenges that there may be.

    `left_out`: numbers of the claims, of those read so far, that are not released.
    """

    folder: Path
    labels: LabelSet = VERDICTS
    left_out: set[int] = field(default_factory=set)

    def claims(self, advance: Advance) -> Iterator[ParsedClaim | Problem]:
        """The claims that were verified or reported, in the order of the project. Raises OSError."""
        path = self.folder / ANNOTATIONS
        total, origins = path.stat().st_size, self._origins()
        reports = {_key(line.row.get("id")): line for line in self._lines(REPORTS)}
        about = _About(origins, reports, self._decided(), found_of(self.folder / FOUND))
        pending = iter(dict.fromkeys([*(key for key in origins if key in reports), *reports]))
        place_of = {key: place for place, key in enumerate([*origins, *(key for key in reports if key not in origins)])}
        waiting, seen = next(pending, None), set[str]()
        for key, lines in groupby(lines_of(path), key=lambda line: _key(line.row.get("id"))):
            while waiting is not None and place_of[waiting] < place_of.get(key, -1):
                if waiting not in seen:
                    yield from self._told(about, waiting, [])
                waiting = next(pending, None)
            of_claim = []
            for line in lines:
                advance(path.name, line.end, total)
                if line.problem:
                    yield Problem(line.place, line.problem)
                else:
                    of_claim.append(line)
            seen.add(key)
            if of_claim:
                yield from self._told(about, key, of_claim)
        for key in [waiting, *pending] if waiting is not None else []:
            if key not in seen:
                yield from self._told(about, key, [])

    def adjudications(self) -> Iterator[ParsedAdjudication | Problem]:
        """All adjudications, in their order."""
        yield from self._parsed(ADJUDICATIONS, self._adjudication)

    def reports(self) -> Iterator[ParsedReport | Problem]:
        """All reports, in their order."""
        yield from self._parsed(REPORTS, _report)

    def _parsed(self, name: Path, parse: Callable[[Line], Any]) -> Iterator[Any]:
        for line in self._lines(name):
            try:
                yield Problem(line.place, line.problem) if line.problem else parse(line)
            except BadRow as bad:
                yield Problem(line.place, str(bad))

    def _lines(self, name: Path) -> Iterator[Line]:
        path = self.folder / name
        return lines_of(path) if path.is_file() else iter(())

    def _origins(self) -> dict[str, Line]:
        return {_key(line.row.get("id")): line for line in self._lines(Path(ORIGINS)) if not line.problem}

    def _decided(self) -> set[str]:
        """The claims that have an adjudication which holds."""
        return {_key(line.row.get("id")) for line in self._lines(ADJUDICATIONS) if line.row.get("is_current") is True}

    def _told(self, about: _About, key: str, lines: Sequence[Line]) -> Iterator[ParsedClaim | Problem]:
        place = (lines or [about.reports[key]])[0].place
        if lines and str(lines[0].row.get("claim_left_out")) in REPORTED and key not in about.reports:
            return  # nothing would keep it out of the next release
        try:
            yield self._claim(about, key, lines, place)
        except BadRow as bad:
            yield Problem(place, str(bad))

    def _claim(self, about: _About, key: str, lines: Sequence[Line], place: Place) -> ParsedClaim:
        first = lines[0].row if lines else about.reports[key].row
        if lines and first.get("is_adjudicated") and key not in about.decided:
            raise BadRow(
                _("its adjudication is missing in extra/adjudications.jsonl; take that file from the release again")
            )
        number = _number(first, "id")
        if first.get("claim_left_out"):
            self.left_out.add(number)
        line = about.origins.get(key)
        origin, split = origin_of(line) if line is not None else (None, first.get("split"))
        said = _in_turn([self._verification(each.row, about.found.get(number)) for each in lines])
        return ParsedClaim(
            place=place,
            id=number,
            text=_text(first, "claim"),
            split=split if split in SPLITS else "",
            verifications=_with_fever(said, line.row) if line is not None and "fever" in line.row else said,
            origin=origin,
            is_qa_sample=first.get("is_qa_sample") is True,
        )

    def _verification(self, row: Row, found: Found | None) -> _Said:
        record = record_of(_as_released(row), self.labels)
        is_released = row.get("is_released") is True
        seconds = row.get("seconds")
        known: dict[str, Any] = {"seconds": str(seconds)} if isinstance(seconds, int | float) else {}
        if isinstance(version := row.get("guidelines_version"), int):
            known["guidelines_version"] = version
        said = ParsedVerification(
            annotator=_text(row, "annotator"),
            verdict=record.label,
            challenge=record.challenge,
            evidence=_evidence(row["evidence"], record.evidence, keeps_hashes=not is_released),
            operations=record.annotator_operations,
            handed_in=_day(row.get("handed_in")),
            submitted=_day(row.get("submitted")),
            turn=_number(row, "turn") if "turn" in row else 0,
            number=_known_number(row.get("annotation")),
            revision=_number(row, "revision") if "revision" in row else 1,
            is_current=row.get("is_current") is not False,
            origin=known,
            unsure=row.get("unsure") is True,
            set_labels=_set_labels(row, len(record.evidence), self.labels),
            contradictions=tuple(map(_contradiction, row.get("contradictions") or ())),
        )
        return _Said(said, is_released, found if is_released else None)

    def _adjudication(self, line: Line) -> ParsedAdjudication:
        row = line.row
        record = record_of(_as_released(row), self.labels)
        kind, error_type = row.get("kind"), row.get("error_type")
        if kind not in Outcome.values or error_type not in ErrorType.values:
            raise BadRow(_("adjudication: its kind or error_type is not known; fix it in extra/adjudications.jsonl"))
        turn = _number(row, "turn") if "turn" in row else Turn.FIRST.value
        if turn not in Turn.values:
            raise BadRow(_("adjudication: its turn is 1, 2 or 3; fix it in extra/adjudications.jsonl"))
        is_current = row.get("is_current") is not False
        keeps = not is_current or record.id in self.left_out
        return ParsedAdjudication(
            place=line.place,
            claim=record.id,
            adjudicator=_text(row, "adjudicator"),
            revision=_number(row, "revision") if "revision" in row else 1,
            is_current=is_current,
            turn=turn,
            stands=is_current or row.get("stands") is True,
            is_blind=row.get("is_blind") is not False,
            kind=kind,
            verdict=record.label,
            challenge=record.challenge,
            evidence=_evidence(row["evidence"], record.evidence, keeps_hashes=keeps),
            error_type=error_type,
            note=str(row.get("note") or ""),
            chosen=_number(row, "chosen") if kind == Outcome.ONE else None,
            decided=_day(row.get("decided")),
        )


def _set_labels(row: Row, sets: int, labels: LabelSet) -> tuple[str, ...]:
    """The labels of the evidence sets, in their order; empty where they have none. Raises BadRow."""
    found = row.get("set_labels")
    if found is None:
        return ()
    if not isinstance(found, list) or len(found) != sets or any(one not in ("", *labels.values) for one in found):
        raise BadRow(_("set_labels: one label for each evidence set; fix it in annotations.jsonl"))
    return tuple(found)


@dataclass(frozen=True)
class _About:
    """What other files tell of claims, by `_key`. `found`: by number."""

    origins: Mapping[str, Line]
    reports: Mapping[str, Line]
    decided: set[str]
    found: Mapping[int, Found]


@dataclass(frozen=True)
class _Said:
    """A line of annotations.jsonl. `found`: how its evidence was found, where it is released."""

    said: ParsedVerification
    is_released: bool
    found: Found | None


def _in_turn(lines: Sequence[_Said]) -> tuple[ParsedVerification, ...]:
    """The revisions in the order of their numbers, the first of each annotator with what was found."""
    if not all(one.said.turn for one in lines):  # a release from before there were turns
        released = {one.said.annotator for one in lines if one.is_released}
        people = sorted(dict.fromkeys(one.said.annotator for one in lines), key=lambda name: name not in released)
        lines = [replace(one, said=replace(one.said, turn=1 + people.index(one.said.annotator))) for one in lines]
        lines = sorted(lines, key=lambda one: one.said.turn)
    found = {one.said.annotator: one.found for one in lines if one.found is not None}
    ordered = []
    for one in lines:
        how = found.get(one.said.annotator) if one.said.revision == 1 else None
        origin = one.said.origin if how is None else {**one.said.origin, "found": [list(each) for each in how]}
        ordered.append(replace(one.said, origin=origin))
    return tuple(ordered)


def _with_fever(said: Sequence[ParsedVerification], row: Row) -> tuple[ParsedVerification, ...]:
    """The verifications, with the parts of FEVER's evidence that each of FEVER's annotators had. They came first."""
    parts, found, seen = parts_of(row["fever"]), list[ParsedVerification](), set[str]()
    fields = row.get("fever_fields")
    for one in said:
        place = len(seen)
        is_first = one.annotator not in seen
        seen.add(one.annotator)
        has_some = is_first and place < len(parts)
        found.append(replace(one, origin={**one.origin, "fever": parts[place]}) if has_some else one)
    if found and isinstance(fields, list) and all(name in FIELDS for name in fields):
        found[0] = replace(found[0], origin={**found[0].origin, "fever_fields": fields})
    return tuple(found)


def _evidence(value: Any, sets: tuple[EvidenceSetRecord, ...], *, keeps_hashes: bool) -> ParsedEvidence:
    """`value` has passed `_as_released`. Releases from before a field lack it."""
    pieces = [piece for one in value for piece in one]
    return ParsedEvidence(
        sets=sets,
        hashes={one["element"]: one["content_hash"] for one in pieces if isinstance(one.get("content_hash"), str)},
        page_revisions={one["element"]: _revision(one) for one in pieces if "page_revision" in one},
        by_hand=tuple({piece["element"]: _by_hand(piece) for piece in one} for one in value),
        keeps_hashes=keeps_hashes,
    )


def _revision(row: Row) -> int | None:
    value = row.get("page_revision")
    return value if isinstance(value, int) and 0 <= value < 2**63 else None


def _contradiction(pair: Sequence[Row]) -> tuple[PassagePin, PassagePin]:
    """Raises BadRow for other than two passages."""
    try:
        first, second = (
            PassagePin(str(one["element"]), str(one.get("content_hash") or ""), _revision(one)) for one in pair
        )
    except (TypeError, KeyError, ValueError, AttributeError) as error:
        raise BadRow(_("contradictions: each has two passages with their element; fix the row")) from error
    return first, second


def _by_hand(piece: Row) -> ByHand:
    """Releases from before these fields have neither."""
    return ByHand(*(tuple(map(str, piece.get(name) or ())) for name in ("added_context", "joined_with")))


def _report(line: Line) -> ParsedReport:
    row = line.row
    reasons, decision = row.get("reasons"), row.get("decision") or ""
    if not isinstance(reasons, list) or not set(map(str, reasons)) <= set(ReportReason.values):
        raise BadRow(_("reasons: not those of a report; fix it in extra/reported.jsonl"))
    if decision not in ["", *ReportDecision.values]:
        raise BadRow(_("decision: not one on a report; fix it in extra/reported.jsonl"))
    return ParsedReport(
        place=line.place,
        claim=_number(row, "id"),
        annotator=_text(row, "annotator"),
        reasons=tuple(map(str, reasons)),
        note=str(row.get("note") or ""),
        decision=decision,
        decision_note=str(row.get("decision_note") or ""),
        reported=_day(row.get("reported")),
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


def _key(number: Any) -> str:
    return json.dumps(number)


def _text(row: Row, field: str) -> str:
    value = row.get(field)
    if not isinstance(value, str) or not value.strip():
        raise BadRow(_("%(field)s: missing or empty; fix the line or delete it") % {"field": field})
    return value


def _known_number(value: Any) -> int | None:
    """The number of an annotation; None where it is none that could be kept."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST_NUMBER else None


def _number(row: Row, field: str) -> int:
    value = row.get(field)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**63:
        raise BadRow(_("%(field)s: not a whole number; fix the line or delete it") % {"field": field})
    return value


def _day(value: Any) -> datetime | None:
    """A date as a moment of it; None where there is none."""
    try:
        return datetime.fromisoformat(value).replace(tzinfo=UTC)
    except (TypeError, ValueError):
        return None
