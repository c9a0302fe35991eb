"""Forms of the page of a project's corpus: three sources, and the choice of another corpus."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db.models import Count
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from annotation.errors import AnnotationError
from annotation.projects.models import Project
from annotation.set_up.rights import corpora_to_choose
from annotation.set_up.sources import (
    MOST_TITLES,
    StoredSource,
    server_entries,
    server_path,
    store_upload,
    too_large,
    wiki_address,
)
from corpus.models import Corpus

if TYPE_CHECKING:
    _CorpusField = forms.ModelChoiceField[Corpus]
else:
    _CorpusField = forms.ModelChoiceField

LONGEST_TITLE = 255  # bytes, of a title in MediaWiki


class CorpusChoice(_CorpusField):
    """A corpus with its number of pages, or a new one."""

    def label_from_instance(self, corpus: Corpus) -> str:
        pages = corpus.page_count  # type: ignore[attr-defined]
        return ngettext("%(name)s (%(pages)d page)", "%(name)s (%(pages)d pages)", pages) % {
            "name": corpus.name,
            "pages": pages,
        }


class OtherCorpusForm(forms.Form):
    """The corpus that the project is to be about; none: a new one."""

    corpus = CorpusChoice(
        label=_("Corpus"),
        queryset=Corpus.objects.none(),
        required=False,
        empty_label=_("A new corpus, to be imported"),
    )

    def __init__(self, data: Any = None, *, project: Project) -> None:
        super().__init__(data)
        others = corpora_to_choose().exclude(pk=project.corpus_id).annotate(page_count=Count("pages"))
        self.fields["corpus"].queryset = others  # type: ignore[attr-defined]


class SourceForm(forms.Form):
    """A source to import from. `stored` is what its job is given, once the form is valid."""

    stored: StoredSource

    def __init__(self, data: Any = None, files: Any = None, *, project: Project) -> None:
        super().__init__(data, files)
        self.project = project

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        if not self.errors:
            try:
                self.stored = self.store(cleaned)
            except AnnotationError as error:
                for name, sentences in (error.fields or {"": [error.message]}).items():
                    self.add_error(name if name in self.fields else None, sentences)
        return cleaned

    def store(self, cleaned: dict[str, Any]) -> StoredSource:
        """Return the source. Raises AnnotationError."""
        raise NotImplementedError


class UploadForm(SourceForm):
    """A file from the manager's computer."""

    file = forms.FileField(label=_("File"), error_messages={"empty": _("The file is empty.")})

    def __init__(self, data: Any = None, files: Any = None, *, project: Project) -> None:
        super().__init__(data, files, project=project)
        widget = self.fields["file"].widget
        widget.attrs["data-most-bytes"] = settings.ATTEST_IMPORT_UPLOAD_MB * 1024 * 1024
        widget.attrs["data-too-large"] = too_large(project.corpus)

    def store(self, cleaned: dict[str, Any]) -> StoredSource:
        return store_upload(self.project.corpus, cleaned["file"])


class ServerForm(SourceForm):
    """A file or folder of the server."""

    path = forms.ChoiceField(label=_("File or folder"))

    def __init__(self, data: Any = None, files: Any = None, *, project: Project) -> None:
        super().__init__(data, files, project=project)
        self.fields["path"].choices = [(path, path) for path in server_entries()]  # type: ignore[attr-defined]

    def store(self, cleaned: dict[str, Any]) -> StoredSource:
        server_path(cleaned["path"])
        return {"from": "server", "path": cleaned["path"]}


class WikiForm(SourceForm):
    """Articles of a wiki, by title or category."""

    wiki = forms.CharField(label=_("Wiki"), initial="https://en.wikipedia.org", max_length=200)
    titles = forms.CharField(
        label=_("Titles"),
        required=False,
        help_text=_("One title a line."),
        widget=forms.Textarea({"rows": 4, "spellcheck": "false"}),
    )
    category = forms.CharField(label=_("Category"), required=False, max_length=200)
    depth = forms.IntegerField(label=_("Levels of subcategories"), initial=0, min_value=0, max_value=5, required=False)
    rendered = forms.BooleanField(
        label=_("Fetch rendered pages: templates are expanded by the wiki, one request an article"), required=False
    )

    def clean_titles(self) -> list[str]:
        titles = [line.strip() for line in str(self.cleaned_data["titles"]).splitlines()]
        titles = list(dict.fromkeys(line for line in titles if line and not line.startswith("#")))
        if len(titles) > MOST_TITLES:
            raise ValidationError(gettext("At most %(most)d titles.") % {"most": MOST_TITLES})
        for title in titles:
            if len(title.encode()) > LONGEST_TITLE or "\0" in title:
                raise ValidationError(gettext("“%(title)s …” is longer than a title.") % {"title": title[:60]})
        return titles

    def store(self, cleaned: dict[str, Any]) -> StoredSource:
        if not cleaned["titles"] and not cleaned["category"]:
            message = gettext("Enter titles, or a category.")
            raise AnnotationError("invalid", message, fields={"titles": [message]})
        return {
            "from": "wiki",
            "wiki": wiki_address(cleaned["wiki"]),
            "titles": cleaned["titles"],
            "category": cleaned["category"] or None,
            "depth": cleaned["depth"] or 0,
            "rendered": cleaned["rendered"],
        }


SOURCES: dict[str, type[SourceForm]] = {"upload": UploadForm, "server": ServerForm, "wiki": WikiForm}


def sources_on() -> list[str]:
    """The sources that the administrator has not switched off."""
    on = {
        "upload": settings.ATTEST_IMPORT_UPLOAD_MB > 0,
        "server": bool(settings.ATTEST_IMPORT_DIR),
        "wiki": bool(settings.ATTEST_IMPORT_WIKIS),
    }
    return [name for name in SOURCES if on[name]]
