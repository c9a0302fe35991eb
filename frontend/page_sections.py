"""What a workflow shows on pages that all workflows share: a record in `frontend/workflows/<folder>/page_sections.py`.

Every piece is optional. A workflow without a folder, or without a piece, has what every workflow has.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from annotation.projects.models import Project
from annotation.work.folders import modules_of
from annotation.work.period import Period
from annotation.work.registry import folder_of
from annotation.work.workflow import Text
from frontend import workflows
from frontend.views.quality.access import QualityAccess
from frontend.views.quality.figure_blocks import Block


@dataclass(frozen=True, slots=True)
class Section:
    """A template that a shared page includes, and what it shows, as `section`. `shown` takes what the page is of."""

    template: str
    shown: Callable[..., Mapping[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """Which submitted work a list shows: a person's, with active seconds from `least` to below `under`, the fastest
    first; or that of `days`, the first and the last one (UTC)."""

    person: int | None = None
    least: float | None = None
    under: float | str | None = None
    fastest: bool = False
    days: tuple[date, date] | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """A column of People: how much of this work each person did in production, and the address of the rows.

    `counts` takes the project, the id of a person, to count theirs alone (None: everybody's), and a period; `address`
    the project, the person and the period.
    """

    heading: Text
    counts: Callable[[Project, int | None, Period], Mapping[int, int]]
    address: Callable[[Project, int, Period], str | None]


@dataclass(frozen=True, slots=True)
class Reports:
    """Reports in Production: what the column counts, and the parameter of the list of reports that takes a person."""

    heading: Text
    parameter: str


def no_rows(_project: Project, _rows: Rows) -> str | None:
    """There is no list."""
    return None


def no_blocks(_access: QualityAccess) -> list[Block]:
    """Show no figure of its own."""
    return []


def no_tasks(_project: Project) -> Q:
    """Leave no task out."""
    return Q(pk__in=[])


@dataclass(frozen=True, slots=True, kw_only=True)
class PageSections:
    """Pieces of shared pages.

    `own_list`: name of the page of one's own work. `overview`: a section of Manage, of the project; `managing`: a
    manager's progress in My work, of the project; `my_agreement`, of request and project, and `my_agreement_done`, of
    person and project. `column`: of People. `rows`: the address of a list of submitted work, for Time, Production and
    Alerts. `done`: the heading of the number of submissions. `reports`: None where nothing is reported. `figures` and
    `production`: what Production shows besides. `candidates`: a section of the candidates' page, of the project.
    `person`: a section of a person's page, of the access and the person. `not_put_back`: withdrawn tasks that a
    decision elsewhere returns to the queue.
    """

    own_list: str = ""
    overview: Section | None = None
    managing: Section | None = None
    my_agreement: Section | None = None
    my_agreement_done: Section | None = None
    column: Column | None = None
    rows: Callable[[Project, Rows], str | None] = no_rows
    done: Text = _("Done")
    reports: Reports | None = None
    figures: Callable[[QualityAccess], list[Block]] = no_blocks
    production: Section | None = None
    candidates: Section | None = None
    person: Section | None = None
    not_put_back: Callable[[Project], Q] = no_tasks


NO_SECTIONS = PageSections()


def sections_of(slug: str) -> PageSections:
    """Return the sections of this workflow; the general ones if its folder gives none.

    `SECTIONS` of a folder holds for all its workflows, or is a mapping by slug.
    """
    found = _sections().get(folder_of(slug), NO_SECTIONS)
    return found if isinstance(found, PageSections) else found.get(slug, NO_SECTIONS)


@functools.cache
def _sections() -> dict[str, PageSections | Mapping[str, PageSections]]:
    return {folder: module.SECTIONS for folder, module in modules_of(workflows, "page_sections").items()}


def shown_sections(slugs: Iterable[str], name: str, *of: object) -> list[tuple[str, Mapping[str, Any]]]:
    """Return template and context of the sections of this name, in the order of the workflows; `of`: what they take."""
    found = [getattr(sections_of(slug), name) for slug in slugs]
    return [(section.template, section.shown(*of)) for section in found if section is not None]
