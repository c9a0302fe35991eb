"""Serializers of releases, jobs, claims, annotations and agreement, for programs of managers."""

from __future__ import annotations

from rest_framework import serializers

from annotation.release.privacy.kinds import MOST_PEOPLE, OPTIONAL
from annotation.release.summary import FORMATS
from annotation.work.fields import Plain, TextField, WholeNumberField
from jobs.models import JobState

MOST_ROWS, USUAL_ROWS = 500, 100


class CursorQuery(Plain):
    cursor = serializers.IntegerField(min_value=0, default=0, help_text="`next` of the answer before.")
    limit = serializers.IntegerField(min_value=1, max_value=MOST_ROWS, default=USUAL_ROWS)


class SinceQuery(CursorQuery):
    since = serializers.DateTimeField(
        default=None, help_text="Only what was added or changed from this time on: 2026-11-21T10:00:00Z."
    )


class JobsQuery(CursorQuery):
    kind = serializers.CharField(max_length=60, default="")
    state = serializers.ChoiceField(choices=JobState.choices, default="")


class AgreementQuery(Plain):
    claims = serializers.IntegerField(
        min_value=0, max_value=MOST_ROWS, default=20, help_text="The most claim ids behind each value."
    )


class ReleaseRequest(Plain):
    """What is left out is as on the page of releases: the paper's splits, every format, the project's free texts."""

    splits = serializers.ListField(
        child=serializers.FloatField(min_value=0, max_value=1),
        min_length=3,
        max_length=3,
        required=False,
        help_text="Shares of train, dev and test; they sum to 1.",
    )
    seed = WholeNumberField(min_value=0, max_value=2**53, required=False)
    test_nei = serializers.FloatField(min_value=0, max_value=1, allow_null=True, required=False)
    balanced = serializers.BooleanField(
        required=False, help_text="Equally many claims of each verdict in dev and in test."
    )
    operations = serializers.BooleanField(required=False)
    whole_corpus = serializers.BooleanField(required=False)
    shared_task = serializers.BooleanField(required=False)
    formats = serializers.ListField(child=TextField(), max_length=len(FORMATS), required=False)
    left_out = serializers.ListField(child=TextField(), max_length=len(OPTIONAL), required=False)
    smallest_group = WholeNumberField(min_value=1, max_value=MOST_PEOPLE, required=False)
    without_people = serializers.ListField(
        child=TextField(),
        max_length=MOST_ROWS,
        required=False,
        help_text="User names of people of whose work nothing is released.",
    )
    without_periods = serializers.ListField(
        child=serializers.ListField(child=serializers.DateField(), min_length=2, max_length=2),
        max_length=MOST_ROWS,
        required=False,
        help_text="First and last day (UTC) of periods in which nothing that was submitted is released.",
    )
    first_counts = serializers.BooleanField(
        required=False,
        help_text="Whether the first annotation is released where verdicts differ and nobody adjudicated.",
    )
    previous = WholeNumberField(
        min_value=1,
        allow_null=True,
        required=False,
        help_text="Id of the release since which CHANGELOG.md tells.",
    )


class ReleaseOut(Plain):
    id = serializers.IntegerField()
    name = serializers.CharField()
    version = serializers.CharField(allow_blank=True, help_text="of the data statement")
    created_at = serializers.DateTimeField()
    claims = serializers.IntegerField(help_text="of the project")
    released = serializers.IntegerField(help_text="claims")
    rows = serializers.DictField(child=serializers.IntegerField(), help_text="split -> released claims")
    bytes = serializers.IntegerField(help_text="of all files")
    manifest_sha256 = serializers.CharField()
    is_shared_task = serializers.BooleanField()
    settings = serializers.DictField()


class ReleasesOut(Plain):
    releases = ReleaseOut(many=True)
    next = serializers.IntegerField(allow_null=True)


class FileOut(Plain):
    path = serializers.CharField(help_text="below releases/<id>/files/")
    bytes = serializers.IntegerField()
    sha256 = serializers.CharField(help_text="its ETag, which is in quotation marks")


class OneReleaseOut(ReleaseOut):
    files = FileOut(many=True)


class JobOut(Plain):
    id = serializers.IntegerField()
    kind = serializers.CharField()
    state = serializers.ChoiceField(choices=JobState.choices)
    done = serializers.IntegerField()
    total = serializers.IntegerField(help_text="0 while it is unknown")
    message = serializers.CharField(allow_blank=True)
    error = serializers.CharField(allow_blank=True)
    release = serializers.IntegerField(allow_null=True, help_text="that it has made")
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)


class JobsOut(Plain):
    jobs = JobOut(many=True)
    next = serializers.IntegerField(allow_null=True)


class ListedClaim(Plain):
    id = serializers.IntegerField(help_text="its number in releases")
    claim = serializers.CharField()
    claim_type = serializers.CharField(allow_blank=True)
    mutation = serializers.CharField(allow_blank=True)
    intended_label = serializers.CharField(allow_blank=True)
    expected_challenge = serializers.CharField(allow_blank=True)
    highlight = serializers.IntegerField(allow_null=True)
    writer = serializers.CharField(allow_null=True, help_text="pseudonym, as in releases")
    created_at = serializers.DateTimeField()
    revision = serializers.IntegerField(help_text="1, and one more with every change of its words")
    annotations = serializers.IntegerField(help_text="current ones")
    adjudicated = serializers.CharField(allow_null=True, help_text="verdict")


class ClaimsOut(Plain):
    claims = ListedClaim(many=True)
    next = serializers.IntegerField(allow_null=True)


class PieceOut(Plain):
    element = serializers.CharField()
    context = serializers.ListField(child=serializers.CharField())  # type: ignore[assignment]
    page_revision = serializers.IntegerField(allow_null=True)
    content_hash = serializers.CharField(allow_blank=True)


class AnnotationOut(Plain):
    annotation = serializers.IntegerField()
    id = serializers.IntegerField(help_text="number of the claim in releases")
    annotator = serializers.CharField(help_text="pseudonym, as in releases")
    revision = serializers.IntegerField()
    is_current = serializers.BooleanField()
    verdict = serializers.CharField()
    challenge = serializers.CharField(allow_blank=True)
    unsure = serializers.BooleanField()
    submitted_at = serializers.DateTimeField(help_text="of this revision")
    guidelines_version = serializers.IntegerField(
        allow_null=True, help_text="version of the guidelines that it was made under; 0: the default, null: not known"
    )
    evidence = serializers.ListField(child=PieceOut(many=True), help_text="sets of pieces")


class AnnotationsOut(Plain):
    annotations = AnnotationOut(many=True)
    next = serializers.IntegerField(allow_null=True)


class AdjudicatorsOut(Plain):
    items = serializers.IntegerField(help_text="Claims that two adjudicators decided on, the second blind.")
    agreed = serializers.IntegerField(help_text="Of these: one verdict, and evidence that overlaps by 70 %.")
    not_blind = serializers.IntegerField(help_text="Left out: the second was a manager, who could read the first.")
    waiting_for_second = serializers.IntegerField()
    waiting_for_manager = serializers.IntegerField()
    figures = serializers.ListField(child=serializers.DictField())


class AgreementOut(Plain):
    project = serializers.CharField()
    computed_at = serializers.DateTimeField()
    is_stale = serializers.BooleanField(help_text="Work has been submitted or changed since.")
    items = serializers.IntegerField()
    two_way = serializers.IntegerField()
    three_way = serializers.IntegerField()
    verifications = serializers.IntegerField()
    figures = serializers.ListField(child=serializers.DictField())
    groups = serializers.DictField(child=serializers.ListField(child=serializers.DictField()))
    annotators = serializers.DictField()
    competence = serializers.ListField(child=serializers.DictField(), required=False)
    adjudicators = AdjudicatorsOut()
