"""Web evidence of a project: the web corpora that are searched, and the lists of flagged domains."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any, BinaryIO

from django import forms
from django.contrib import messages
from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from annotation.errors import Invalid
from annotation.evidence.web.access import flagged_list_of
from annotation.evidence.web.corpora import choosable, choose, web_corpora
from annotation.evidence.web.flagged import MOST_LINES_NAMED, ReadList, import_list, remove_list
from annotation.evidence.web.models import LONGEST_NAME, FlaggedList
from annotation.projects.models import Project
from corpus.models import Corpus, WebPage
from frontend.views.access import PersonRequest, manager_view


class CorporaForm(forms.Form):
    """Which web corpora of the site the annotators of the project search."""

    corpora = forms.MultipleChoiceField(label=_("Web corpora"), required=False, widget=forms.CheckboxSelectMultiple)

    def __init__(self, data: Any = None, *, chosen: Iterable[Corpus], others: Iterable[Corpus]) -> None:
        self._known = {corpus.slug: corpus for corpus in (*chosen, *others)}
        super().__init__(data, initial={"corpora": [corpus.slug for corpus in chosen]})
        names = [(corpus.slug, corpus.name) for corpus in self._known.values()]
        self.fields["corpora"].choices = names  # type: ignore[attr-defined]

    def chosen(self) -> list[Corpus]:
        """The corpora of a valid form."""
        return [self._known[slug] for slug in self.cleaned_data["corpora"]]


class ListForm(forms.Form):
    """A file of domains, and the name that warnings give as who flagged them."""

    name = forms.CharField(
        label=_("Name of the list"),
        max_length=LONGEST_NAME,
        help_text=_("Annotators read it in the warning: who flagged the domain."),
    )
    file = forms.FileField(
        label=_("File"),
        help_text=_("Plain text, a domain a line, such as example.com. Hosts below it are flagged too."),
        error_messages={"empty": _("The file is empty.")},
    )


@manager_view("GET", "POST", fresh=True)
def web_evidence(request: PersonRequest, project: Project) -> HttpResponse:
    """The page; a POST saves which web corpora are searched."""
    form = CorporaForm(
        request.POST if request.method == "POST" else None, chosen=web_corpora(project), others=choosable(project)
    )
    if request.method == "POST" and form.is_valid():
        choose(project, form.chosen(), request.user)
        messages.success(request, gettext("Web corpora saved."))
        return redirect("manage-web-evidence", slug=project.slug)
    return _page(request, project, form, ListForm())


@manager_view("POST")
def flagged_list_import(request: PersonRequest, project: Project) -> HttpResponse:
    """Import a list of flagged domains; lines that are no domain are named."""
    form = ListForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            stored, read = import_list(
                project, form.cleaned_data["name"], _lines(form.cleaned_data["file"]), request.user
            )
        except Invalid as error:
            form.add_error(next(iter(error.fields)), error.message)
        else:
            _say(request, stored, read)
            return redirect("manage-web-evidence", slug=project.slug)
    corpora = CorporaForm(chosen=web_corpora(project), others=choosable(project))
    return _page(request, project, corpora, form, status=400)


@manager_view("POST")
def flagged_list_remove(request: PersonRequest, project: Project, pk: int) -> HttpResponse:
    """Remove a list with its domains."""
    stored = flagged_list_of(project, pk)
    remove_list(stored, request.user)
    messages.success(request, gettext("The list “%(name)s” was removed.") % {"name": stored.name})
    return redirect("manage-web-evidence", slug=project.slug)


def _page(
    request: PersonRequest, project: Project, corpora: CorporaForm, lists: ListForm, status: int = 200
) -> HttpResponse:
    stored = FlaggedList.objects.filter(project=project).annotate(count=Count("domains")).select_related("imported_by")
    counts = WebPage.objects.filter(corpus__in=web_corpora(project)).order_by()
    pages = dict(counts.values_list("corpus__slug").annotate(count=Count("pk")))
    shown = {"project": project, "form": corpora, "list_form": lists, "lists": stored, "pages": sum(pages.values())}
    return render(request, "set_up/web_evidence.html", shown, status=status)


def _lines(file: BinaryIO) -> Iterable[str]:
    return io.TextIOWrapper(file, encoding="utf-8-sig", errors="replace")


def _say(request: PersonRequest, stored: FlaggedList, read: ReadList) -> None:
    count = len(read.domains)
    words = ngettext("%(count)d domain of “%(name)s” imported.", "%(count)d domains of “%(name)s” imported.", count)
    messages.success(request, words % {"count": count, "name": stored.name})
    for number, written in read.problems[:MOST_LINES_NAMED]:
        message = gettext("Line %(number)d was left out: “%(text)s” is no domain. Write it as example.com.")
        messages.warning(request, message % {"number": number, "text": written})
    if more := len(read.problems[MOST_LINES_NAMED:]):
        words = ngettext("%(count)d more line was left out.", "%(count)d more lines were left out.", more)
        messages.warning(request, words % {"count": more})
