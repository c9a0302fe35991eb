"""Serializers of symmetric pairs: what the writer is shown, and what they submit."""

from __future__ import annotations

from django.utils.translation import gettext as _
from rest_framework import serializers

from annotation.work.fields import ClientIdField, Plain, TextField
from annotation.work.serializers import HeldWorkOut, LoggedIn

LONGEST_CLAIM, LONGEST_EVIDENCE = 500, 4_000


class PairProjectOut(Plain):
    slug, name = serializers.CharField(), serializers.CharField()


class LabelOut(Plain):
    value, name = serializers.CharField(), serializers.CharField()


class PairAssignmentOut(HeldWorkOut):
    project = PairProjectOut()
    claim, evidence = serializers.CharField(), serializers.CharField()
    relation, contrary = LabelOut(), LabelOut()


class ContraryPairIn(LoggedIn):
    """`context`: `pair`, the words of the pair that this one is contrary to."""

    client_id = ClientIdField()
    claim = TextField(allow_blank=True, max_length=LONGEST_CLAIM)
    evidence = TextField(allow_blank=True, max_length=LONGEST_EVIDENCE)

    def validate_claim(self, value: str) -> str:
        return self._changed(value, self.context["pair"]["claim"])

    def validate_evidence(self, value: str) -> str:
        return self._changed(value, self.context["pair"]["evidence"])

    def _changed(self, value: str, original: str) -> str:
        """The words with single spaces; refused where they are none, or those of the original."""
        plain = " ".join(value.split())
        if not plain:
            raise serializers.ValidationError(_("Write a sentence."))
        if plain.casefold() == " ".join(original.split()).casefold():
            raise serializers.ValidationError(_("This is the original: change it."))
        return plain
