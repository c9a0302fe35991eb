"""Release claims of the real world as AVeriTeC's files: averitec/<split>.json, and a row an answer in averitec.csv.

What was imported comes out as it came, on the side where it stood. Other claims are released by the rule of the
project's fields file: the verdict of the first pair of phases that agree. Claims of one article stand on one side.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from django.db.models import Prefetch

from annotation.projects.models import Project
from annotation.release.formats.averitec import ANSWER_FIELDS, COLUMNS, FIELDS, answer_rows, write_array
from annotation.release.formats.csv_file import CsvFile
from annotation.release.formats.files import Files
from annotation.release.summary import SPLITS
from annotation.work.counted import counted
from annotation.work.registry import workflows_of
from annotation.workflows.question_answering.dates import to_averitec
from annotation.workflows.question_answering.fields.model import Fields
from annotation.workflows.question_answering.fields.project import fields_of
from annotation.workflows.question_answering.models import Answer, ClaimWork, NormalisedClaim, Question, SourceKind
from annotation.workflows.question_answering.phases import ANSWERS, PHASES, PhaseName
from annotation.workflows.question_answering.routing import majority
from corpus.web.addresses import unarchived

FOLDER, CSV = "averitec", "averitec.csv"
LICENCE = "CC-BY-NC-4.0"  # of AVeriTeC's own rows
BATCH = 500
NOT_FINISHED, DISAGREEMENT, NOT_RELEASED = "not_finished", "disagreement", "verdict_not_released"
Row = dict[str, Any]
Rows = dict[str, list[Row]]


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
    counts = AveritecCounts()
    sides: Rows = {split: [] for split in SPLITS}
    for split, row in averitec_rows(project, shares, seed, counts, without_people):
        sides[split].append(row)
    for split, rows in sides.items():
        if rows:
            write_array(files.text(f"{FOLDER}/{split}.json"), rows)
    CsvFile(files, CSV, COLUMNS).add([*answer_rows([row for rows in sides.values() for row in rows])])
    return counts


def averitec_rows(
    project: Project,
    shares: tuple[float, float, float],
    seed: int,
    counts: AveritecCounts,
    without_people: Collection[int] = (),
) -> Iterator[tuple[str, Row]]:
    """The released rows in the order of the claims, each with its side."""
    fields = fields_of(project)
    claims = NormalisedClaim.objects.filter(article__project=project, is_current=True).select_related("article")
    after = 0
    while batch := list(claims.filter(pk__gt=after).order_by("pk")[:BATCH]):
        after = batch[-1].pk
        works = _works(batch, without_people)
        for claim in batch:
            row = None if claim.left_by else _row(claim, fields, works[claim.pk], counts)
            if claim.left_by:
                counts.excluded[claim.left_by] += 1
            elif row is not None:
                counts.released += 1
                yield _side(claim, shares, seed), row


def _row(claim: NormalisedClaim, fields: Fields, works: Sequence[ClaimWork], counts: AveritecCounts) -> Row | None:
    came = claim.imported
    if came is not None and not came.get("anew"):
        counts.imported += 1
        return in_order(came["row"])
    published = _published(fields, works)
    if isinstance(published, str):
        counts.excluded[published] += 1
        return None
    asked, judged = published
    counts.imported += came is not None
    return {
        "claim": claim.text,
        "required_reannotation": asked.submission.assignment.kind == PhaseName.DISPUTE,
        "label": judged.label,
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


def _published(fields: Fields, works: Sequence[ClaimWork]) -> tuple[ClaimWork, ClaimWork] | str:
    """The work whose questions are released and the one whose justification is, or why the claim is left out."""
    of: defaultdict[str, list[ClaimWork]] = defaultdict(list)
    for work in works:
        of[work.submission.assignment.kind].append(work)
    released = {one.value for one in fields.verdicts if one.released}
    agreeing = [(first, second, _agreed(of[first], of[second])) for first, second in fields.release.agreement_of]
    for first, second, label in agreeing:
        if label:
            return _speaking(of, first, of[second], label) if label in released else NOT_RELEASED
    otherwise = fields.release.otherwise
    last = majority([one.label for one in of[otherwise]]) if of[otherwise] else None
    if last is not None and last in released:
        answering = PhaseName.DISPUTE if of[PhaseName.DISPUTE] else PhaseName.ANSWERING
        return _speaking(of, answering, of[otherwise], last)
    begun = [of[first] and of[second] for first, second in fields.release.agreement_of]
    return DISAGREEMENT if begun and all(begun) else NOT_FINISHED


def _speaking(
    of: Mapping[str, list[ClaimWork]], answering: str, judges: Sequence[ClaimWork], label: str
) -> tuple[ClaimWork, ClaimWork]:
    kind = answering if answering in ANSWERS else PhaseName.ANSWERING
    judged = next((one for one in judges if one.label == label and one.justification), judges[0])
    return of[kind][-1], judged


def _agreed(first: Sequence[ClaimWork], second: Sequence[ClaimWork]) -> str:
    """The label that most people of both phases gave; "" where they differ or one is missing."""
    if not first or not second:
        return ""
    one, other = (majority([work.label for work in works]) for works in (first, second))
    return one if one is not None and one == other else ""


def _works(claims: Sequence[NormalisedClaim], without_people: Collection[int]) -> defaultdict[int, list[ClaimWork]]:
    """Claim -> the work that counts, the first one first."""
    questions = Question.objects.prefetch_related(
        Prefetch("answers", queryset=Answer.objects.select_related("evidence"))
    )
    works = (
        ClaimWork.objects.filter(counted("submission__"), claim__in=claims)
        .filter(submission__assignment__task__claim_item__in_chain=True)
        .exclude(submission__assignment__person__in=without_people)
        .select_related("submission__assignment")
        .prefetch_related(Prefetch("submission__questions", queryset=questions))
        .order_by("submission__assignment__ended_at", "pk")
    )
    found: defaultdict[int, list[ClaimWork]] = defaultdict(list)
    for work in works:
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
