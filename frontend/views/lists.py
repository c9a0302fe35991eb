"""Parts that lists share: pages, search words, numbers and choices in the query string, filters, neighbours."""

from __future__ import annotations

from collections.abc import Container
from typing import Any, ClassVar, TypeVar

from django import forms
from django.core.paginator import Page, Paginator
from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from django.http import HttpRequest, QueryDict
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _

from annotation.accounts.models import User
from annotation.projects.models import Project
from annotation.work.models import Assignment

PAGE_SIZE = 25
ANY = ("", _("any"))
Row = TypeVar("Row", bound=Model)


def page_of(request: HttpRequest, rows: Any, size: int = PAGE_SIZE) -> Page[Any]:
    """The page that ?page= asks for; a number that is none or too high gives the nearest there is."""
    return Paginator(rows, size).get_page(request.GET.get("page"))


def words_of(request: HttpRequest) -> str:
    """What ?q= asks for, without NUL: no text has it, and PostgreSQL refuses the question."""
    return request.GET.get("q", "").replace("\0", "").strip()


def number_in(text: str, digits: int = 18) -> int | None:
    """The number that a text is, of at most so many digits; else None."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def number_of(request: HttpRequest, name: str) -> int | None:
    return number_in(request.GET.get(name, ""))


def own_path(path: str) -> str:
    """A path of this site to go back to; empty for anything else, which could lead elsewhere."""
    return path if path.startswith("/") and url_has_allowed_host_and_scheme(path, allowed_hosts=None) else ""


def choice_of(request: HttpRequest, name: str, known: Container[str], default: str = "") -> str:
    """The value of ?name= if it is a known one, else the default."""
    value = request.GET.get(name, "")
    return value if value in known else default


class ListFilter(forms.Form):
    """Filters of a list. A filter that makes no sense is left out, and marked in the form.

    `columns`: name of a field -> the lookup that it narrows the rows by; other fields are the subclass's. The field
    `person` offers those who have an assignment in the project, with `assignments` besides.
    """

    columns: ClassVar[dict[str, str]]
    assignments: ClassVar[dict[str, Any]] = {}

    person = forms.ModelChoiceField(
        label=_("Person"), queryset=User.objects.none(), required=False, empty_label=_("anyone")
    )

    def __init__(self, request: HttpRequest, project: Project, asked: QueryDict | None = None) -> None:
        """`asked`: the filters, where they are not in the address of the request."""
        super().__init__(request.GET if asked is None else asked)
        theirs = Assignment.objects.filter(person=OuterRef("pk"), project=project, **self.assignments)
        people = User.objects.filter(Exists(theirs)).order_by("username")  # joined, all work would be read
        self.fields["person"].queryset = people  # type: ignore[attr-defined]

    def narrowed(self, rows: QuerySet[Row]) -> QuerySet[Row]:
        self.is_valid()
        given = {name: value for name, value in self.cleaned_data.items() if name in self.columns}
        asked = {self.columns[name]: value for name, value in given.items() if value}
        return rows.filter(**asked)


def neighbours(rows: QuerySet[Row], row: Any) -> tuple[Row | None, Row | None]:
    """The rows submitted just before and just after `row`."""

    def nearest(direction: str, order: str) -> Row | None:
        beyond = Q(**{f"submission__created_at__{direction}": row.created_at})
        same = Q(**{"submission__created_at": row.created_at, f"pk__{direction}": row.pk})
        return rows.filter(beyond | same).order_by(f"{order}submission__created_at", f"{order}pk").first()

    return nearest("lt", "-"), nearest("gt", "")
