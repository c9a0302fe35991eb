"""Fields of the forms by which managers draw tasks from a corpus."""

from __future__ import annotations

from django import forms

MOST = 10_000  # they are stored in one transaction, which others wait for; more are the command's business
LARGEST_SEED = 2**63 - 1


class TitlesField(forms.CharField):
    """Page titles, one a line."""

    def clean(self, value: object) -> list[str]:
        return [line.strip() for line in super().clean(value).splitlines() if line.strip()]
