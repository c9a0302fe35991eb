"""The dictionary of a line: lines of the pages that it links to, each of which can be ticked (FEVER, section 3.2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from django.http import Http404
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.safestring import SafeString, mark_safe

from annotation.projects.models import Project
from corpus.fever.readable import readable
from corpus.introductions import Introduction, introductions
from corpus.models import Corpus
from corpus.page.element_id import BadElementId, full_id, parse
from corpus.page.links import plain_text, split_links
from corpus.store import PageNotFound, get_page, leading_to
from frontend.reading.rendering import formulas_html
from frontend.views.access import PersonRequest, corpus_view
from frontend.views.reader import find_page

MOST_PAGES = 100  # a line that links to more is a list


@dataclass(frozen=True, slots=True)
class DictionaryLine:
    """A line that can be ticked, unless it is `untrusted`. `html` is escaped; `number` is FEVER's line."""

    element_id: str
    number: int
    html: SafeString
    untrusted: bool


@dataclass(frozen=True, slots=True)
class DictionaryPage:
    """A page with the lines of its introduction. `names`: the titles by which the line links to it, redirects too."""

    title: str
    names: list[str]
    lines: list[DictionaryLine]


@corpus_view("GET")
def dictionary(request: PersonRequest, project: Project) -> HttpResponseBase:
    """?line=: the pages that this line links to; ?title=: one page by its title or its address on a wiki.

    Raises Http404 for a line that is none; a page that is not there has a fragment of its own, with status 404.
    """
    line, wanted = request.GET.get("line", ""), title_in(request.GET.get("title", ""))
    status = 200
    if line:
        pages = pages_linked(project.corpus, line)
    else:
        try:
            pages = _pages(project.corpus, {find_page(project, wanted).title: []})
        except PageNotFound:
            pages, status = [], 404
    shown = {"project": project, "pages": pages, "wanted": wanted, "is_added": not line}
    response = render(request, "claim_verification/_dictionary_pages.html", shown, status=status)
    patch_cache_control(response, private=True, max_age=300)  # a corpus does not change while somebody works
    return response


def pages_linked(corpus: Corpus, element_id: str) -> list[DictionaryPage]:
    """The pages that a sentence links to, each once, in the order of its links; redirects followed. Raises Http404."""
    try:
        element = parse(element_id)
        page = get_page(corpus, element.page)
    except (BadElementId, PageNotFound) as error:
        raise Http404 from error
    local = element_id.removeprefix(full_id(page.title, ""))
    found = next((one for one in page.elements if one.id == local), None)
    text = getattr(found, "text", None)
    if text is None:
        raise Http404
    links = list(dict.fromkeys(title for _, title in split_links(text) if title is not None))
    goals = leading_to(corpus, links)
    names: dict[str, list[str]] = {}
    for title in links:
        if title in goals and goals[title][0] != page.title:
            names.setdefault(goals[title][0], []).append(title)
    return _pages(corpus, dict(list(names.items())[:MOST_PAGES]))


def title_in(text: str) -> str:
    """The title that an address of a wiki page names, https://en.wikipedia.org/wiki/Soul_Food_(film); else the text."""
    text = text.strip()
    parts = urlsplit(text) if text.startswith(("http://", "https://")) else None
    if parts is None or "/wiki/" not in parts.path:
        return text
    return unquote(parts.path.partition("/wiki/")[2]).replace("_", " ").strip()


def _pages(corpus: Corpus, names: dict[str, list[str]]) -> list[DictionaryPage]:
    found = introductions(corpus, names)
    return [DictionaryPage(title, of, list(_lines(found[title]))) for title, of in names.items() if title in found]


def _lines(introduction: Introduction) -> Iterable[DictionaryLine]:
    for one in introduction.sentences:
        element_id = full_id(introduction.title, one.id)
        text = plain_text(one.text)
        html = mark_safe(formulas_html(readable(text) if introduction.is_tokenised else text))  # noqa: S308 - escaped
        yield DictionaryLine(element_id, parse(element_id).numbers[0], html, one.id in introduction.untrusted)
