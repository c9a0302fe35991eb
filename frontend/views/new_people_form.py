"""Form to add people to a project: names typed in, or a CSV file with a row for each person."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from annotation.accounts.models import User
from annotation.projects.models import Project, Role
from annotation.work.registry import roles_in
from frontend.views.projects import NamesField, problem_of_name

NAME_COLUMNS, ROLE_COLUMNS = ("name", "username"), ("roles", "role")
MOST_BYTES, MOST_ROWS, MOST_ERRORS = 1_000_000, 5_000, 20
People = dict[Role, list[str]]


class RolesForm(forms.Form):
    """Roles of the project's kinds of work, and those that `member` has."""

    roles = forms.MultipleChoiceField(label=_("Roles"), widget=forms.CheckboxSelectMultiple, required=False)

    def __init__(self, data: Any = None, *, project: Project, member: User | None = None) -> None:
        super().__init__(data)
        self.fields["roles"].choices = role_choices(project, member)  # type: ignore[attr-defined]


class NewPeopleForm(RolesForm):
    """`cleaned_data["people"]`: Role -> names, of the text field and the file together."""

    names = NamesField(label=_("Names"))
    file = forms.FileField(label=_("CSV file"), required=False)
    field_order = ("names", "file", "roles")

    def __init__(self, data: Any = None, files: Any = None, *, project: Project) -> None:
        super().__init__(data, project=project)
        if files:
            self.files = files

    def clean(self) -> dict[str, object]:
        cleaned = self.cleaned_data
        names, file = cleaned.get("names") or [], cleaned.get("file")
        ticked = [Role(role) for role in cleaned.get("roles") or []]
        people: People = {role: list(names) for role in ticked}
        if not names and not file and not {"names", "file"} & set(self.errors):
            self.add_error("names", gettext("Enter at least one name."))
        if names and not ticked and "roles" not in self.errors:
            self.add_error("roles", gettext("Choose at least one role."))
        if file and "roles" not in self.errors:
            allowed = dict(self.fields["roles"].choices)  # type: ignore[attr-defined]
            try:
                for role, listed in people_of_file(file, ticked, allowed).items():
                    people.setdefault(role, []).extend(listed)
            except ValidationError as error:
                self.add_error("file", error)
        return cleaned | {"people": people}


def people_of_file(file: UploadedFile[Any], ticked: list[Role], allowed: Mapping[str, str]) -> People:
    """Read a CSV file with the columns name and roles; a row without roles gets those that are ticked in the form.

    `allowed`: role -> label, either of which a row may give; several are separated by semicolons, commas or bars.
    Raises ValidationError that names every wrong line.
    """
    rows = _rows(file)
    by_word = {word.casefold(): Role(value) for value, label in allowed.items() for word in (value, label)}
    people: People = {}
    wrong = []
    for line, row in rows:
        name = User.normalize_username((_cell(row, NAME_COLUMNS) or "").strip())
        said = [word.strip() for word in re.split("[;,|]", _cell(row, ROLE_COLUMNS) or "")]
        roles = [by_word.get(word.casefold()) for word in said if word] or ticked
        problem = problem_of_name(name) if name else gettext("There is no name.")
        if problem := problem or _problem_of_roles(roles, said, by_word):
            wrong.append(gettext("Line %(line)d: %(problem)s") % {"line": line, "problem": problem})
        for role in roles if not wrong else []:
            if role is not None:
                people.setdefault(role, []).append(name)
    if wrong:
        more = len(wrong) - MOST_ERRORS
        shown = wrong[:MOST_ERRORS] + ([gettext("And %(count)d more.") % {"count": more}] if more > 0 else [])
        raise ValidationError([*shown, gettext("Nobody was added: correct these lines and upload the file again.")])
    return people


def _rows(file: UploadedFile[Any]) -> list[tuple[int, dict[str, str]]]:
    """(line, column -> cell) of each row that is not empty. Raises ValidationError."""
    if (file.size or 0) > MOST_BYTES:
        raise ValidationError(gettext("The file is larger than 1 MB."))
    try:
        text = file.read().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValidationError(gettext("The file is not UTF-8 text: save it as “CSV UTF-8”.")) from None
    head = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=head.count)
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        reader.fieldnames = [(name or "").strip().casefold() for name in reader.fieldnames or []]
        rows = [(reader.line_num, row) for row in reader if any(one for one in row.values() if isinstance(one, str))]
    except csv.Error as error:
        message = gettext("Line %(line)d: %(problem)s") % {"line": reader.line_num + 1, "problem": error}
        raise ValidationError(message) from None
    if not set(NAME_COLUMNS) & set(reader.fieldnames):
        raise ValidationError(
            gettext("The first line must name the columns: “name”, and “roles” where people have different ones.")
        )
    if not rows:
        raise ValidationError(gettext("The file has no people."))
    if len(rows) > MOST_ROWS:
        raise ValidationError(gettext("The file has more than %(count)d people.") % {"count": MOST_ROWS})
    return rows


def _cell(row: Mapping[str, str], columns: tuple[str, ...]) -> str | None:
    return next((row[name] for name in columns if row.get(name)), None)


def _problem_of_roles(roles: list[Role | None] | list[Role], said: list[str], by_word: Mapping[str, Role]) -> str:
    unknown = [word for word in said if word and word.casefold() not in by_word]
    if unknown:
        known = ", ".join(dict.fromkeys(by_word.values()))
        return gettext("“%(role)s” is not a role of this project. Roles: %(known)s.") % {
            "role": unknown[0],
            "known": known,
        }
    return "" if roles else gettext("There is no role, and none is ticked in the form.")


def role_choices(project: Project, member: User | None = None) -> list[tuple[str, str]]:
    """Value and label of the roles that one can have, with those that `member` has for a kind of work that is off."""
    roles: set[str] = set(roles_in(project))
    if member is not None:
        roles |= set(project.memberships.filter(user=member).values_list("role", flat=True))
    return [(value, str(label)) for value, label in Role.choices if value in roles]
