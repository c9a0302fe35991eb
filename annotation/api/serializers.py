"""The shapes that come in and go out. What comes in is checked here and nowhere deeper."""

from __future__ import annotations

import math
import uuid
from typing import Any

from django.core.validators import RegexValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers

from annotation.evidence.models import LONGEST_SET_NAME, SetColour
from annotation.evidence.rules import beside, cleaned, cleaned_dropped
from annotation.vocabulary.labels import ClaimType
from annotation.vocabulary.tasks import TaskKind
from annotation.work.operation_detail import detail_problem
from annotation.work.operations import BY_BROWSER, PROGRAM
from annotation.workflows.claim_generation import rules as claims_rules
from annotation.workflows.claim_generation.rules import WrittenClaim
from annotation.workflows.claim_verification.rules import problems
from corpus.element_id import ElementKind

MAX_ID_LENGTH = 600
MAX_OPERATIONS = 2_000
MAX_BROWSER = 40
MAX_SECONDS = 10 * 365 * 24 * 3600
MAX_SEQUENCE = 1_000_000

Plain = serializers.Serializer[Any]


class WholeNumberField(serializers.IntegerField):
    """Counts are JSON numbers: "3" and 3.0 are mistakes of a program, better found than guessed at."""

    default_error_messages = {"invalid": "Write a whole number."}

    def to_internal_value(self, data: Any) -> int:
        if not isinstance(data, int) or isinstance(data, bool):
            self.fail("invalid")
        return super().to_internal_value(data)


class TextField(serializers.CharField):
    """Text as it was typed; a number or true is not text."""

    default_error_messages = {"invalid": "Write a text."}

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class ClientIdField(serializers.UUIDField):
    """Made by the browser, as text: DRF would read 5 or true as an id, which the next one would send as well."""

    def to_internal_value(self, data: Any) -> uuid.UUID:
        if not isinstance(data, str):
            self.fail("invalid", value=data)
        return super().to_internal_value(data)


class ElementIdField(TextField):
    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=MAX_ID_LENGTH, trim_whitespace=False, **options)


# --- What comes in ---------------------------------------------------------------------------------------------------
class TakeIn(Plain):
    kind = serializers.ChoiceField(choices=[kind.value for kind in TaskKind])


class DraftIn(Plain):
    base_version = WholeNumberField(min_value=0, max_value=2_000_000_000)
    body = serializers.JSONField()

    def validate_body(self, body: Any) -> dict[str, Any]:
        if not isinstance(body, dict):
            raise serializers.ValidationError(_("Write an object."))
        return body


class SecondsField(serializers.FloatField):
    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=0, max_value=MAX_SECONDS, **options)

    def to_internal_value(self, data: Any) -> float:
        seconds = super().to_internal_value(data)
        if not math.isfinite(seconds):
            raise serializers.ValidationError(_("Write seconds as a number."))
        return seconds


class OperationIn(Plain):
    sequence = WholeNumberField(min_value=1, max_value=MAX_SEQUENCE)
    name = serializers.ChoiceField(choices=[name.value for name in BY_BROWSER])
    value = TextField(max_length=4_000, allow_blank=True, trim_whitespace=False)
    seconds = SecondsField()
    active_seconds = SecondsField(required=False, allow_null=True, help_text="while the page was not hidden")
    detail = serializers.DictField(required=False, help_text="what a replay needs beyond the value; never exported")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        problem = detail_problem(attrs["name"], attrs.get("detail", {}))
        if problem:
            raise serializers.ValidationError({"detail": problem})
        return attrs


class BrowserField(TextField):
    """A short id that a browser makes of itself."""

    def __init__(self, **options: Any) -> None:
        plain = RegexValidator(r"^[A-Za-z0-9_-]+\Z", _lazy("Write letters, digits, “-” and “_”."))
        super().__init__(max_length=MAX_BROWSER, validators=[plain], trim_whitespace=False, **options)


class LoggedIn(Plain):
    """What brings operations with it. Each browser numbers its own: `browser` keeps two of them apart."""

    browser = BrowserField(default=PROGRAM, help_text="who numbered the operations")
    operations = serializers.ListField(child=OperationIn(), max_length=MAX_OPERATIONS, required=False)


class OperationsIn(LoggedIn):
    operations = serializers.ListField(child=OperationIn(), max_length=MAX_OPERATIONS)


class LookIn(Plain):
    """How a set is marked; it means nothing."""

    name = TextField(allow_blank=True, max_length=LONGEST_SET_NAME, default="")
    colour = serializers.ChoiceField(choices=["", *SetColour.values], default="")


class SubmissionIn(LoggedIn):
    """Needs `max_sets` in its context: how many evidence sets the project takes.

    `dropped_context` and `looks` run beside the sets, and may be shorter or left out.
    """

    client_id = ClientIdField()
    verdict = TextField(allow_blank=True, max_length=100)
    challenge = TextField(allow_blank=True, max_length=100)
    evidence_sets = serializers.ListField(
        child=serializers.ListField(child=ElementIdField(), max_length=5_000), max_length=100
    )
    dropped_context = serializers.ListField(
        child=serializers.DictField(child=serializers.ListField(child=ElementIdField(), max_length=1_000)),
        max_length=100,
        default=list,
        help_text='[{"Page_cell_0_1_1": ["Page_header_cell_0_0_1"]}]: header cells that are no context of it',
    )
    looks = serializers.ListField(child=LookIn(), max_length=100, default=list)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        given = attrs["evidence_sets"]
        sets = cleaned(given)
        beyond = attrs["dropped_context"][len(given) :]
        dropped = [cleaned_dropped(one) for one in [*beside(given, attrs["dropped_context"], {}), *beyond]]
        found = problems(
            verdict=attrs["verdict"],
            challenge=attrs["challenge"],
            evidence_sets=sets,
            max_sets=self.context["max_sets"],
            dropped_context=dropped,
        )
        if found:
            raise serializers.ValidationError(found)
        return attrs | {
            "evidence_sets": sets,
            "dropped_context": dropped[: len(sets)],
            "looks": beside(given, attrs["looks"], {}),
        }


class WrittenClaimIn(Plain):
    text = TextField(allow_blank=True, max_length=20_000)
    challenge = TextField(allow_blank=True, max_length=100)


class ClaimsByType(Plain):
    """One claim of each type; the keys are I, II and III."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {kind.value: WrittenClaimIn() for kind in ClaimType}


class ClaimsIn(Plain):
    """Claims that are complete: `rules.problems` has nothing to say."""

    claims = ClaimsByType()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        written = {
            ClaimType(kind): WrittenClaim(claims_rules.cleaned(claim["text"]), claim["challenge"])
            for kind, claim in attrs["claims"].items()
        }
        found = claims_rules.problems(written)
        if found:
            raise serializers.ValidationError(found)
        return attrs | {"claims": written}


class ClaimSubmissionIn(LoggedIn, ClaimsIn):
    client_id = ClientIdField()


class BaseRevisions(Plain):
    """The revisions that an edit was made from, by claim type."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {kind.value: WholeNumberField(min_value=1, max_value=30_000) for kind in ClaimType}


class ClaimsEditIn(ClaimsIn):
    base_revisions = BaseRevisions()


class TextsByType(Plain):
    """Texts by claim type, as far as they are written."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {kind.value: TextField(allow_blank=True, max_length=20_000, required=False) for kind in ClaimType}


class HintsIn(Plain):
    texts = TextsByType()


class SkipIn(Plain):
    reason = TextField(
        max_length=20,
        help_text="of a claim: formatting, politics, personal, other; of a highlight: nothing_verifiable, not personal",
    )
    note = TextField(allow_blank=True, max_length=5_000, default="")


class ExcerptsIn(Plain):
    ids = serializers.ListField(child=ElementIdField(), max_length=500)


class SuggestIn(Plain):
    q = serializers.CharField(allow_blank=True, max_length=300, default="")


class SearchIn(SuggestIn):
    page = serializers.IntegerField(min_value=1, max_value=100_000, default=1)


# --- What goes out ---------------------------------------------------------------------------------------------------
class LimitsOut(Plain):
    pages = serializers.IntegerField(allow_null=True)
    elements = serializers.IntegerField(allow_null=True)


class ProjectOut(Plain):
    slug = serializers.CharField()
    name = serializers.CharField()
    max_evidence_sets = serializers.IntegerField()
    guide_minutes = serializers.IntegerField(help_text="When to be told of “not enough information”; 0: never.")
    evidence_limits = LimitsOut(help_text="What one set is warned of above; null: never.")


class ClaimOut(Plain):
    text = serializers.CharField()


class DraftOut(Plain):
    version = serializers.IntegerField()
    body = serializers.DictField(
        help_text='{"sets": [[id]], "dropped": [{id: [context id]}], "looks": [{"name": "", "colour": "blue"}], '
        '"active_set": 0, "verdict": "", "challenge": "", "place": {"title": ""}, "saved_by": {...}}; '
        "dropped and looks run beside the sets, and what is missing has its default"
    )


class HighlightOut(Plain):
    kind = serializers.CharField(help_text="sentences or table")
    page = serializers.CharField()
    element_ids = serializers.ListField(child=serializers.CharField())


class AskedOut(Plain):
    type_one_is_true = serializers.BooleanField(allow_null=True)
    several_pages = serializers.BooleanField(allow_null=True)
    mutation = serializers.CharField()
    mutated_type = serializers.CharField(help_text="the claim that the Type III claim is made from: I or II")


class RevisionOut(Plain):
    revision = serializers.IntegerField()
    editable_until = serializers.DateTimeField(allow_null=True, help_text="null: without end")
    editable = serializers.BooleanField()


class AssignmentOut(Plain):
    """What a verifier works on; a writer's is `WriterAssignmentOut`."""

    id = serializers.UUIDField()
    kind = serializers.CharField()
    state = serializers.CharField(help_text="held, parked, submitted, reported, released, skipped or expired")
    leased_until = serializers.DateTimeField()
    elapsed_seconds = serializers.FloatField()
    project = ProjectOut()
    claim = ClaimOut()
    draft = DraftOut()
    active_seconds = serializers.FloatField(
        help_text="as elapsed_seconds, by a clock that stops while the page is hidden"
    )
    operations_received = serializers.DictField(
        child=serializers.IntegerField(), help_text="The highest sequence number that has arrived, by browser."
    )
    verification = RevisionOut(allow_null=True, help_text="what was handed in; null before")


class WriterProjectOut(Plain):
    slug = serializers.CharField()
    name = serializers.CharField()


class WriterAssignmentOut(Plain):
    id = serializers.UUIDField()
    kind = serializers.CharField()
    state = serializers.CharField(help_text="held, submitted, released, skipped or expired")
    leased_until = serializers.DateTimeField()
    elapsed_seconds = serializers.FloatField()
    project = WriterProjectOut()
    highlight = HighlightOut()
    asked = AskedOut()
    draft = DraftOut()
    claims = serializers.DictField(
        allow_null=True,
        help_text='once handed in, by type: {"I": {"text": "", "challenge": "", "revision": 1, "editable": true}}',
    )
    active_seconds = serializers.FloatField(
        help_text="as elapsed_seconds, by a clock that stops while the page is hidden"
    )
    operations_received = serializers.DictField(
        child=serializers.IntegerField(), help_text="The highest sequence number that has arrived, by browser."
    )


ANY_ASSIGNMENT = PolymorphicProxySerializer(
    component_name="AnyAssignment",
    serializers={
        TaskKind.CLAIM_VERIFICATION.value: AssignmentOut,
        TaskKind.CLAIM_GENERATION.value: WriterAssignmentOut,
    },
    resource_type_field_name="kind",
)
ANY_SUBMISSION = PolymorphicProxySerializer(
    component_name="AnySubmission", serializers=[SubmissionIn, ClaimSubmissionIn], resource_type_field_name=None
)


class TakenOut(Plain):
    assignment = serializers.DictField(allow_null=True, help_text="as GET /assignments/<id>/ gives it")
    reason = serializers.CharField(allow_null=True, help_text="Why there is none.")


class SavedOut(Plain):
    version = serializers.IntegerField()
    saved_at = serializers.DateTimeField()
    leased_until = serializers.DateTimeField()


class ReceivedOut(Plain):
    received = serializers.IntegerField(help_text="The highest sequence number of this browser that has arrived.")


class HeldOut(Plain):
    state = serializers.CharField()
    leased_until = serializers.DateTimeField()


class ReleasedOut(Plain):
    state = serializers.CharField()


class SkippedOut(Plain):
    state = serializers.CharField()
    withdrawn = serializers.BooleanField(help_text="Nobody is offered it any more.")


class HintOut(Plain):
    code = serializers.CharField()
    message = serializers.CharField()
    start = serializers.IntegerField(allow_null=True, help_text="first character it is about")
    end = serializers.IntegerField(allow_null=True, help_text="one after the last")


class HintsOut(Plain):
    hints = serializers.DictField(
        child=HintOut(many=True), help_text='by claim type: {"I": [{"code": "no_final_period", ...}]}'
    )


class RevisionsOut(Plain):
    revisions = serializers.DictField(child=serializers.IntegerField(), help_text='{"I": 1, "II": 2, "III": 1}')


class SubmittedOut(Plain):
    verification = serializers.UUIDField(required=False, help_text="of a verifier's submission: its client_id")
    claim_set = serializers.UUIDField(required=False, help_text="of a writer's submission: its client_id")
    created = serializers.BooleanField(help_text="False when this client_id had arrived before.")


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


class ErrorPart(Plain):
    code = serializers.CharField()
    message = serializers.CharField()
    fields = serializers.DictField(child=serializers.ListField(child=serializers.CharField()))  # type: ignore[assignment]


class ErrorOut(Plain):
    error = ErrorPart()
