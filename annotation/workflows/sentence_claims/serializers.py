"""Serializers of the workflow: the workspace, what a writer submits, hints on lines."""

from __future__ import annotations

from rest_framework import serializers

from annotation.work.fields import ClientIdField, Plain, TextField
from annotation.work.serializers import HeldWorkOut, LoggedIn
from annotation.workflows.sentence_claims.mutation_types import LONGEST_TYPE

MOST_SENT = 200  # lines in a list: what is more than the settings allow is named by `rules`


class LineField(TextField):
    def __init__(self) -> None:
        super().__init__(allow_blank=True, max_length=20_000)


class OriginalIn(Plain):
    text = LineField()
    mutations = serializers.DictField(
        child=serializers.ListField(child=LineField(), max_length=MOST_SENT),
        help_text='lines by type: {"negate": ["..."]}',
    )


class SentenceSubmissionIn(LoggedIn):
    client_id = ClientIdField()
    claims = serializers.ListField(child=OriginalIn(), max_length=MOST_SENT)


class LineIn(Plain):
    key = TextField(max_length=60, help_text="comes back with the hints")
    text = LineField()
    mutation = TextField(max_length=LONGEST_TYPE, allow_blank=True, help_text="type of the box; empty: a claim")


class LinesIn(Plain):
    lines = serializers.ListField(child=LineIn(), max_length=MOST_SENT)


class SentenceProjectOut(Plain):
    slug, name = serializers.CharField(), serializers.CharField()


class SentenceOut(Plain):
    page, element_id = serializers.CharField(), serializers.CharField()
    text, before, after = serializers.CharField(), serializers.CharField(), serializers.CharField()


class EntryOut(Plain):
    title, sentence_id, text = serializers.CharField(), serializers.CharField(), serializers.CharField()


class BoxOut(Plain):
    type, name, asks = serializers.CharField(), serializers.CharField(), serializers.CharField()
    most = serializers.IntegerField(help_text="lines")
    lines = serializers.IntegerField(help_text="mutations of this type in the project")
    words = serializers.DictField(child=serializers.IntegerField(), help_text="word -> how many of them have it")


class SentenceAssignmentOut(HeldWorkOut):
    guided = serializers.CharField(help_text="kind of a guided example, which nothing counts; empty: an ordinary task")
    project = SentenceProjectOut()
    sentence = SentenceOut()
    dictionary = EntryOut(many=True)
    boxes = BoxOut(many=True)
    least_claims, most_claims = serializers.IntegerField(), serializers.IntegerField()
