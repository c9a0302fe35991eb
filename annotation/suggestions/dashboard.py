"""All that the page of suggestions shows of everybody: computed by the page, or beside the site and kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Project
from annotation.quality.audit.rates import Rate, rates
from annotation.suggestions.comparison import Compared, compare
from annotation.suggestions.measures import Work, measures_of
from annotation.suggestions.missed_evidence import Unopened, nei_on_unopened_pages
from annotation.suggestions.queries import works


@dataclass(frozen=True, slots=True)
class Dashboard:
    """`people`: how much of what they were shown each accepted, highest first; who was shown nothing is left out."""

    arms: list[Compared]
    people: list[Rate]


RESULT_CLASSES = (Compared, Dashboard, Unopened)


def dashboard(project: Project) -> Dashboard:
    """Over everybody's work."""
    found = list(works(project))
    return Dashboard(compare(found, measures_of(label_set_of(project))), acceptance(found))


def acceptance(found: Iterable[Work]) -> list[Rate]:
    """Accepted of shown, by person."""
    shown: Counter[int] = Counter()
    accepted: Counter[int] = Counter()
    for work in found:
        shown[work.person] += work.shown
        accepted[work.person] += min(work.accepted, work.shown)
    return rates({person: (accepted[person], of) for person, of in shown.items() if of})


SUGGESTIONS, UNOPENED = "suggestions", "unopened pages"
REPORTS = {SUGGESTIONS: dashboard, UNOPENED: nei_on_unopened_pages}
