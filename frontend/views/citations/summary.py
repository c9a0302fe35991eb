"""Counts of a corpus's citations, kept for a while: each reads all of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.db.models import Count, Exists, Q

from annotation.citations.models import CitationDecision
from annotation.projects.models import Project
from corpus.citation_addresses import TO_ARCHIVE
from corpus.citation_export import languages_of
from corpus.models import CitationState, Corpus, StoredCitation
from frontend.views.citations.languages import name_of

SECONDS = 300
_COMPARED = Q(fails__isnull=False) | Q(language__isnull=False)
_CHECKED = _COMPARED | ~Q(checked_with="")
MOST_NAMES = 100  # of sections and domains that are offered to choose from


@dataclass(frozen=True, slots=True)
class Summary:
    """`checked` are those that a check went through, `compared` those of them whose source has text.

    `states`: of the source -> citations; `languages` of sources that are not the claim's -> citations.

    `sections` and `domains` are the most frequent ones.
    """

    total: int
    checked: int
    compared: int
    states: dict[str, int]
    sections: list[str]
    domains: list[str]
    languages: dict[str, int]

    @property
    def foreign(self) -> int:
        """How many sources are in another language than the claim."""
        return sum(self.languages.values())

    @property
    def to_archive(self) -> int:
        """How many citations have an address of which nothing is imported."""
        return sum(self.states.get(one, 0) for one in TO_ARCHIVE)

    @property
    def language_rows(self) -> list[tuple[str, str, int]]:
        """Code, name and number of each language, the most first."""
        return [(code, name_of(code), count) for code, count in self.languages.items()]

    @property
    def state_rows(self) -> list[tuple[str, Any, int]]:
        """Value, words and number of each state that there is."""
        return [(one.value, one.label, self.states[one]) for one in CitationState if self.states.get(one)]


def has_citations(project: Project) -> bool:
    """Check whether the project's corpus has citations, or somebody decided on some that are gone."""
    there = Exists(StoredCitation.objects.filter(corpus=project.corpus_id))
    decided = Exists(CitationDecision.objects.filter(project=project))
    return Project.objects.filter(there | decided, pk=project.pk).exists()


def summary_of(corpus: Corpus, *, version: object = "") -> Summary:
    """The counts; `version` changes with what may have changed them, such as the last job."""
    key = f"citations:3:{corpus.pk}:{version}"
    found = cache.get(key)
    if not isinstance(found, Summary):
        found = _counted(corpus)
        if found.total:  # an import that runs now is seen at once
            cache.set(key, found, SECONDS)
    return found


def _counted(corpus: Corpus) -> Summary:
    rows = StoredCitation.objects.filter(corpus=corpus).order_by()
    by_state = rows.values("state").annotate(
        n=Count("pk"), checked=Count("pk", filter=_CHECKED), compared=Count("pk", filter=_COMPARED)
    )
    counts = list(by_state)
    return Summary(
        total=sum(row["n"] for row in counts),
        checked=sum(row["checked"] for row in counts),
        compared=sum(row["compared"] for row in counts),
        states={row["state"]: row["n"] for row in counts},
        sections=_frequent(corpus, "section"),
        domains=_frequent(corpus, "domain"),
        languages=languages_of(corpus),
    )


def _frequent(corpus: Corpus, name: str) -> list[str]:
    rows = StoredCitation.objects.filter(corpus=corpus).exclude(**{name: ""}).order_by().values(name)
    return list(rows.annotate(n=Count("pk")).order_by("-n", name).values_list(name, flat=True)[:MOST_NAMES])
