"""An answer and its gold side by side: in words, and both laid over the page they are from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from annotation.accounts.models import User
from annotation.claims.models import Claim
from annotation.evidence.excerpts import ExcerptJson, excerpts
from annotation.projects.models import Project
from annotation.quality.calibration.models import ClaimGrade, GoldItem
from annotation.quality.calibration.results import Result
from annotation.quality.calibration.scoring import f1_of
from corpus.page.element_id import parse
from frontend.views.quality.evidence_overlay import evidence_overlay

MINE, GOLD = "A", "B"  # the patterns of `evidence_overlay`


@dataclass(frozen=True, slots=True)
class Piece:
    """One element. `is_shared`: the other side has it too, in any of its sets."""

    element_id: str
    page: str
    excerpt: ExcerptJson | None
    is_shared: bool


@dataclass(frozen=True, slots=True)
class Written:
    """One claim that a candidate wrote, with the manager's judgement if there is one, and claims to compare it with."""

    claim: Claim
    grade: ClaimGrade | None
    references: list[str]


def beside(project: Project, result: Result, title: str) -> dict[str, Any]:
    """What `calibration/_comparison.html` needs; `title` is the page to open, "" for the first."""
    item, verification = result.item, result.submission.verification
    mine = frozenset().union(*result.answer.sets)
    gold = frozenset(element_id for ids in item.sets for element_id in ids)
    found, _unknown = excerpts(project.corpus, sorted(mine | gold))
    words = {each["id"]: each for each in found}
    evidence = verification.evidence_sets.prefetch_related("evidence")
    own = [[one.element_id for one in each.evidence.all()] for each in evidence]
    score = result.score
    return {
        "result": result,
        "item": item,
        "handed_in": verification,
        "f1": None if score.precision is None else f1_of(score.precision, score.recall or 0),
        "mine": [_pieces(ids, gold, words) for ids in own],
        "gold": [_pieces(ids, mine, words) for ids in item.sets],
        **evidence_overlay(project, {MINE: mine, GOLD: gold}, title),
    }


def written_for(item: GoldItem, person: User) -> list[Written]:
    """The claims that the person wrote from a highlight of calibration, Type I first."""
    claims = Claim.objects.filter(
        highlight=item.task.generation_item.highlight_id, author=person, claim_set__isnull=False
    )
    grades = {grade.claim_id: grade for grade in ClaimGrade.objects.filter(claim__in=claims)}
    return [
        Written(claim, grades.get(claim.pk), item.references.get(claim.claim_type, []))
        for claim in claims.order_by("claim_type")
    ]


def highlighted(project: Project, item: GoldItem) -> dict[str, Any]:
    """The page of a highlight with the highlight marked."""
    highlight = item.task.generation_item.highlight
    return evidence_overlay(project, {GOLD: frozenset(highlight.element_ids)}, highlight.page_title)


def _pieces(ids: Sequence[str], others: Iterable[str], words: dict[str, ExcerptJson]) -> list[Piece]:
    known = frozenset(others)
    return [Piece(each, parse(each).page, words.get(each), each in known) for each in ids]
