"""Serializers of claim verification. They are blind: no key for writer, highlight, claim type or intended label."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from annotation.evidence.models import LONGEST_SET_NAME, SetColour
from annotation.evidence.rules import Refinement, beside, cleaned, cleaned_refinement
from annotation.evidence.verdict_rules import problems
from annotation.projects.models import PageView
from annotation.vocabulary.evidence_kinds import EvidenceKinds
from annotation.vocabulary.submission_check import (
    LONGEST_NOTE,
    LONGEST_SUBJECT,
    MOST_SUBJECTS,
    REASONS,
    CheckCode,
    LineState,
)
from annotation.work.fields import ClientIdField, ElementIdField, Plain, TextField
from annotation.work.serializers import HeldWorkOut, LoggedIn
from annotation.workflows.claim_verification.contradictions import contradiction_problems


class LookIn(Plain):
    """How a set is marked; it means nothing."""

    name = TextField(allow_blank=True, max_length=LONGEST_SET_NAME, default="")
    colour = serializers.ChoiceField(choices=["", *SetColour.values], default="")


def _refinement(words: str) -> serializers.ListField:
    """Beside the sets: of each element, other elements."""
    of_element = serializers.DictField(child=serializers.ListField(child=ElementIdField(), max_length=1_000))
    return serializers.ListField(child=of_element, max_length=100, default=list, help_text=words)


class CheckLineIn(Plain):
    """What became of a line of the check before submission."""

    code = serializers.ChoiceField(choices=[each.value for each in CheckCode])
    subjects = serializers.ListField(
        child=TextField(max_length=LONGEST_SUBJECT), max_length=MOST_SUBJECTS, default=list
    )
    state = serializers.ChoiceField(choices=[each.value for each in LineState])
    reason = TextField(allow_blank=True, max_length=30, default="", help_text="of a dismissed line")
    note = TextField(allow_blank=True, max_length=LONGEST_NOTE, default="", help_text="of a dismissed line")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        is_dismissed = attrs["state"] == LineState.DISMISSED
        if is_dismissed and attrs["reason"] not in REASONS[CheckCode(attrs["code"])]:
            raise serializers.ValidationError({"reason": ["This is no reason for dismissing this line."]})
        return attrs if is_dismissed else attrs | {"reason": "", "note": ""}


REFINEMENTS = ("dropped_context", "added_context", "joined_sentences")


class SubmissionIn(LoggedIn):
    """Needs `max_sets` (how many evidence sets the project takes) and `labels` (its label set) in its context, and
    `labels_sets`: whether each set has a label of its own; the project then asks for no challenge.

    The refinements and `looks` run beside the sets, and may be shorter or left out.
    """

    client_id = ClientIdField()
    verdict = TextField(allow_blank=True, max_length=100)
    challenge = TextField(allow_blank=True, max_length=100)
    evidence_sets = serializers.ListField(
        child=serializers.ListField(child=ElementIdField(), max_length=5_000), max_length=100
    )
    dropped_context = _refinement(
        '[{"Page_cell_0_1_1": ["Page_header_cell_0_0_1"]}]: header cells that are no context of it'
    )
    added_context = _refinement(
        '[{"Page_cell_0_1_1": ["Page_header_cell_0_2_0"]}]: elements of its page that are context of it too'
    )
    joined_sentences = _refinement(
        '[{"Page_sentence_0": ["Page_sentence_1"]}]: the sentence after it, of the same set, that is its second half'
    )
    looks = serializers.ListField(child=LookIn(), max_length=100, default=list)
    set_labels = serializers.ListField(
        child=TextField(allow_blank=True, max_length=100),
        max_length=100,
        default=list,
        help_text="of a project whose pages are lines: beside the sets, the verdict that each leads to",
    )
    unsure = serializers.BooleanField(default=False, help_text="The person is not sure of it and says so.")
    contradictions = serializers.ListField(
        child=serializers.ListField(child=ElementIdField(), min_length=2, max_length=2),
        max_length=100,
        default=list,
        help_text='[["Page_sentence_0", "Other_cell_0_1_1"]]: passages that contradict each other',
    )
    check = CheckLineIn(many=True, default=list, help_text="lines of the check before submission, one of each code")

    def validate_contradictions(self, value: list[list[str]]) -> list[list[str]]:
        pairs = cleaned(value)
        if found := contradiction_problems(pairs):
            raise serializers.ValidationError(found)
        return pairs

    def validate_check(self, value: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return list({line["code"]: line for line in value}.values())

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        given = attrs["evidence_sets"]
        sets = cleaned(given)
        refined = {name: _cleaned(given, attrs[name]) for name in REFINEMENTS}
        said = attrs.pop("set_labels")
        labelled = self.context.get("labels_sets", False)
        if any(said) and not labelled:
            raise serializers.ValidationError({"set_labels": [_("Evidence sets have no labels in this project.")]})
        set_labels = beside(given, said, "")
        found = problems(
            verdict=attrs["verdict"],
            challenge=attrs["challenge"],
            evidence_sets=sets,
            max_sets=self.context["max_sets"],
            labels=self.context["labels"],
            set_labels=set_labels if labelled else None,
            asks_challenge=not labelled,
            **refined,
        )
        if found:
            raise serializers.ValidationError(found)
        return attrs | {
            "evidence_sets": sets,
            **{name: each[: len(sets)] for name, each in refined.items()},
            "looks": _labelled(beside(given, attrs["looks"], {}), set_labels),
        }


def _labelled(looks: Sequence[Mapping[str, str]], set_labels: Sequence[str]) -> list[dict[str, str]]:
    """The looks of sets, each with the label of its set where it has one."""
    return [{**look, "label": label} if label else {**look} for look, label in zip(looks, set_labels, strict=True)]


def _cleaned(given: list[list[str]], refinement: list[Refinement]) -> list[dict[str, list[str]]]:
    """Of the sets that are kept, and behind them what is given for sets that there are not."""
    return [cleaned_refinement(one) for one in [*beside(given, refinement, {}), *refinement[len(given) :]]]


class LimitsOut(Plain):
    pages = serializers.IntegerField(allow_null=True)
    elements = serializers.IntegerField(allow_null=True)


class ProjectOut(Plain):
    slug = serializers.CharField()
    name = serializers.CharField()
    max_evidence_sets = serializers.IntegerField()
    evidence_kinds = serializers.CharField(help_text=f"what evidence may be: {', '.join(EvidenceKinds.values)}")
    page_view = serializers.CharField(help_text=f"how pages are read: {', '.join(PageView.values)}")
    guide_minutes = serializers.IntegerField(help_text="When to be told of “not enough information”; 0: never.")
    evidence_limits = LimitsOut(help_text="What one set is warned of above; null: never.")
    submission_check = serializers.BooleanField(help_text="Whether to ask for the check before submission.")


class ClaimOut(Plain):
    text = serializers.CharField()
    page = serializers.CharField(
        required=False, help_text="title of the page that it was written from, only where the project opens it"
    )


class RevisionOut(Plain):
    revision = serializers.IntegerField()
    editable_until = serializers.DateTimeField(allow_null=True, help_text="null: without end")
    editable = serializers.BooleanField()


class AssignmentOut(HeldWorkOut):
    """What a verifier works on; a writer's is `WriterAssignmentOut`."""

    guided = serializers.CharField(help_text="kind of a guided example, which nothing counts; empty: an ordinary task")
    project = ProjectOut()
    claim = ClaimOut()
    verification = RevisionOut(allow_null=True, help_text="what was submitted; null before")
