"""Items behind an agreement number: double-annotated claims that a URL selects, lowest agreement first.

A URL selects by filters, by a number, group or pair, by verdicts and evidence, by a cell of a confusion matrix, and by
in what and why the verifiers differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotation.claims.access import claims_of
from annotation.claims.models import Claim
from annotation.dashboard.agreement import agreement
from annotation.dashboard.confusion import confused
from annotation.dashboard.disagreement import (
    Difference,
    decisions,
    difference_of,
    opposed,
    opposed_to_decision,
)
from annotation.dashboard.reports import report as stored_report
from annotation.quality.adjudication.models import ErrorType
from annotation.quality.agreement.annotators import two_people
from annotation.quality.agreement.definitions import GROUP, GROUPINGS
from annotation.quality.agreement.evidence import OVERLAPPING, is_proper_subset, match_of
from annotation.quality.agreement.filters import Filters
from annotation.quality.agreement.items import Item, pairs
from annotation.quality.agreement.report import lowest_first
from annotation.results.job import ITEMS
from annotation.vocabulary.label_set import LabelSet
from frontend.views.access import PersonRequest
from frontend.views.lists import choice_of, number_in, page_of
from frontend.views.quality.access import QualityAccess, quality_view
from frontend.views.quality.figure_blocks import Number, number
from frontend.views.quality.filters import FilterForm, asked_filters
from frontend.views.quality.groups import group_words

MATCHES = {
    "": gettext_lazy("any"),
    "identical": gettext_lazy("identical"),
    "overlapping": gettext_lazy("overlap of 70 % or more"),
    "proper_subset": gettext_lazy("proper subset"),
    "apart": gettext_lazy("disjoint"),
}

DIFFERENCES = {
    "": "",
    Difference.VERDICT.value: gettext_lazy("Different verdicts"),
    Difference.EVIDENCE.value: gettext_lazy("Same verdict, different evidence"),
    Difference.CHALLENGE.value: gettext_lazy("Same verdict and evidence, different challenge"),
    Difference.NONE.value: gettext_lazy("No difference"),
}
# What the form of filters does not ask for.
KEPT = ("figure", "by", "group", "pair", "mine", "theirs", "decided", "differ", "reason")
FILTERS = frozenset({*FilterForm.base_fields, *KEPT, "verdicts", "match"})  # what `listed_items` reads


@dataclass(frozen=True, slots=True)
class Listed:
    """A list of items: what it is of, the numbers over exactly these, and the claims in their order.

    `patterns`: (value, words, claims) of each pattern of verdicts among them, before one was chosen.
    """

    form: FilterForm
    heading: str
    definition: str
    numbers: list[Number]
    patterns: list[tuple[str, str, int]]
    pattern: str
    match: str
    claims: list[int]
    by_claim: dict[int, Item]
    hidden: list[tuple[str, str]]


def list_query(request: HttpRequest, name: str) -> str:
    """What makes the list, for the address of each of its items: "?list=items&by=week&group=2026-W47"."""
    given = [(key, value) for key, value in request.GET.items() if key not in ("list", "page", "file") and value]
    return f"?{urlencode([('list', name), *given])}"


def listed_items(request: HttpRequest, access: QualityAccess) -> Listed:
    """The items that an address asks for: filters, then a number or group or pair, then verdicts and evidence."""
    form, filters = asked_filters(request, access)
    by_claim = {item.claim: item for item in stored_report(access.project, ITEMS) if filters.keep(item)}
    heading, definition, numbers, claims = _asked(request, access, filters, list(by_claim.values()))
    chosen = [by_claim[claim] for claim in claims if claim in by_claim]
    match = choice_of(request, "match", MATCHES)
    if match:
        chosen = [item for item in chosen if _matches(item, match)]
    counts = Counter(pattern_of(item, access.labels) for item in chosen)
    patterns = [
        (name, pattern_words(name, access.labels), count)
        for name, count in sorted(counts.items(), key=lambda one: -one[1])
    ]
    pattern = request.GET.get("verdicts", "")
    if pattern:
        chosen = [item for item in chosen if pattern_of(item, access.labels) == pattern]
    chosen, said = _confused(request, access, filters, chosen)
    heading = said or heading
    hidden = [(key, request.GET[key]) for key in KEPT if request.GET.get(key)]
    return Listed(
        form, heading, definition, numbers, patterns, pattern, match, [i.claim for i in chosen], by_claim, hidden
    )


def _confused(
    request: HttpRequest, access: QualityAccess, filters: Filters, chosen: list[Item]
) -> tuple[list[Item], str]:
    """The items of a cell of a confusion matrix, or that differ in one way or for one reason, and the heading; all
    items and no heading where an address asks for none."""
    names = access.labels.names
    mine, theirs, decided = (choice_of(request, name, names) for name in ("mine", "theirs", "decided"))
    differ = choice_of(request, "differ", DIFFERENCES)
    reason = choice_of(request, "reason", {"": "", **dict(ErrorType.choices)})
    if mine and theirs and filters.person is not None:
        found = [item for item in chosen if (mine, theirs) in confused(item, filters.person)]
        return found, f"{access.names().get(filters.person, '?')}: {names[mine]} · {_('others')}: {names[theirs]}"
    if mine and theirs:
        return [item for item in chosen if (mine, theirs) in opposed(item)], f"{names[mine]} · {names[theirs]}"
    if differ:
        return [item for item in chosen if difference_of(item) == differ], str(DIFFERENCES[differ])
    known = decisions(access.project) if decided or reason else {}
    if mine and decided:
        found = [item for item in chosen if (mine, decided) in opposed_to_decision(item, known.get(item.claim))]
        return found, f"{names[mine]} · {_('adjudicated')}: {names[decided]}"
    if reason:
        found = [item for item in chosen if item.claim in known and known[item.claim].reason == reason]
        return found, str(ErrorType(reason).label)
    return chosen, ""


def _asked(
    request: HttpRequest, access: QualityAccess, filters: Filters, chosen: Sequence[Item]
) -> tuple[str, str, list[Number], Sequence[int]]:
    """Heading, definition, numbers and claims of the figure, group or pair asked for; else of all that fits."""
    figure, by, pair = (request.GET.get(name, "") for name in ("figure", "by", "pair"))
    if by in GROUPINGS:
        return _group(access, filters, by, request.GET.get("group", ""))
    if pair:
        return _pair(access, chosen, pair)
    report = agreement(access.project, filters).report
    for one in report.figures:
        if one.name == figure:
            shown = number(_(one.label), "", one.result)
            return _(one.label), _(one.definition), [shown], one.claims
    shown_all = [number(_(one.label), "", one.result) for one in report.figures if one.name in _SHORT]
    return (
        _("Double-annotated claims"),
        _("Claims verified by several people, lowest agreement first."),
        shown_all,
        lowest_first(chosen),
    )


_SHORT = ("verdict.alpha", "verdict.fleiss", "verdict.percent", "evidence.identical")


def _group(access: QualityAccess, filters: Filters, by: str, name: str) -> tuple[str, str, list[Number], Sequence[int]]:
    wanted = "" if name == "-" else name
    groups = agreement(access.project, filters, (by,)).report.groups[by]
    heading = f"{_(GROUPINGS[by])}: {group_words(access.labels, by, wanted)}"
    for group in groups:
        if group.name == wanted:
            numbers = [number(_("Kappa"), "", group.kappa), number(_("Agreement on the verdict"), "", group.percent)]
            return heading, _(GROUP), numbers, group.claims
    return heading, _(GROUP), [], ()


def _pair(access: QualityAccess, chosen: Sequence[Item], pair: str) -> tuple[str, str, list[Number], Sequence[int]]:
    one, other = (number_in(end) for end in pair.partition("-")[::2])
    if one is None or other is None:
        return _("Double-annotated claims"), "", [], ()
    shared = [item for item in chosen if {one, other} <= {rating.person for rating in item.ratings}]
    names = access.names()
    said = {"one": names.get(one, "?"), "other": names.get(other, "?")}
    results = two_people(shared, one, other, access.labels)
    numbers = [
        number(_("Cohen’s kappa of the pair"), "", results["kappa"]),
        number(_("Agreement on the verdict"), "", results["percent"]),
    ]
    definition = _("Claims verified by both, lowest agreement first.")
    return _("%(one)s and %(other)s") % said, definition, numbers, lowest_first(shared)


def pattern_of(item: Item, labels: LabelSet) -> str:
    """Who said what, without who: verdicts in the order of the label set, joined by "+", which no value has."""
    return "+".join(sorted((rating.verdict for rating in item.ratings), key=labels.places.__getitem__))


def pattern_words(pattern: str, labels: LabelSet) -> str:
    return " + ".join(labels.name(verdict) for verdict in pattern.split("+"))


def _matches(item: Item, match: str) -> bool:
    found = [(overlap, pair) for pair in pairs(item) if (overlap := match_of(pair)) is not None]
    if match == "proper_subset":
        return any(is_proper_subset(a.evidence, b.evidence) for _overlap, (a, b) in found)
    if match == "identical":
        return any(overlap == 1 for overlap, _pair in found)
    if match == "overlapping":
        return any(overlap >= OVERLAPPING for overlap, _pair in found)
    return any(overlap == 0 for overlap, _pair in found)


@quality_view("GET")
def items(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    listed = listed_items(request, access)
    page = page_of(request, listed.claims)
    claims = claims_of(access.project, page)
    rows = [_row(claims[pk], listed.by_claim[pk], access.labels) for pk in page if pk in claims]
    shown = access.page(
        listed=listed, form=listed.form, page=page, rows=rows, matches=MATCHES, list_query=list_query(request, "items")
    )
    shown |= {"selection": request.GET.urlencode(), "may_act": access.is_manager}
    return render(request, "quality/items.html", shown)


def _row(claim: Claim, item: Item, labels: LabelSet) -> dict[str, Any]:
    """One item of the list. `match`: the least overlap of two people's evidence, None without any."""
    counts = Counter(rating.verdict for rating in item.ratings)
    known = [overlap for pair in pairs(item) if (overlap := match_of(pair)) is not None]
    verdicts = [(verdict, counts[verdict]) for verdict in labels.values if counts[verdict]]
    match = min(known, default=None)
    return {"claim": claim, "item": item, "verdicts": verdicts, "is_unanimous": len(counts) == 1, "match": match}
