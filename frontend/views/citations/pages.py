"""The list of citations, worst first, and one citation beside its source and better ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone

from annotation.citations.access import citation_of, cited_page, source_to_read, suggestions_of
from annotation.citations.decisions import current_of, history_of
from annotation.citations.models import Choice, CitationDecision
from annotation.citations.source_pages import parts_of, passages_of
from annotation.citations.wikitext import cite_web, words_around
from annotation.evidence.web.corpora import snapshot_url, web_corpora
from annotation.projects.access import READERS
from annotation.projects.models import Project, Role
from annotation.work.registry import workflows_of
from annotation.workflows.citation_study.models import SLUG
from baseline.citations.better_source_needed import was_searched
from corpus.citation_addresses import addresses_to_archive
from corpus.models import CitationSuggestion, StoredCitation, StoredPage, WebSnapshot
from corpus.page.element_id import full_id
from corpus.page.elements import Section, Sentence
from corpus.web.addresses import is_web_address
from frontend.reading.permanent_link import permanent_link, wiki_of
from frontend.views.access import PersonRequest, member_view
from frontend.views.citations.filters import TAGS, CitationFilter
from frontend.views.citations.keyset import following, page_of, place_of, preceding, read_place
from frontend.views.citations.marking import Part, claim_parts, passage_parts
from frontend.views.citations.missing import lacking
from frontend.views.citations.summary import summary_of
from frontend.views.job_status import latest_job
from frontend.views.lists import number_of

DECIDERS = (Role.MANAGER, Role.ADJUDICATOR)
SIZE = 25
CHECK = "check_citations"


@dataclass(frozen=True)
class Row:
    """A citation in the list."""

    citation: StoredCitation
    claim: list[Part]
    best: CitationSuggestion | None
    decision: CitationDecision | None


@dataclass(frozen=True)
class Source:
    """A cited or suggested source beside the claim. `lacks`: the claim with what the source lacks marked."""

    page: StoredPage | None
    title: str
    url: str
    passage: list[Part]
    lacks: list[Part]
    snapshot: str | None
    suggestion: CitationSuggestion | None = None

    @property
    def is_link(self) -> bool:
        """Whether the address may be a link: javascript: and data: never are."""
        return is_web_address(self.url)

    @property
    def has_all_words(self) -> bool:
        """Whether nothing of the claim is missing from it."""
        return not any(part.kind for part in self.lacks)


@member_view("GET", roles=READERS, fresh=True)
def citations(request: PersonRequest, project: Project) -> HttpResponse:
    """The list under the filters in the address; ?after= and ?before= are places in it."""
    job = latest_job(project, CHECK)
    summary = summary_of(project.corpus, version=f"{job.pk}:{job.state}" if job else "")
    form = CitationFilter(project, request.GET, summary.languages)
    rows = form.narrowed(StoredCitation.objects.filter(corpus=project.corpus_id))
    after, before = (read_place(request.GET.get(name, "")) for name in ("after", "before"))
    listed = page_of(rows.select_related("page").defer("page__data", "fields", "text"), SIZE, after, before)
    shown = {
        "project": project,
        "form": form,
        "rows": _rows(project, listed.rows),
        "listed": listed,
        "is_narrowed": bool(form.query),
        "summary": summary,
        "job": job,
        "has_web_corpora": bool(web_corpora(project)),
        "may_decide": _may_decide(request, project),
        "has_study": SLUG in workflows_of(project),
        "tags": {str(tag): words for tag, words in TAGS.items()},
    }
    return render(request, "citations/citations.html", shown)


@member_view("GET", roles=READERS, fresh=True)
def addresses(request: PersonRequest, project: Project) -> StreamingHttpResponse:
    """The addresses of sources that are not imported, under the filters in the address: one a line, for an archiver."""
    rows = CitationFilter(project, request.GET).narrowed(StoredCitation.objects.filter(corpus=project.corpus_id))
    lines = (f"{one}\n" for one in addresses_to_archive(rows))
    answer = StreamingHttpResponse(lines, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{project.slug}-addresses.txt"'
    return answer


@member_view("GET", roles=READERS, fresh=True)
def citation(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """One citation, with the places before and after it in the list that it was opened from."""
    return citation_page(request, project, citation_of(project, pk))


@member_view("GET", roles=READERS, fresh=True)
def source_text(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """The whole text of the cited source, or of the suggestion ?suggestion=, its best passage marked."""
    cited = citation_of(project, pk)
    suggestion = number_of(request, "suggestion")
    page = source_to_read(project, cited, suggestion)
    chosen = {one.pk: one for one in suggestions_of(project, [cited.pk])}
    marked = cited if suggestion is None else chosen[suggestion]
    shown = {
        "project": project,
        "citation": cited,
        "source": page,
        "name": _name(page),
        "url": _url(page),
        "language": cited.language if suggestion is None else None,
        "parts": [_text_part(one, cited.claim, marked) for one in parts_of(page)],
        "snapshot": snapshot_url(project.slug, page.title) if _with_original([page]) else None,
    }
    return render(request, "citations/source_text.html", shown)


def citation_page(
    request: PersonRequest, project: Project, cited: StoredCitation, *, status: int = 200, **more: Any
) -> HttpResponse:
    """The page of a citation; `more` goes to its template."""
    form = CitationFilter(project, request.GET)
    rows = form.narrowed(StoredCitation.objects.filter(corpus=project.corpus_id)).only("pk", "fails")
    here = place_of(cited)
    earlier, later = preceding(rows, here, 1), following(rows, here, 1)
    decisions = list(history_of(project, cited))
    decision = decisions[0] if decisions and decisions[0].choice != Choice.UNDONE else None
    element = full_id(cited.page.title, cited.element_id)
    sources = _sources(project, cited)
    before, behind = words_around(cited.claim, cited.offset)
    shown = {
        "project": project,
        "citation": cited,
        "form": form,
        "claim": claim_parts(cited.claim, cited.missing, cited.offset),
        "words_before": before,
        "words_behind": behind,
        "element": element,
        "permanent_link": permanent_link(wiki_of(project), cited.page.title, cited.page.revision),
        "cited": sources[0],
        "sources": sources[1:],
        "decision": decision,
        "decisions": decisions,
        "wikitext": wikitext_of(decision, wiki_of(project)) if decision else "",
        "was_searched": was_searched(cited),
        "earlier": earlier[0].pk if earlier else None,
        "later": later[0].pk if later else None,
        "may_decide": _may_decide(request, project),
        "tags": [TAGS.get(tag, tag) for tag in cited.tags],
        "archive_is_link": is_web_address(cited.archive_url),
    }
    return render(request, "citations/citation.html", shown | more, status=status)


def wikitext_of(decision: CitationDecision, wiki: str) -> str:
    """The wikitext of an accepted source, "" for other decisions."""
    if decision.choice != Choice.ACCEPTED:
        return ""
    language = wiki.partition("//")[2].partition(".")[0]
    accessed = timezone.localtime(decision.made_at).date()
    return cite_web(decision.new, accessed=accessed, wiki_language=language)


def _may_decide(request: PersonRequest, project: Project) -> bool:
    return request.user.memberships.filter(project=project, role__in=DECIDERS).exists()


def _rows(project: Project, citations: list[StoredCitation]) -> list[Row]:
    keys = [one.pk for one in citations]
    shown = ("citation_id", "place", "page__title", "page__web__name", "page__web__domain")
    suggested = suggestions_of(project, keys).order_by("-place").only(*shown)
    best = {one.citation_id: one for one in suggested}  # the last one is the best
    decided = current_of(project, keys)
    return [
        Row(one, claim_parts(one.claim, one.missing, one.offset), best.get(one.pk), decided.get(one.pk))
        for one in citations
    ]


def _sources(project: Project, cited: StoredCitation) -> list[Source]:
    """The cited source, then the suggested ones."""
    suggestions = list(suggestions_of(project, [cited.pk]))
    page = cited_page(project, cited)
    originals = _with_original([*([page] if page else []), *(one.page for one in suggestions)])

    def snapshot(of: StoredPage) -> str | None:
        return snapshot_url(project.slug, of.title) if of.pk in originals else None

    text = passages_of(page).get(cited.passage, "") if page else ""
    found = [
        Source(
            page,
            cited.title or (_name(page) if page else ""),
            cited.address,
            passage_parts(cited.claim, text, _support_in(cited, cited.passage)),
            claim_parts(cited.claim, cited.missing),
            snapshot(page) if page else None,
        )
    ]
    for one in suggestions:
        passages = passages_of(one.page)
        lacks = claim_parts(cited.claim, lacking(cited, list(passages.values())))
        has = passage_parts(cited.claim, passages.get(one.passage, ""), _support_in(one, one.passage))
        found.append(Source(one.page, _name(one.page), _url(one.page), has, lacks, snapshot(one.page), one))
    return found


def _text_part(
    part: Section | Sentence, claim: str, marked: StoredCitation | CitationSuggestion
) -> tuple[bool, list[Part], bool]:
    """Whether it is a heading, its text, with marks where it supports the claim, and whether it is the best passage."""
    if isinstance(part, Section):
        return True, [Part(part.value)], False
    support, is_best = _support_in(marked, part.id), part.id == marked.passage
    parts = passage_parts(claim, part.text, support) if support or is_best else [Part(part.text)]
    return False, parts, is_best


def _support_in(marked: StoredCitation | CitationSuggestion, element: str) -> list[tuple[int, int]]:
    """The sentences of an element that support the claim best: where they begin and end."""
    return [(start, end) for of, start, end in marked.support if of == element]


def _name(page: StoredPage) -> str:
    web = getattr(page, "web", None)
    return str(web.name if web else page.title)


def _url(page: StoredPage) -> str:
    web = getattr(page, "web", None)
    return str(web.url if web else "")


def _with_original(pages: list[StoredPage]) -> set[int]:
    """Keys of the pages whose original HTML is kept."""
    return set(WebSnapshot.objects.filter(page__in=[one.pk for one in pages]).values_list("page_id", flat=True))
