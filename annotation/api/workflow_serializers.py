"""Serializers that accept or return either workflow's shape."""

from __future__ import annotations

from drf_spectacular.utils import PolymorphicProxySerializer

from annotation.api.generation_serializers import ClaimSubmissionIn, WriterAssignmentOut
from annotation.api.verification_serializers import AssignmentOut, SubmissionIn
from annotation.vocabulary.tasks import TaskKind

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
