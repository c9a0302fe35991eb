"""Evidence search of an assignment: in the project's corpus, in its web pages, or in the documents of the claim."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.corpus_views import unsearchable
from annotation.api.schema import described
from annotation.api.validation import validated
from annotation.api.views import WorkView
from annotation.evidence.web.corpora import snapshot_url
from annotation.evidence.web.search import COLLECTION, CORPUS, DEEPEST, PLACES, Wanted, search_evidence
from annotation.work.access import visible_assignment_for
from annotation.work.capabilities import SearchScope
from annotation.work.fields import Plain
from annotation.work.registry import workflow_of
from corpus.web.addresses import host
from search.api import IndexMissing


class EvidenceSearchIn(Plain):
    q = serializers.CharField(allow_blank=True, max_length=1_000, default="")
    where = serializers.ChoiceField(choices=PLACES, default=CORPUS)
    before = serializers.DateField(required=False, help_text="no page of a later day; never later than the cut-off")
    country = serializers.RegexField("^[A-Za-z]{2}$", required=False, allow_blank=True, default="")
    domain = serializers.CharField(allow_blank=True, max_length=253, default="")
    offset = serializers.IntegerField(min_value=0, max_value=DEEPEST, default=0)


class EvidenceOut(Plain):
    element = serializers.CharField()
    where = serializers.CharField(help_text=", ".join(PLACES))
    title = serializers.CharField()
    url = serializers.CharField(allow_null=True)
    domain = serializers.CharField(allow_blank=True)
    published = serializers.CharField(allow_null=True, help_text="2017, 2017-02 or 2017-02-13; null: unknown")
    publisher = serializers.CharField(allow_blank=True)
    text = serializers.CharField(help_text="the passage that fits best")
    snapshot = serializers.CharField(allow_null=True, help_text="address of the original, in a sandbox")
    flagged_by = serializers.ListField(child=serializers.CharField(), help_text="names of lists")


class EvidenceFoundOut(Plain):
    results = EvidenceOut(many=True)
    total = serializers.IntegerField(help_text="found so far; there may be more while `next` is not null")
    next = serializers.IntegerField(allow_null=True, help_text="the next offset")
    cut_off = serializers.DateField(allow_null=True, help_text="no page of a later day is shown")


class EvidenceSearch(WorkView):
    @described("Passages that may answer a question", query=EvidenceSearchIn, answer=EvidenceFoundOut)
    def get(self, request: Request, public_id: str) -> Response:
        assignment = visible_assignment_for(self.person(), public_id)
        scope = workflow_of(assignment).evidence_search(assignment)
        if scope is None:
            raise Http404
        asked = validated(EvidenceSearchIn(data=request.query_params))
        wanted = _wanted(asked, scope)
        try:
            found = search_evidence(assignment.project, wanted)
        except IndexMissing as missing:
            raise unsearchable(missing) from missing
        slug = assignment.project.slug
        results = [one | {"snapshot": snapshot_url(slug, one["snapshot"])} for one in found.results]
        return Response({"results": results, "total": found.total, "next": found.next, "cut_off": wanted.before})


def _wanted(asked: dict[str, Any], scope: SearchScope) -> Wanted:
    """What is searched for, within what the workflow lets this assignment see."""
    where = asked["where"]
    limits: list[date] = [day for day in (asked.get("before"), scope.cut_off) if day is not None]
    return Wanted(
        text=asked["q"],
        where=where,
        before=min(limits) if limits and where != CORPUS else None,
        country=asked["country"].upper(),
        domain=host(asked["domain"]),
        collection=scope.collection if where == COLLECTION else "",
        offset=asked["offset"],
    )
