"""Shapes of what the phases submit. `rules` judges them by the project's fields file: no value is known here."""

from __future__ import annotations

from typing import Any
from unicodedata import normalize

from django.utils.translation import gettext as _
from rest_framework import serializers

from annotation.work.fields import ClientIdField, ElementIdField, Plain, TextField
from annotation.work.serializers import HeldWorkOut, LoggedIn
from annotation.workflows.question_answering import rules
from annotation.workflows.question_answering.models import SourceKind
from corpus.characters import storable

LONGEST_SENT = 200_000  # what is longer than the fields file allows is named by `rules`
MOST_SENT = 1_000


class WordsField(TextField):
    """Text in NFC without blanks around it. Characters that no database stores are refused, not dropped."""

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_blank=True, default="", max_length=LONGEST_SENT, **options)

    def to_internal_value(self, data: Any) -> str:
        value = normalize("NFC", super().to_internal_value(data))
        if storable(value) != value:
            raise serializers.ValidationError(_("This has a character that cannot be stored. Type it again."))
        return value


class ValuesField(serializers.ListField):
    def __init__(self, **options: Any) -> None:
        super().__init__(child=WordsField(), max_length=MOST_SENT, default=list, **options)


class PhaseIn(LoggedIn):
    """Needs a `rules.Judge` as `judge` in its context."""

    client_id = ClientIdField()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        judge: rules.Judge = self.context["judge"]
        found = judge.problems(attrs)
        if found:
            raise serializers.ValidationError(found)
        return attrs


class ClaimIn(Plain):
    id = ClientIdField()
    claim, verdict, claim_date = WordsField(), WordsField(), WordsField()
    original_claim_url, speaker, reporting_source = WordsField(), WordsField(), WordsField()
    transcription, location_iso_code = WordsField(), WordsField()
    media_sources, claim_types, fact_checking_strategies = ValuesField(), ValuesField(), ValuesField()


class NormalisationIn(PhaseIn):
    claims = serializers.ListField(child=ClaimIn(), max_length=MOST_SENT)
    confirmed = ValuesField(help_text="names of the confirmations that were given")


class SourceIn(Plain):
    kind = serializers.ChoiceField(choices=SourceKind.values, default=SourceKind.NONE)
    url = WordsField()
    element = ElementIdField(allow_blank=True, default="")


class AnswerIn(Plain):
    id = ClientIdField()
    answer, answer_type, boolean_explanation, source_medium = WordsField(), WordsField(), WordsField(), WordsField()
    source = SourceIn(  # type: ignore[assignment]
        default=lambda: {"kind": SourceKind.NONE.value, "url": "", "element": ""}
    )


class QuestionIn(Plain):
    id = ClientIdField()
    question = WordsField()
    answers = serializers.ListField(child=AnswerIn(), max_length=MOST_SENT)


class DisputeIn(PhaseIn):
    questions = serializers.ListField(child=QuestionIn(), max_length=MOST_SENT)
    verdict = WordsField()
    confirmed = serializers.BooleanField(default=False)


class AnsweringIn(DisputeIn):
    correction = WordsField(help_text="of the claim; empty: none")


class ValidationIn(PhaseIn):
    unreadable = serializers.BooleanField(default=False)
    verdict, justification = WordsField(), WordsField()
    problems = serializers.DictField(
        child=ValuesField(), default=dict, help_text="by id of a question or an answer: values of the fields file"
    )


class PhaseOut(HeldWorkOut):
    """What every phase shows."""

    guided = serializers.CharField(help_text="kind of a guided example; empty: an ordinary task")
    project = serializers.DictField(help_text="slug, name")
    fields = serializers.DictField(  # type: ignore[assignment]
        help_text="values, labels and limits of the form, from the fields file, in the language of the request"
    )
    submitted = serializers.DictField(allow_null=True, help_text="revision and editable; null before")


class NormalisationOut(PhaseOut):
    article = serializers.DictField(help_text="url, archived_url, snapshot, title, published, found")


class ValidationOut(PhaseOut):
    claim = serializers.DictField(help_text="text, and the metadata that this phase shows")
    questions = serializers.ListField(child=serializers.DictField(), help_text="with their answers")


class AnsweringOut(PhaseOut):
    claim = serializers.DictField(help_text="text, and the metadata that this phase shows")
    article = serializers.DictField(help_text="url, archived_url, snapshot, title, published")
    siblings = serializers.ListField(child=serializers.CharField(), help_text="other claims of the article")


class DisputeOut(AnsweringOut):
    questions = serializers.ListField(child=serializers.DictField(), help_text="with answers and named problems")
    verdicts = serializers.ListField(child=serializers.DictField(), help_text="phase, verdict, justification")
