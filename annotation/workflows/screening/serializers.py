"""Serializers of screening: the test, and what a candidate submits."""

from __future__ import annotations

from rest_framework import serializers

from annotation.work.fields import ClientIdField, Plain, TextField, WholeNumberField
from annotation.work.serializers import HeldWorkOut, LoggedIn
from annotation.workflows.screening.models import Mutation, Part

LONGEST_SENTENCE = 1_000


class ScreeningItemOut(Plain):
    id = serializers.CharField()
    part = serializers.ChoiceField(choices=Part.choices)
    prompt = serializers.CharField()
    choices = serializers.ListField(child=serializers.CharField())


class ScreeningTextOut(Plain):
    title, text = serializers.CharField(), serializers.CharField()


class ScreeningProjectOut(Plain):
    slug, name = serializers.CharField(), serializers.CharField()


class ScreeningAssignmentOut(HeldWorkOut):
    project = ScreeningProjectOut()
    items = ScreeningItemOut(many=True)
    text = ScreeningTextOut()


class ScreeningSubmissionIn(LoggedIn):
    client_id = ClientIdField()
    answers = serializers.DictField(
        child=WholeNumberField(min_value=0, max_value=20), help_text="id of an item -> index of the choice, from 0"
    )
    summary = TextField(allow_blank=True, max_length=LONGEST_SENTENCE)
    mutation = TextField(allow_blank=True, max_length=20, help_text=", ".join(Mutation.values))
    mutated = TextField(allow_blank=True, max_length=LONGEST_SENTENCE)
