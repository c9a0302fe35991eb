"""The verifications behind the numbers of audit, time and production: by word, label, person, evidence, pace."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from annotation.dashboard.reports import rows_of
from annotation.projects.models import Project
from annotation.quality.audit.phrases import LONGEST, phrases
from annotation.quality.audit.positions import INTRODUCTION, Chosen, places
from annotation.quality.audit.queries import Verified
from corpus.page.element_id import ElementKind
from frontend.templatetags.words import CLAIM_TYPES, MUTATIONS, duration
from frontend.views.access import PersonRequest
from frontend.views.lists import page_of
from frontend.views.quality.access import QualityAccess, quality_view
from frontend.views.quality.items import list_query

LABELS: dict[str, Mapping[str, str | Promise]] = {"claim_type": CLAIM_TYPES, "mutation": MUTATIONS}
FASTEST, RELEASED = "fastest", "released"
FILTERS = frozenset(  # what `listed_rows` reads
    {
        *("verdict", "claim_type", "mutation", "challenge", "person", "word", "evidence", "place", "at"),
        *("least", "under", "order", RELEASED),
    }
)
FIRST_SHOWN = 15  # places counted one by one; what comes after them is one


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows that fit, in their order, and what they were narrowed down by, in words."""

    rows: list[Verified]
    said: list[str]
    seconds: dict[int, float]

    @property
    def claims(self) -> list[int]:
        return list(dict.fromkeys(row.claim for row in self.rows))


@quality_view("GET")
def rows(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    found = listed_rows(request, access)
    page = page_of(request, found.rows)
    names = access.names()
    listed = [(row, names.get(row.person, "?"), found.seconds.get(row.verification)) for row in page]
    shown = access.page(page=page, listed=listed, said=found.said, list_query=list_query(request, "rows"))
    shown |= {"selection": request.GET.urlencode(), "may_act": access.is_manager}
    return render(request, "quality/rows.html", shown)


def listed_rows(request: HttpRequest, access: QualityAccess) -> Rows:
    """The rows that the FILTERS of an address leave. ?released=yes: the released claims, each once."""
    given = {key: value for key in request.GET if (value := request.GET.get(key, "").replace("\0", ""))}
    is_released = RELEASED in given
    found = rows_of(access.project).released if is_released else rows_of(access.project).verified
    said = [_("released claims")] if is_released else []
    challenges = access.labels.challenge_set.names
    labels = {"verdict": access.labels.names, "challenge": challenges, **LABELS}
    for name, words in labels.items():
        if given.get(name) in words:
            found = [row for row in found if getattr(row, name) == given[name]]
            said.append(str(words[given[name]]))
    person = given.get("person", "")
    if person.isascii() and person.isdigit():
        found = [row for row in found if row.person == int(person)]
        said.append(access.names().get(int(person), "?"))
    if "word" in given:
        found = [row for row in found if given["word"] in phrases(row.text, LONGEST)]
        said.append(_("claims with “%(words)s”") % {"words": given["word"]})
    found = _by_evidence(access.project, found, given, said)
    seconds = rows_of(access.project).seconds
    least, under = _seconds_in(given.get("least", "")), _seconds_in(given.get("under", ""))
    if least is not None:
        found = [row for row in found if seconds.get(row.verification, -1.0) >= least]
        said.append(_("at least %(time)s") % {"time": duration(least)})
    if under is not None:
        found = [row for row in found if seconds.get(row.verification, under) < under]
        said.append(_("less than %(time)s") % {"time": duration(under)})
    if given.get("order") == FASTEST:
        found = sorted(found, key=lambda row: seconds.get(row.verification, float("inf")))
        said.append(_("fastest first"))
    else:
        found = found[::-1]
    return Rows(found, said, seconds)


def _seconds_in(text: str) -> float | None:
    """A number of seconds as `query_of` writes it; None of anything else."""
    return float(text) if text.isascii() and text.replace(".", "", 1).isdigit() and len(text) < 12 else None


def _by_evidence(project: Project, found: list[Verified], given: dict[str, str], said: list[str]) -> list[Verified]:
    if "evidence" in given:
        types = rows_of(project).types
        found = [row for row in found if types.get(row.verification) == given["evidence"]]
        said.append(_("evidence: %(what)s") % {"what": given["evidence"]})
    if "place" in given:
        chosen, place = rows_of(project).evidence, given["place"]
        found = [row for row in found if any(place in places(one) for one in chosen.get(row.verification, ()))]
        said.append(_("evidence at: %(place)s") % {"place": place})
    if "at" in given:
        chosen, at = rows_of(project).evidence, given["at"]
        found = [row for row in found if any(at in exact_places(one) for one in chosen.get(row.verification, ()))]
        said.append(_("evidence at: %(place)s") % {"place": at})
    return found


def exact_places(one: Chosen) -> list[str]:
    """The place as the figures of places count it: "sentence 3", "row 0", "item 15+", "section introduction"."""
    kind, numbers = one.element.kind, one.element.numbers
    section = one.section if one.section == INTRODUCTION else _counted(int(one.section))
    found = [f"section {section}"]
    if kind == ElementKind.SENTENCE:
        found.append(f"sentence {_counted(numbers[0])}")
    elif kind in (ElementKind.CELL, ElementKind.HEADER_CELL):
        found.append(f"row {_counted(numbers[1])}")
    elif kind == ElementKind.ITEM:
        found.append(f"item {_counted(numbers[1])}")
    return found


def _counted(number: int) -> str:
    return str(number) if number < FIRST_SHOWN else f"{FIRST_SHOWN}+"
