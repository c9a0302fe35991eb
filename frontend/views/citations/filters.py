"""Filters of the list of citations, which all of its pages carry in their address."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, ClassVar

from django import forms
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from annotation.citations.decisions import is_decided
from annotation.citations.models import Choice
from annotation.projects.models import Project
from corpus.citations.record import Tag
from corpus.models import CitationState, StoredCitation, StoredPage
from corpus.page.element_id import BadTitle, normalise_title
from frontend.views.citations.languages import by_name
from frontend.views.lists import ANY

TAGS: dict[str, Any] = {
    Tag.FAILED_VERIFICATION: _("failed verification"),
    Tag.NOT_IN_CITATION: _("not in citation"),
    Tag.BETTER_SOURCE_NEEDED: _("better source needed"),
    Tag.UNRELIABLE_SOURCE: _("unreliable source"),
    Tag.CITATION_NEEDED: _("citation needed"),
    Tag.DEAD_LINK: _("dead link"),
    Tag.OTHER: _("another doubt"),
}
# Name -> probabilities that verification fails: from, and below.
BUCKETS: dict[str, tuple[float, float]] = {
    "90-100": (0.9, 1.1),
    "75-90": (0.75, 0.9),
    "50-75": (0.5, 0.75),
    "25-50": (0.25, 0.5),
    "0-25": (0, 0.25),
}
NOT_KNOWN, NOT_CHECKED = "unknown", "none"
FOREIGN = "other"
_CODE = re.compile("[a-z]{2,3}")
DEEPEST = 4  # this and more
DECIDED = {"no": _("not decided"), "yes": _("decided"), **{one.value: one.label for one in Choice if one != "undone"}}
PLACE = ("after", "before")  # where in the list a page begins; no filter


class CitationFilter(forms.Form):
    """What of the citations is listed. A filter that makes no sense is left out and marked in the form."""

    equal: ClassVar = ("section", "domain", "tag", "state")

    bucket = forms.ChoiceField(label=_("Likely to fail"), required=False)
    state = forms.ChoiceField(label=_("State of the source"), required=False, choices=[ANY, *CitationState.choices])
    language = forms.ChoiceField(label=_("Language of the source"), required=False)
    tag = forms.ChoiceField(label=_("Tag"), required=False, choices=[ANY, *((str(k), v) for k, v in TAGS.items())])
    decided = forms.ChoiceField(label=_("Decision"), required=False, choices=[ANY, *DECIDED.items()])
    section = forms.CharField(label=_("Section"), required=False, max_length=255)
    domain = forms.CharField(label=_("Domain"), required=False, max_length=255)
    depth = forms.ChoiceField(label=_("Path elements of the address"), required=False)
    article = forms.CharField(label=_("Article"), required=False, max_length=512)

    def __init__(self, project: Project, asked: QueryDict, languages: Iterable[str] = ()) -> None:
        """`languages` are those to choose from beside whichever is asked for."""
        super().__init__(asked)
        self._project = project
        chosen = asked.get("language", "")
        offered = {*languages, *([chosen] if _CODE.fullmatch(chosen) else ())} - {FOREIGN}
        buckets = [(name, name.replace("-", "–") + " %") for name in BUCKETS]
        depths = [(str(n), str(n)) for n in range(DEEPEST)]
        choices = {
            "bucket": [ANY, *buckets, (NOT_KNOWN, _("not known")), (NOT_CHECKED, _("not checked"))],
            "language": [ANY, (FOREIGN, _("not the claim’s")), *by_name(offered)],
            "depth": [ANY, *depths, (str(DEEPEST), _("4 and more")), ("-1", _("no address"))],
        }
        for name, values in choices.items():
            self.fields[name].choices = values  # type: ignore[attr-defined]
        for name in ("section", "domain"):
            self.fields[name].widget.attrs["list"] = f"{name}s"

    def narrowed(self, rows: QuerySet[StoredCitation]) -> QuerySet[StoredCitation]:
        """Those of the rows that all filters let through."""
        self.is_valid()
        asked = {name: value for name, value in self.cleaned_data.items() if value}
        rows = rows.filter(**{name: asked[name] for name in self.equal if name in asked})
        if "bucket" in asked:
            rows = _in_bucket(rows, asked["bucket"])
        if "language" in asked:
            rows = rows.filter(language__isnull=False)
            if asked["language"] != FOREIGN:
                rows = rows.filter(language=asked["language"])
        if "depth" in asked:
            depth = int(asked["depth"])
            rows = rows.filter(depth__gte=DEEPEST) if depth == DEEPEST else rows.filter(depth=depth)
        if "article" in asked:
            rows = rows.filter(page=self._article(asked["article"]))
        if "decided" in asked:
            rows = _decided(rows, self._project, asked["decided"])
        return rows

    def clean_domain(self) -> str:
        """A domain as it is stored."""
        return str(self.cleaned_data["domain"]).strip().lower().removeprefix("www.")

    def _article(self, title: str) -> int:
        """The key of the article of this title; 0, which no row has, where there is none."""
        try:
            wanted = normalise_title(title)
        except BadTitle:
            return 0
        rows = StoredPage.objects.filter(corpus=self._project.corpus_id, title=wanted)
        return rows.values_list("pk", flat=True).first() or 0

    @property
    def query(self) -> str:
        """The filters as a query string, "" without any, to go on with "&"."""
        kept = QueryDict(mutable=True)
        for name, values in self.data.lists():  # type: ignore[attr-defined]
            if name in self.fields and values[-1]:
                kept[name] = values[-1]
        return kept.urlencode()


def _in_bucket(rows: QuerySet[StoredCitation], bucket: str) -> QuerySet[StoredCitation]:
    if bucket == NOT_CHECKED:
        return rows.filter(fails=None, language=None, checked_with="")
    if bucket == NOT_KNOWN:
        return rows.filter(fails=None).exclude(language=None, checked_with="")
    low, high = BUCKETS[bucket]
    return rows.filter(fails__gte=low, fails__lt=high)


def _decided(rows: QuerySet[StoredCitation], project: Project, wanted: str) -> QuerySet[StoredCitation]:
    if wanted == "no":
        return rows.filter(~is_decided(project))
    return rows.filter(is_decided(project, *([] if wanted == "yes" else [wanted])))
