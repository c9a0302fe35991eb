"""Claims typed, pasted or uploaded by a manager. What is wrong is named by its line; what was typed is kept."""

from __future__ import annotations

import json
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext, gettext_lazy, ngettext

from annotation.workflows.claim_generation.claims_in import BadClaims, read_claims

MAX_BYTES = 50 * 1024 * 1024
SHOWN_PROBLEMS = 20


class ClaimsForm(forms.Form):
    """After validation `lines` holds JSONL, as `import_claims` reads it: of the file, or of the text."""

    claims = forms.CharField(
        label=gettext_lazy("Claims, one a line"),
        required=False,
        strip=False,
        widget=forms.Textarea({"rows": 8, "spellcheck": "true"}),
    )
    file = forms.FileField(
        label=gettext_lazy("Or a JSONL file"),
        required=False,
        help_text=gettext_lazy('One object a line, {"claim": "…"}, or the rows of a FEVEROUS data set.'),
    )
    claims_required = True
    lines: list[str]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        text, file = cleaned.get("claims", ""), cleaned.get("file")
        self.lines = []
        if file and text.strip():
            raise ValidationError(gettext("There are claims in the field and in a file. Give one of them at a time."))
        if file:
            self._read("file", _lines_of(file))
        elif text.strip():
            self._read("claims", [_as_json(line) for line in text.splitlines()])
        elif self.claims_required:
            self.add_error("claims", gettext("Write at least one claim, or choose a file."))
        return cleaned

    def _read(self, field: str, lines: list[str] | None) -> None:
        if lines is None:
            message = gettext("The file is not text in UTF-8, or larger than 50 MB. Save it as UTF-8 and try again.")
            self.add_error(field, message)
            return
        try:
            found = read_claims(lines)
        except BadClaims as bad:
            for problem in bad.problems[:SHOWN_PROBLEMS]:
                place = {"line": problem.line, "remedy": problem.remedy}
                self.add_error(field, gettext("Line %(line)d: %(remedy)s.") % place)
            more = len(bad.problems) - SHOWN_PROBLEMS
            if more > 0:
                self.add_error(field, ngettext("And %d more line.", "And %d more lines.", more) % more)
            return
        if not found:
            self.add_error(field, gettext("There is no claim in it."))
        self.lines = lines


def _as_json(line: str) -> str:
    """A blank line stays blank, so that the lines keep their numbers."""
    return json.dumps({"claim": line}) if line.strip() else ""


def _lines_of(file: UploadedFile[bytes]) -> list[str] | None:
    """None when it is too large or not UTF-8. Split at newlines only: JSON strings may hold U+2028."""
    if file.size is None or file.size > MAX_BYTES:
        return None
    try:
        content: bytes = file.read()
        return content.decode("utf-8-sig").split("\n")
    except UnicodeDecodeError:
        return None
