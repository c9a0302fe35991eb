"""What a project accepts as evidence."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import models
from django.utils.translation import gettext_lazy as _

from corpus.page.element_id import ElementKind, parse


class EvidenceKinds(models.TextChoices):
    """FEVEROUS takes every element; FEVER takes sentences of introductions."""

    ALL = "all", _("sentences, tables and lists")
    SENTENCES = "sentences", _("sentences only")
    INTRODUCTIONS = "introductions", _("sentences of introductions only")


def is_accepted(kinds: str, element_id: str, context: Iterable[str]) -> bool:
    """Return whether a project of these kinds takes the element as evidence.

    `context`: full ids, as `corpus.page.context` gives them. A sentence is of the introduction if no section is
    among them.
    Raises BadElementId.
    """
    if kinds == EvidenceKinds.ALL:
        return True
    if parse(element_id).kind is not ElementKind.SENTENCE:
        return False
    return kinds == EvidenceKinds.SENTENCES or all(parse(one).kind is not ElementKind.SECTION for one in context)
