"""Payload of an annotator: the claim, two sources, what can be said of them, and the draft."""

from __future__ import annotations

from typing import Any

from annotation.work.models import Assignment
from annotation.work.operations import so_far
from annotation.work.payload import common_part, draft_part
from annotation.workflows.citation_study.choices import (
    BOTH,
    CHOICES,
    GRADES,
    LEFT,
    NEITHER,
    REASONS,
    RIGHT,
    SOURCE_A,
)
from annotation.workflows.citation_study.models import Preference, StudyItem, StudySettings
from annotation.workflows.citation_study.order import sides_of
from annotation.workflows.citation_study.settings import settings_of
from annotation.workflows.citation_study.texts import shown_text
from corpus.web.addresses import host, unarchived

Part = dict[str, Any]


def payload(assignment: Assignment, is_new: bool = False) -> Part:  # noqa: FBT001, FBT002
    """Everything the page needs, ready for JSON. Which source is cited, addresses, scores and control are not in it."""
    item, settings, sides = assignment.task.study_item, settings_of(assignment.project), sides_of(assignment)
    return {
        **common_part(assignment, so_far(assignment, is_new=is_new)),
        "claim": _claim(item),
        "sources": [_source(_of(item, sides[side]), settings) for side in (LEFT, RIGHT)],
        "form": form_of(settings),
        **draft_part(assignment, lambda work: body_of(Preference.objects.get(submission=work), sides), is_new=is_new),
    }


def form_of(settings: StudySettings) -> Part:
    """What an annotator chooses from, in the active language."""
    closed = {NEITHER: not settings.allow_neither, BOTH: not settings.allow_both}
    choices = {value: label for value, label in CHOICES.items() if not closed.get(value)}
    return {
        "choices": _named(choices),
        "grades": _named(GRADES),
        "reasons": _named(REASONS),
        "full_text": settings.full_text,
    }


def body_of(stored: Preference, sides: Any) -> Part:
    """What was submitted, as the body of a draft."""
    chosen = {source: side for side, source in sides.items()}.get(stored.label, stored.label)
    of = {SOURCE_A: (stored.grade_a, stored.reason_a)}
    said = {side: of.get(source, (stored.grade_b, stored.reason_b)) for side, source in sides.items()}
    return {"choice": chosen} | {side: {"grade": grade, "reason": why} for side, (grade, why) in said.items()}


def _claim(item: StudyItem) -> Part:
    before, _mark, after = item.text.partition("[CIT]")
    return {"title": item.title, "section": item.section, "before": before.strip(), "after": after.strip()}


def _of(item: StudyItem, source: str) -> Part:
    """The source that A or B stands for."""
    is_suggested = (source == SOURCE_A) == item.is_turned
    found: Part = item.suggested if is_suggested else item.original
    return found


def _source(source: Part, settings: StudySettings) -> Part:
    """One shape for both. The title goes with the full text: of a passage alone two equal ones would be a control.

    Of an archive the domain that it shows: Wikipedia cites archives, and a suggested source is seldom from one."""
    text = shown_text(source["passages"], source["selected"], full_text=settings.full_text)
    return {
        "title": source["title"] if settings.full_text else "",
        "domain": host(unarchived(source["url"])) if settings.show_domain else "",
        "before": text.before,
        "best": text.best,
        "after": text.after,
    }


def _named(words: Any) -> list[Part]:
    return [{"value": value, "label": str(label)} for value, label in words.items()]
