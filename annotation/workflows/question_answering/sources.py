"""Sources of answers: elements of a corpus are pinned as in claim verification, addresses are kept as references.

The server decides what is known of a source: its address and date are those of the archived page, not of the request.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from annotation.errors import Invalid
from annotation.evidence.models import LONGEST_URL
from annotation.evidence.snapshotting import Pinned, pin
from annotation.evidence.web.corpora import snapshot_url
from annotation.evidence.web.flagged import flagged_by
from annotation.evidence.web.models import ProjectWebCorpus
from annotation.projects.models import Project
from annotation.workflows.question_answering import gates
from annotation.workflows.question_answering.articles import addresses_of
from annotation.workflows.question_answering.dates import BadDate, latest_day
from annotation.workflows.question_answering.fields.model import Fields
from annotation.workflows.question_answering.fields.project import fields_of
from annotation.workflows.question_answering.models import NormalisedClaim, SourceKind
from corpus.models import StoredPage, WebPage
from corpus.page.element_id import BadElementId, parse
from corpus.web.addresses import canonical, unarchived

YOUNGER, FLAGGED = "younger_than_claim", "flagged_domain"


@dataclass(slots=True)
class KnownSource:
    """What is known of the source of an answer. `earliest`: the first day that its date may mean."""

    url: str
    pinned: Pinned | None = None
    published: str = ""
    earliest: date | None = None
    flags: tuple[str, ...] = ()


def known_sources(
    project: Project, claim: NormalisedClaim, questions: Sequence[Mapping[str, Any]]
) -> dict[object, KnownSource]:
    """Id of each answer that has a source -> what is known of it. Raises Invalid, keyed by the answer."""
    paths = {
        answer["id"]: (f"questions.{number}.answers.{place}.source", answer["source"])
        for number, question in enumerate(questions)
        for place, answer in enumerate(question["answers"])
        if answer["source"]["kind"] in (SourceKind.URL, SourceKind.PAGE)
    }
    fields, addresses, problems = fields_of(project), addresses_of(claim.article), dict[str, list[str]]()
    found = _known(project, {key: source for key, (_path, source) in paths.items()})
    for key, (path, _source) in paths.items():
        known = found[key]
        message = known if isinstance(known, str) else gates.refused_source(fields, known.url, addresses)
        if message:
            problems[path] = [message]
    if problems:
        raise Invalid(next(iter(problems.values()))[0], problems)
    sources = {key: one for key, one in found.items() if not isinstance(one, str)}
    _flag(project, fields, claim, list(sources.values()))
    return sources


def last_day(claim: NormalisedClaim) -> date | None:
    """The last day that the date of the claim may mean; None where it is unknown."""
    try:
        return latest_day(claim.claim_date)
    except BadDate:  # of an imported row
        return None


def pages_of(project: Project, titles: Sequence[str]) -> dict[str, tuple[str, str | None]]:
    """Title in a web corpus -> its name for people, and the address of its sandboxed original. One query."""
    if not titles:
        return {}
    rows = _web_pages(project).filter(page__title__in=titles).values_list("page__title", "name", "snapshot")
    return {
        title: (name, snapshot_url(project.slug, title if kept is not None else None)) for title, name, kept in rows
    }


def _web_pages(project: Project) -> QuerySet[WebPage]:
    return WebPage.objects.filter(corpus__in=ProjectWebCorpus.objects.filter(project=project).values("corpus"))


def _known(project: Project, sources: Mapping[object, Mapping[str, Any]]) -> dict[object, KnownSource | str]:
    """What is known of each source, or what is wrong with it. A constant number of queries."""
    cited = {key: one["element"] for key, one in sources.items() if one["kind"] == SourceKind.PAGE}
    typed = {key: canonical(unarchived(one["url"])) for key, one in sources.items() if key not in cited}
    dated = {
        address: (published, earliest)
        for address, published, earliest in _web_pages(project)
        .filter(address__in=set(typed.values()))
        .order_by("-pk")
        .values_list("address", "published", "earliest")
    }
    found: dict[object, KnownSource | str] = {
        key: KnownSource(sources[key]["url"], None, *dated.get(address, ("", None))) for key, address in typed.items()
    }
    titles = {key: _title(element) for key, element in cited.items()}
    own = StoredPage.objects.filter(corpus=project.corpus_id, title__in=set(titles.values()))
    in_own = set(own.values_list("title", flat=True))
    pages = {one.title: one for one in _pages(project, titles.values()) if one.title not in in_own}
    by_corpus: defaultdict[int, dict[object, str]] = defaultdict(dict)
    for key, element in cited.items():
        page = pages.get(titles[key])
        by_corpus[project.corpus_id if page is None else page.corpus][key] = element
    for corpus, elements in by_corpus.items():
        for key, pinned in _pinned(corpus, elements).items():
            found[key] = pinned if isinstance(pinned, str) else _of_page(sources[key], pinned, pages.get(titles[key]))
    return found


def _pinned(corpus: int, elements: Mapping[object, str]) -> dict[object, Pinned | str]:
    """The elements, pinned together; one by one where some cannot be, to say which."""
    try:
        pins = pin(corpus, [[element] for element in elements.values()])
        return {key: pinned for key, [pinned] in zip(elements, pins, strict=True)}
    except Invalid as error:
        if len(elements) == 1:
            return dict.fromkeys(elements, error.message)
    return {key: one for each in elements.items() for key, one in _pinned(corpus, dict([each])).items()}


def _of_page(source: Mapping[str, Any], pinned: Pinned, page: _Page | None) -> KnownSource | str:
    if page is None:
        return KnownSource(source["url"], pinned)
    if len(page.url) > LONGEST_URL:
        size = {"count": len(page.url), "most": LONGEST_URL}
        return _("The address of this page has %(count)d characters; %(most)d is the most. Cite another page.") % size
    return KnownSource(page.url, pinned, page.published, page.earliest)


class _Page(NamedTuple):
    """A page of a web corpus of the project."""

    title: str
    corpus: int
    url: str
    published: str
    earliest: date | None


def _pages(project: Project, titles: Iterable[str]) -> list[_Page]:
    """The pages of these titles; of several with one title the first corpus's stands last."""
    rows = _web_pages(project).filter(page__title__in=set(titles)).order_by("-page__corpus", "-pk")
    return [_Page(*row) for row in rows.values_list("page__title", "page__corpus", "url", "published", "earliest")]


def _title(element: str) -> str:
    try:
        return parse(element).page
    except BadElementId:
        return ""


def _flag(project: Project, fields: Fields, claim: NormalisedClaim, sources: Sequence[KnownSource]) -> None:
    lists, latest = flagged_by(project, {unarchived(one.url) for one in sources}), last_day(claim)
    warns = fields.gates.warn_of_younger_evidence
    for one in sources:
        is_younger = warns and latest is not None and one.earliest is not None and one.earliest > latest
        one.flags = tuple(
            flag for flag, holds in ((YOUNGER, is_younger), (FLAGGED, bool(lists.get(unarchived(one.url))))) if holds
        )
