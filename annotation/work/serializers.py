"""Serializers of what every kind of work shares: assignment, draft, operation log, skipping."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from annotation.work.fields import BrowserField, Plain, SecondsField, TextField, WholeNumberField
from annotation.work.operation_detail import detail_problem
from annotation.work.operations import BY_BROWSER, PROGRAM
from annotation.work.registry import workflows

MAX_OPERATIONS = 2_000
MAX_SEQUENCE = 1_000_000


class AssignNextRequest(Plain):
    kind = TextField(max_length=30, help_text="slug of a workflow")


class DraftIn(Plain):
    base_version = WholeNumberField(min_value=0, max_value=2_000_000_000)
    body = serializers.JSONField()

    def validate_body(self, body: Any) -> dict[str, Any]:
        if not isinstance(body, dict):
            raise serializers.ValidationError(_("Write an object."))
        return body


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


class LoggedIn(Plain):
    """Base of requests with operations. Each browser numbers its own: `browser` keeps two of them apart."""

    browser = BrowserField(default=PROGRAM, help_text="who numbered the operations")
    operations = serializers.ListField(child=OperationIn(), max_length=MAX_OPERATIONS, required=False)


class OperationsIn(LoggedIn):
    operations = serializers.ListField(child=OperationIn(), max_length=MAX_OPERATIONS)


class SkipIn(Plain):
    reason = TextField(
        max_length=20,
        help_text="of a claim: formatting, politics, personal, other; of a highlight: nothing_verifiable, not personal",
    )
    note = TextField(allow_blank=True, max_length=5_000, default="")


class DraftOut(Plain):
    version = serializers.IntegerField()
    body = serializers.DictField(
        help_text='{"sets": [[id]], "dropped": [{id: [context id]}], '
        '"added": [{id: [context id]}], "joined": [{id: [id]}], "looks": [{"name": "", "colour": "blue"}], '
        '"active_set": 0, "verdict": "", "challenge": "", "place": {"title": ""}, "saved_by": {...}}; '
        "dropped, added, joined and looks run beside the sets, and what is missing has its default"
    )


class HeldWorkOut(Plain):
    """What every assignment's payload has; a workflow adds its project, subject and what was submitted."""

    id = serializers.UUIDField()
    kind = serializers.CharField()
    state = serializers.CharField(help_text="held, parked, submitted, reported, released, skipped or expired")
    leased_until = serializers.DateTimeField()
    elapsed_seconds = serializers.FloatField()
    active_seconds = serializers.FloatField(
        help_text="as elapsed_seconds, by a clock that stops while the page is hidden"
    )
    draft = DraftOut()
    operations_received = serializers.DictField(
        child=serializers.IntegerField(), help_text="The highest sequence number that has arrived, by browser."
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


class RevisionIn(Plain):
    base_revision = WholeNumberField(
        min_value=1, max_value=30_000, help_text="the one that is changed; beside it what a submission has"
    )


class RevisedOut(Plain):
    client_id = serializers.UUIDField(help_text="of the revision that is current now")
    revision = serializers.IntegerField()


class HeldOut(Plain):
    state = serializers.CharField()
    leased_until = serializers.DateTimeField()


class ReleasedOut(Plain):
    state = serializers.CharField()


class ParkedOut(Plain):
    state = serializers.CharField()
    kept_until = serializers.DateTimeField(help_text="Until then its place is kept.")


class SkippedOut(Plain):
    state = serializers.CharField()
    withdrawn = serializers.BooleanField(help_text="Nobody is offered it any more.")


class SubmittedOut(Plain):
    """The client id under the workflow's `answer_key`, and whether this request stored the submission."""

    created = serializers.BooleanField(help_text="False when this client_id had arrived before.")

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        ids = {
            workflow.answer_key: serializers.UUIDField(required=False, help_text=f"client_id, of {workflow.slug}")
            for workflow in workflows().values()
        }
        return {**ids, **super().get_fields()}
