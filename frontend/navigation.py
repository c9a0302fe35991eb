"""The places of a project and their pages: what managers, adjudicators and observers find where.

A new page is one `Page` of its place. A new address that is reached from a page that is there (a detail, a form, a
download) is one more name in that page's `under`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from django.urls import ResolverMatch, reverse
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Project
from annotation.projects.questions import waiting_questions
from annotation.quality.adjudication.models import SecondAdjudication
from annotation.quality.sampling.hidden_items import has_hidden_items
from annotation.quality.sampling.models import HiddenKind
from annotation.work.registry import comparable_workflows, labels_of, workflows_of
from annotation.work.workflow import Text
from frontend.views.citations.summary import has_citations
from frontend.workflow_urls import is_reachable


def always(_project: Project) -> bool:
    """Show the page in every project."""
    return True


def is_compared(project: Project) -> bool:
    """Check whether answers of several annotators are compared in the project."""
    return any(record.comparable is not None for record in comparable_workflows(project).values())


def compares_evidence(project: Project) -> bool:
    """Check whether answers are compared in a workflow whose answers rest on evidence."""
    known = [record.comparable for record in comparable_workflows(project).values()]
    return any(one is not None and one.items is not None for one in known)


def compares_labels(project: Project) -> bool:
    """Check whether answers are compared in a workflow whose answers are labels alone."""
    known = [record.comparable for record in comparable_workflows(project).values()]
    return any(one is not None and one.items is None for one in known)


def has_reports(project: Project) -> bool:
    """Check whether tasks can be reported in a workflow of the project, apart from claims."""
    return any(record.reportable is not None for record in workflows_of(project).values())


def has_labels(project: Project) -> bool:
    """Check whether annotators choose from labels in one of the project's workflows."""
    return any(labels_of(project, record) for record in workflows_of(project).values())


def has_not_enough_info(project: Project) -> bool:
    """Check whether one of the project's verdicts says that evidence is missing."""
    return bool(label_set_of(project).not_enough_info)


def draws_revalidations(project: Project) -> bool:
    """Check whether claims are drawn for re-validation, or have been."""
    return bool(project.revalidation_share) or has_hidden_items(project, HiddenKind.REVALIDATION)


def has_two_adjudicators(project: Project) -> bool:
    """Check whether two adjudicators decide on claims, or have."""
    if project.second_adjudication_share:
        return True
    return SecondAdjudication.objects.filter(project=project).exists()


@dataclass(frozen=True, slots=True)
class Page:
    """A page in the second row of a place. `name`: of its URL, with the argument `slug`.

    `under`: names of the URLs that are reached from it. `managers`: adjudicators and observers do not see it. `shown`:
    whether a project has it, beyond its workflows (`is_reachable`). `by_kind`: one link for each workflow of the
    project, with the argument `kind`. `waiting`: how many things there wait for an answer.
    """

    name: str
    words: Text
    under: tuple[str, ...] = ()
    managers: bool = False
    shown: Callable[[Project], bool] = always
    by_kind: bool = False
    waiting: Callable[[Project], int] | None = None

    def is_for(self, project: Project, *, is_manager: bool) -> bool:
        """Check whether somebody with this role finds the page in this project."""
        return (is_manager or not self.managers) and is_reachable(project, self.name) and self.shown(project)


@dataclass(frozen=True, slots=True)
class Place:
    """Pages that belong together. `apart`: stands at the end of the row, away from the others. `shown`: whether a
    project has any of them."""

    words: Text
    pages: tuple[Page, ...]
    apart: bool = False
    shown: Callable[[Project], bool] = always


HOME = Place(
    _("Home"),
    (
        Page("manage", _("Home"), ("manage-alert", "manage-alert-mail"), managers=True),
        Page("manage-status", _("Status"), managers=True),
    ),
)
WORK = Place(
    _("Work"),
    (
        Page(
            "manage-verifications",
            _("Verifications"),
            ("manage-verification", "manage-flag-review", "manage-route", "manage-action-new", "quality-rows"),
            managers=True,
        ),
        Page("manage-claims", _("Claims"), ("quality-claims",), managers=True),
        Page(
            "manage-highlights",
            _("Highlights"),
            ("manage-draw", "manage-drawing", "manage-stop-drawing"),
            managers=True,
        ),
        Page("manage-phase-work", _("Work of phases"), ("manage-phase-work-item",), managers=True),
        Page("manage-rated-evidence", _("Evidence to rate"), managers=True),
        Page("manage-citation-study", _("Citation study"), ("manage-citation-study-settings",), managers=True),
        Page("manage-symmetric", _("Symmetric pairs"), ("manage-symmetric-rows",), managers=True),
        Page(
            "manage-sentences",
            _("Sentences"),
            (
                *("manage-sentence-settings", "manage-sentence-draw"),
                *("manage-sentence-drawing", "manage-stop-sentence-drawing"),
            ),
            managers=True,
        ),
        Page("manage-skipped", _("Skipped"), ("quality-skipped",), managers=True),
        Page("manage-withdrawn", _("Withdrawn"), ("manage-put-back",), managers=True),
        Page("manage-reports", _("Reported"), ("manage-report", "quality-reported"), managers=True),
        Page("manage-task-reports", _("Reported tasks"), managers=True, shown=has_reports),
        Page("quality-adjudicate", _("Adjudicate"), ("quality-adjudicate-claim", "quality-adjudicate-assign")),
        Page("manage-second-decisions", _("Two adjudicators"), managers=True, shown=has_two_adjudicators),
        Page("quality-discussions", _("Discussions"), ("quality-discussion",)),
        Page("quality-production", _("Production")),
        Page("manage-plan", _("Plan"), ("manage-payroll",), managers=True),
        Page("quality-time", _("Time")),
        Page("manage-actions", _("Actions"), ("manage-action",), managers=True),
    ),
)
PEOPLE = Place(
    _("People"),
    (
        Page("manage-people", _("People"), ("manage-person", "manage-person-action"), managers=True),
        Page("manage-invitations", _("Invitations"), ("manage-invitations-file",), managers=True),
        Page(
            "quality-calibration",
            _("Calibration"),
            (
                *("quality-candidate", "quality-candidate-item"),
                *("screening-grade", "screening-grade-test", "screening-person"),
            ),
            managers=True,
        ),
        Page(
            "quality-gold",
            _("Gold"),
            ("quality-gold-tasks", "quality-gold-make", "quality-gold-item", "quality-gold-agreed"),
            managers=True,
        ),
        Page("screening-test", _("Screening test"), ("screening-item", "screening-new-item"), managers=True),
        Page("manage-announcements", _("Announcements"), ("manage-announcement",), managers=True),
        Page(
            "manage-questions",
            _("Questions"),
            ("manage-question", "manage-faq-entry"),
            managers=True,
            waiting=waiting_questions,
        ),
    ),
)
AGREEMENT = Place(
    _("Agreement"),
    (
        Page("quality", _("Coefficients"), ("quality-numbers",), shown=is_compared),
        Page("quality-groups", _("Groups"), shown=compares_evidence),
        Page("quality-confusion", _("Confusion")),
        Page("quality-matrix", _("Annotators")),
        Page("quality-habits", _("Verdicts and speed")),
        Page("quality-items", _("Double-annotated claims"), ("quality-side-by-side",)),
        Page("quality-revalidation", _("Re-validation"), shown=draws_revalidations),
        Page("quality-oracle", _("Oracle"), ("quality-oracle-missed",)),
        Page("quality-questions", _("Questions and answers")),
        Page("quality-question-claims", _("Claims"), ("quality-question-claim", "quality-question-articles")),
        Page("quality-ratings", _("Ratings")),
        Page("quality-rating-metrics", _("Metrics and ratings")),
        Page("quality-citation-study", _("Citation study"), managers=True),
        Page("quality-question-times", _("Time of phases")),
        Page("quality-adjudicators", _("Adjudicators"), ("quality-adjudicator-claims",), shown=has_two_adjudicators),
        Page("quality-tasks", _("Tasks"), ("quality-task",), shown=compares_labels),
        Page(
            "manage-guideline-changes",
            _("Guideline changes"),
            ("manage-guideline-change", "manage-guideline-change-new"),
            managers=True,
        ),
    ),
)
DATA_AUDIT = Place(
    _("Data audit"),
    (
        Page("quality-audit", _("Lexical cues")),
        Page("quality-classifier", _("Claim-only baseline")),
        Page("quality-evidence", _("Evidence")),
        Page("quality-balance", _("Balance")),
        Page(
            "quality-suggestions",
            _("Suggestions"),
            ("quality-suggested", "quality-suggestion-claims", "quality-suggestion-ranks"),
        ),
        Page("quality-check", _("Check"), ("quality-checked",)),
        Page("quality-nei", _("Missed evidence"), shown=has_not_enough_info),
    ),
)
CITATIONS = Place(
    _("Citations"),
    (
        Page(
            "citations",
            _("Worst citations"),
            ("citation", "citation-decide", "citation-source", "citation-addresses", "citation-to-study"),
        ),
        Page("citation-decisions", _("Decisions")),
        Page("citation-check", _("Check"), ("citation-check-start",)),
    ),
    shown=has_citations,
)
RELEASE = Place(
    _("Release"),
    (
        Page(
            "releases",
            _("Releases"),
            (
                *("release-stop", "release-download", "release-download-part", "release-report", "release-delete"),
                *("release-differences-ask", "release-differences", "release-differences-list"),
                *("drift-ask", "drift", "drift-list"),
            ),
        ),
        Page(
            "manage-shared-tasks",
            _("Shared tasks"),
            ("manage-shared-task", "manage-shared-task-split", "manage-shared-task-submission"),
            managers=True,
        ),
        Page("release-texts", _("Free texts"), ("release-scan-texts", "release-redact-texts"), managers=True),
        Page("manage-release-rule", _("Release rule"), managers=True),
        Page("data-statement", _("Data statement"), managers=True),
        Page(
            "release-webhook",
            _("Webhook"),
            ("release-webhook-secret", "release-webhook-test", "release-webhook-again"),
            managers=True,
        ),
    ),
)
SET_UP = Place(
    _("Set-up"),
    (
        Page("manage-set-up", _("Before the start"), managers=True),
        Page("manage-settings", _("Settings"), managers=True),
        Page("manage-quality-rules", _("Adaptive quality"), managers=True),
        Page("manage-corpus", _("Corpus"), ("manage-corpus-failures",), managers=True),
        Page(
            "manage-web-evidence",
            _("Web evidence"),
            (
                *("manage-web-import", "manage-web-import-step"),
                *("manage-flagged-list-import", "manage-flagged-list-remove"),
            ),
            managers=True,
        ),
        Page("manage-articles", _("Articles"), managers=True),
        Page("manage-labels", _("Labels"), managers=True, shown=has_labels),
        Page("manage-fields", _("Fields"), ("manage-fields-file",), managers=True),
        Page("guidelines-edit", _("Guidelines: %(kind)s"), managers=True, by_kind=True),
        Page("manage-copy", _("Copy from a project"), managers=True),
        Page("manage-audit-log", _("Audit log"), managers=True),
    ),
    apart=True,
)
PLACES = (HOME, WORK, PEOPLE, AGREEMENT, DATA_AUDIT, CITATIONS, RELEASE, SET_UP)


@dataclass(frozen=True, slots=True)
class Link:
    """A link of the navigation. `current`: the value of `aria-current`, empty for another page."""

    words: str
    address: str
    current: str = ""
    waiting: int = 0


@dataclass(frozen=True, slots=True)
class PlaceLink(Link):
    """A place, which leads to its first page, and its own row of pages where it is open."""

    apart: bool = False
    pages: list[Link] = field(default_factory=list)


@functools.cache
def place_of() -> dict[str, tuple[Place, Page]]:
    """Name of a URL -> the place and the page to which it belongs."""
    return {name: (place, page) for place in PLACES for page in place.pages for name in (page.name, *page.under)}


def places_of(project: Project, here: ResolverMatch | None, *, is_manager: bool) -> list[PlaceLink]:
    """Return the places in which somebody with this role has a page, the open one with its pages.

    `here`: the address that was asked for; None, or one of no place, opens none.
    """
    open_place, open_page = place_of().get((here.url_name or "") if here else "", (None, None))
    found = []
    for place in PLACES:
        if place is not open_place and not place.shown(project):
            continue
        pages = (page for page in place.pages if page.is_for(project, is_manager=is_manager))
        links = (link for page in pages for link in _links(project, page, here, is_open=page is open_page))
        first = next(links, None)
        if first is None:
            continue
        if place is not open_place:
            found.append(PlaceLink(str(place.words), first.address, apart=place.apart))
            continue
        row = [first, *links]
        current = first.current if len(row) == 1 else "true"
        own = row if len(row) > 1 else []
        found.append(PlaceLink(str(place.words), first.address, current or "true", apart=place.apart, pages=own))
    return found


def _links(project: Project, page: Page, here: ResolverMatch | None, *, is_open: bool) -> Iterator[Link]:
    """The link of a page, or one for each of the project's workflows."""
    of_page = here is not None and here.url_name == page.name
    if not page.by_kind:
        current = ("page" if of_page else "true") if is_open else ""
        waiting = page.waiting(project) if page.waiting else 0
        yield Link(str(page.words), reverse(page.name, kwargs={"slug": project.slug}), current, waiting)
        return
    for slug, record in workflows_of(project).items():
        is_this = here is not None and is_open and here.kwargs.get("kind") == slug
        words = str(page.words) % {"kind": record.label}
        address = reverse(page.name, kwargs={"slug": project.slug, "kind": slug})
        yield Link(capfirst(words), address, ("page" if of_page else "true") if is_this else "")
