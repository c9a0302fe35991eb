"""Serializers of search, title suggestions and excerpts."""

from __future__ import annotations

from rest_framework import serializers

from annotation.work.fields import ElementIdField, Plain
from corpus.page.element_id import ElementKind


class ExcerptsIn(Plain):
    ids = serializers.ListField(child=ElementIdField(), max_length=500)


class SuggestIn(Plain):
    q = serializers.CharField(allow_blank=True, max_length=300, default="")


class SearchIn(SuggestIn):
    page = serializers.IntegerField(min_value=1, max_value=100_000, default=1)


class ExcerptOut(Plain):
    id = serializers.CharField()
    page = serializers.CharField()
    kind = serializers.CharField(help_text=", ".join(ElementKind))
    sections = serializers.ListField(child=serializers.CharField(), help_text="Outermost first.")
    row_headers = serializers.ListField(child=serializers.CharField())
    column_headers = serializers.ListField(child=serializers.CharField())
    text = serializers.CharField()
    caption = serializers.CharField(allow_null=True)
    context = serializers.ListField(child=serializers.CharField())  # type: ignore[assignment]
    offered = serializers.ListField(child=serializers.CharField(), help_text="What a person may add to the context.")
    before = serializers.CharField(allow_null=True, help_text="the sentence before a sentence")
    after = serializers.CharField(allow_null=True, help_text="the sentence after a sentence")


class ExcerptsOut(Plain):
    excerpts = ExcerptOut(many=True)
    unknown = serializers.ListField(child=serializers.CharField())


class SuggestionOut(Plain):
    title = serializers.CharField()
    redirect_from = serializers.CharField(allow_null=True)
    approximate = serializers.BooleanField(help_text="The name begins only almost as typed: none begins so.")


class SuggestionsOut(Plain):
    suggestions = SuggestionOut(many=True)


class HitsOut(Plain):
    hits = serializers.ListField(child=serializers.DictField(), help_text="tests/contracts/hit.json")
    total = serializers.IntegerField()
    page = serializers.IntegerField()
    pages = serializers.IntegerField()
    note = serializers.CharField(allow_blank=True)
    did_you_mean = serializers.CharField(allow_null=True, help_text="a query that would find more")
