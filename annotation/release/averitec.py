"""Release claims of the real world as AVeriTeC's files: averitec/<split>.json, and a row an answer in averitec.csv.

What was imported comes out as it came, on the side where it stood. Other claims are released by the rule of the
project's fields file: the verdict of the first pair of phases that agree. Claims of one article stand on one side.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from annotation.projects.models import Project
from annotation.release.formats.averitec import ANSWER_FIELDS, COLUMNS, FIELDS, ArrayFile, answer_rows
from annotation.release.formats.csv_file import CsvFile
from annotation.release.formats.files import Files
from annotation.release.summary import SPLITS
from annotation.work.registry import workflows_of
from annotation.workflows.question_answering.access import chain_work, with_pairs
from annotation.workflows.question_answering.dates import to_averitec
from annotation.workflows.question_answering.models import Answer, ClaimWork, NormalisedClaim, SourceKind
from annotation.workflows.question_answering.phases import ANSWERS, PHASES, PhaseName
from annotation.workflows.question_answering.release_rule import IMPORTED, Outcome, outcomes
from corpus.web.addresses import unarchived

FOLDER, CSV = "averitec", "averitec.csv"
LICENCE = "CC-BY-NC-4.0"  # of AVeriTeC's own rows
BATCH = 500
NOBODY_LEFT = "without_people"  # the work that speaks for it is of people who are left out
Row = dict[str, Any]


@dataclass(slots=True)
class AveritecCounts:
    """How many claims were released, how many of them came as rows of AVeriTeC, and why others were not."""

    released: int = 0
    imported: int = 0
    excluded: Counter[str] = field(default_factory=Counter)

    def to_json(self) -> dict[str, Any]:
        """For the manifest."""
        return {"released": self.released, "imported": self.imported, "excluded": dict(sorted(self.excluded.items()))}


def has_phases(project: Project) -> bool:
    """Whether the project has claims of this kind, or a phase of them on."""
    on = workflows_of(project)
    return any(phase in on for phase in PHASES) or NormalisedClaim.objects.filter(article__project=project).exists()


def has_imported(project: Project) -> bool:
    """Whether claims of the project came as rows of AVeriTeC."""
    return NormalisedClaim.objects.filter(article__project=project, imported__isnull=False).exists()


def write_averitec(
    files: Files,
    project: Project,
    shares: tuple[float, float, float],
    seed: int,
    without_people: Collection[int] = (),
) -> AveritecCounts:
    """Write the files of a release; `shares` of articles on each side. Returns what was released."""
    counts, table = AveritecCounts(), CsvFile(files, CSV, COLUMNS)
    arrays: dict[str, ArrayFile] = {}
    for number, (split, row) in enumerate(averitec_rows(project, shares, seed, counts, without_people)):
        if split not in arrays:
            arrays[split] = ArrayFile(files.text(f"{FOLDER}/{split}.json"))
        arrays[split].add(row)
        table.add([*answer_rows([row], number)])
    for array in arrays.values():
        array.close()
    return counts


def averitec_rows(
    project: Project,
    shares: tuple[float, float, float],
    seed: int,
    counts: AveritecCounts,
    without_people: Collection[int] = (),
) -> Iterator[tuple[str, Row]]:
    """The released rows in the order of the claims, each with its side."""
    found = dict(outcomes(project, without_people=without_people))
    claims = NormalisedClaim.objects.filter(article__project=project, is_current=True).select_related("article")
    after = 0
    while batch := list(claims.filter(pk__gt=after).order_by("pk")[:BATCH]):
        after = batch[-1].pk
        works = _works(batch, without_people)
        for claim in batch:
            row = _row(claim, found[claim.pk], works[claim.pk])
            if row is None:
                counts.excluded[found[claim.pk].left_out or NOBODY_LEFT] += 1
            else:
                counts.released += 1
                counts.imported += claim.imported is not None
                yield _side(claim, shares, seed), row


def _row(claim: NormalisedClaim, found: Outcome, works: Sequence[ClaimWork]) -> Row | None:
    """The row of a claim; None where it is not released."""
    if found.phases == IMPORTED:
        return None if claim.imported is None else in_order(claim.imported["row"])
    speaking = _speaking(found, works) if not found.left_out else None
    if speaking is None:
        return None
    asked, judged = speaking
    return {
        "claim": claim.text,
        "required_reannotation": asked.submission.assignment.kind == PhaseName.DISPUTE,
        "label": found.verdict,
        "justification": judged.justification,
        "claim_date": to_averitec(claim.claim_date),
        "speaker": claim.speaker or None,
        "original_claim_url": claim.original_claim_url or None,
        "fact_checking_article": claim.article.archived_url or claim.article.url,
        "reporting_source": claim.reporting_source or None,
        "location_ISO_code": claim.location_iso_code or None,
        "claim_types": claim.claim_types,
        "fact_checking_strategies": claim.fact_checking_strategies,
        "questions": [
            {"question": one.text, "answers": [_answer(each) for each in one.answers.all()]}
            for one in asked.submission.questions.all()
        ],
        "cached_original_claim_url": None,
    }


def _speaking(found: Outcome, works: Sequence[ClaimWork]) -> tuple[ClaimWork, ClaimWork] | None:
    """The work whose questions are released, and the one whose justification is; None where nobody's are left."""
    first, last = found.phases[0], found.phases[-1]
    kind = first if first in ANSWERS else _answering(last)
    asked = [one for one in works if one.submission.assignment.kind == kind]
    judging = [one for one in works if one.submission.assignment.kind == last]
    judging = [one for one in judging if one.label == found.verdict] or judging
    if not asked or not judging:
        return None
    return asked[-1], next((one for one in judging if one.justification), judging[0])


def _answering(phase: str) -> str:
    """The phase whose questions are judged in this one."""
    return PhaseName.DISPUTE if phase in (PhaseName.DISPUTE, PhaseName.CONTROL) else PhaseName.ANSWERING


def _works(claims: Sequence[NormalisedClaim], without_people: Collection[int]) -> defaultdict[int, list[ClaimWork]]:
    """Claim -> the work that counts, the first one first."""
    found: defaultdict[int, list[ClaimWork]] = defaultdict(list)
    for work in with_pairs(chain_work(without_people).filter(claim__in=claims)):
        found[work.claim_id].append(work)
    return found


def _answer(answer: Answer) -> Row:
    """An answer as AVeriTeC has it: its address is "Metadata" where it stands in the metadata of the claim."""
    address = answer.url
    if answer.source_kind == SourceKind.METADATA:
        address = "Metadata"
    elif answer.source_kind == SourceKind.PAGE and not address and answer.evidence is not None:
        address = answer.evidence.element_id
    row = {
        "answer": answer.text,
        "answer_type": answer.answer_type,
        "source_url": address,
        "source_medium": answer.source_medium,
    }
    if answer.boolean_explanation:
        row["boolean_explanation"] = answer.boolean_explanation
    if address and unarchived(address) != address:
        row["cached_source_url"] = address
    return row


def in_order(row: Row) -> Row:
    """The fields of an imported row as the published files have them: PostgreSQL keeps no order."""
    found = _ordered(row, FIELDS)
    found["questions"] = [
        _ordered(one, ("question", "answers")) | {"answers": [_ordered(each, ANSWER_FIELDS) for each in one["answers"]]}
        for one in row["questions"]
    ]
    return found


def _ordered(row: Row, names: Sequence[str]) -> Row:
    known = {name: row[name] for name in names if name in row}
    return known | {name: row[name] for name in sorted(row) if name not in known}


def _side(claim: NormalisedClaim, shares: tuple[float, float, float], seed: int) -> str:
    """The side on which an imported claim stood, else one drawn by its article."""
    came = (claim.imported or {}).get("split")
    if came in SPLITS:
        return str(came)
    digest = sha256(f"{seed}:{claim.article.address_digest}".encode()).digest()
    drawn = int.from_bytes(digest[:4], "big") / 2**32
    train, dev, _test = shares
    return SPLITS[0] if drawn < train else SPLITS[1] if drawn < train + dev else SPLITS[2]
