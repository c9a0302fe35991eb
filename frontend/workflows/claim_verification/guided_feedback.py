"""Feedback on a guided verification: what was right, what is missing and what is too much, each with the reason."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from annotation.evidence.excerpts import ExcerptJson, excerpts
from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Project
from annotation.quality.calibration.models import GoldItem
from annotation.quality.calibration.results import gold_of
from annotation.work.models import Submission
from annotation.workflows.claim_verification.answers import answers_with_evidence
from annotation.workflows.claim_verification.scoring import differences, score_item
from corpus.page.element_id import parse
from frontend.views.calibration_comparison import GOLD, MINE, Piece
from frontend.views.quality.evidence_overlay import evidence_overlay


def feedback(project: Project, item: GoldItem, submission: Submission, title: str) -> dict[str, Any]:
    """What `claim_verification/_guided_feedback.html` needs; `title` is the page to open, "" for the first."""
    answer = answers_with_evidence(Submission.objects.filter(pk=submission.pk))[submission.pk]
    gold, labels = gold_of(item), label_set_of(project)
    found, score = differences(answer, gold), score_item(answer, gold)
    mine: frozenset[str] = frozenset().union(*answer.sets)
    reference: frozenset[str] = frozenset().union(*gold.sets)
    known, _unknown = excerpts(project.corpus, sorted(mine | reference))
    words = {each["id"]: each for each in known}
    return {
        "verification": submission.verification,
        "verdict_right": score.verdict_right,
        "challenge_right": score.challenge_right,
        "reference_label": labels.of.get(item.verdict),
        "reference_challenge": labels.challenge_set.of.get(next(iter(item.challenges), "")),
        "right": _pieces(found.right, words),
        "missing": _pieces(found.missing, words),
        "extra": _pieces(found.extra, words),
        "has_reference_evidence": bool(reference),
        "alternatives": sum(1 for ids in gold.sets if ids) - 1,
        "all_right": score.verdict_right
        and score.challenge_right is not False
        and not found.missing
        and not found.extra,
        **evidence_overlay(project, {MINE: mine, GOLD: reference}, title),
    }


def _pieces(ids: Iterable[str], words: dict[str, ExcerptJson]) -> list[Piece]:
    return [Piece(one, parse(one).page, words.get(one), is_shared=False) for one in ids]
