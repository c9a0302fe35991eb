"""Filters of the quality pages."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from annotation.quality.agreement.filters import Filters
from annotation.vocabulary.highlight_kinds import HighlightKind
from annotation.work.guidelines import written_versions
from annotation.work.registry import comparable_workflows
from frontend.templatetags.words import CLAIM_TYPES, MUTATIONS
from frontend.views.lists import ANY
from frontend.views.quality.access import QualityAccess

NAMES = ("ways", "claim_type", "mutation", "challenge", "highlight_kind", "person", "guidelines", "first", "last")


class FilterForm(forms.Form):
    ways = forms.TypedChoiceField(
        label=_("Verifiers"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=[ANY, ("2", _("two-way")), ("3", _("three-way"))],
    )
    claim_type = forms.ChoiceField(label=_("Claim type"), required=False, choices=[ANY, *CLAIM_TYPES.items()])
    mutation = forms.ChoiceField(label=_("Mutation"), required=False, choices=[ANY, *MUTATIONS.items()])
    challenge = forms.ChoiceField(label=_("Challenge"), required=False)
    highlight_kind = forms.ChoiceField(label=_("Highlight"), required=False, choices=[ANY, *HighlightKind.choices])
    person = forms.TypedChoiceField(label=_("Annotator"), required=False, coerce=int, empty_value=None)
    guidelines = forms.TypedChoiceField(
        label=_("Guidelines version"), required=False, coerce=int, empty_value=None, choices=[ANY]
    )
    first = forms.DateField(label=_("From"), required=False, widget=forms.DateInput({"type": "date"}))
    last = forms.DateField(label=_("Until"), required=False, widget=forms.DateInput({"type": "date"}))

    def __init__(self, *args: Any, access: QualityAccess, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        challenges = access.labels.challenge_set.names
        self.fields["challenge"].choices = [ANY, *challenges.items()]  # type: ignore[attr-defined]
        people = sorted(access.names().items(), key=lambda one: natural(one[1]))
        self.fields["person"].choices = [("", _("anyone")), *people]  # type: ignore[attr-defined]
        versions = written_versions(access.project, *comparable_workflows(access.project))
        if versions:
            self.fields["guidelines"].choices = [ANY, *version_choices(versions)]  # type: ignore[attr-defined]
        else:
            del self.fields["guidelines"]


def version_choices(versions: list[int]) -> list[tuple[str, Any]]:
    """Choices of a filter by version: Attest's own text and those of the project."""
    return [("0", _("default")), *((str(version), str(version)) for version in versions)]


def natural(name: str) -> tuple[int, str]:
    """Order for names that end in numbers: "Annotator 2" before "Annotator 10"."""
    digits = name.rpartition(" ")[2]
    return (int(digits) if digits.isascii() and digits.isdigit() else 0, name)


def asked_filters(request: HttpRequest, access: QualityAccess) -> tuple[FilterForm, Filters]:
    """The form and what it says. A filter that makes no sense is left out, and marked in the form."""
    form = FilterForm({name: request.GET.get(name, "").replace("\0", "") for name in NAMES}, access=access)
    form.is_valid()
    return form, Filters(**{name: value for name, value in form.cleaned_data.items() if value not in (None, "")})


def query_of(filters: Filters, **more: object) -> str:
    """The filters as they stand in an address, with more beside them: "?ways=2&by=week"; "" of nothing."""
    given = {name: getattr(filters, name) for name in NAMES} | more
    query = urlencode({name: value for name, value in given.items() if value not in (None, "")})
    return f"?{query}" if query else ""
