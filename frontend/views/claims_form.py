"""Claims typed, pasted or uploaded by a manager. What is wrong is named by its line; what was typed is kept."""

from __future__ import annotations

import json
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext, gettext_lazy, ngettext

from annotation.claims.claim_files import ClaimFormat, format_of
from annotation.claims.claim_importer import BadClaims, NewClaim, read_claims

MAX_BYTES = 50 * 1024 * 1024
SHOWN_PROBLEMS = 20


class ClaimsForm(forms.Form):
    """After validation `lines` holds JSONL, as `import_claims` reads it: of the file, or of the text."""

    claims = forms.CharField(
        label=gettext_lazy("Claims, one per line"),
        required=False,
        strip=False,
        widget=forms.Textarea({"rows": 8, "spellcheck": "true"}),
    )
    file = forms.FileField(
        label=gettext_lazy("Or a file"),
        required=False,
        help_text=gettext_lazy(
            'One claim per line (.txt), a table with a column “claim” (.csv), or JSONL: {"claim": "…"}, including '
            "FEVER and FEVEROUS rows."
        ),
    )
    claims_required = True
    lines: list[str]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        text, file = cleaned.get("claims", ""), cleaned.get("file")
        self.lines = []
        if file and text.strip():
            raise ValidationError(
                gettext("There are claims both in the field and in a file. Use one of them at a time.")
            )
        if file:
            self._read("file", _lines_of(file), format_of(file.name or ""))
        elif text.strip():
            self._read("claims", [f"{line}\n" for line in text.splitlines()], ClaimFormat.TEXT)
        elif self.claims_required:
            self.add_error("claims", gettext("Enter at least one claim or choose a file."))
        return cleaned

    def _read(self, field: str, lines: list[str] | None, written_in: ClaimFormat) -> None:
        if lines is None:
            message = gettext("The file is not UTF-8 text or is larger than 50 MB. Save it as UTF-8 and try again.")
            self.add_error(field, message)
            return
        try:
            found = read_claims(lines, written_in)
        except BadClaims as bad:
            for problem in bad.problems[:SHOWN_PROBLEMS]:
                place = {"line": problem.line, "remedy": problem.remedy}
                self.add_error(field, gettext("Line %(line)d: %(remedy)s.") % place)
            more = len(bad.problems) - SHOWN_PROBLEMS
            if more > 0:
                self.add_error(field, ngettext("And %d more line.", "And %d more lines.", more) % more)
            return
        if not found:
            self.add_error(field, gettext("It contains no claims."))
        self.lines = [_as_json(claim) for claim in found]


def _as_json(claim: NewClaim) -> str:
    return json.dumps({"claim": claim.text, "label": claim.intended_label, "challenge": claim.expected_challenge})


def _lines_of(file: UploadedFile[bytes]) -> list[str] | None:
    """With their newlines; None when too large or not UTF-8. Split at newlines only: JSON strings may hold U+2028."""
    if file.size is None or file.size > MAX_BYTES:
        return None
    try:
        content: bytes = file.read()
        text = content.decode("utf-8-sig").replace("\r\n", "\n")
        return [f"{line}\n" for line in text.split("\n")]
    except UnicodeDecodeError:
        return None
