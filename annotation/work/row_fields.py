"""Checks of the fields of imported rows, which every workflow's importer says in the same words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from corpus.characters import storable


def text_problem(field: str, value: object, most: int, *, is_needed: bool = False) -> str:
    """What is wrong with a text of a row, as a sentence that names the field and the remedy; "" if nothing is.

    `most`: characters. None is an empty text, which only a needed one must not be.
    """
    if value is not None and not isinstance(value, str):
        return _("%(field)s: no text; write it in quotation marks, or leave it out") % {"field": field}
    text = value or ""
    if is_needed and not text.strip():
        return _("%(field)s: missing or empty") % {"field": field}
    if len(text) > most:
        size = {"field": field, "count": len(text), "most": most}
        return _("%(field)s: %(count)d characters are too many; %(most)d is the most") % size
    if storable(text) != text:
        return _("%(field)s: has a character that cannot be stored; remove it") % {"field": field}
    return ""
