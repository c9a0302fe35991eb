"""Why an element of the corpus cannot be evidence, in words."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from corpus.page.elements import Untrusted

REASONS: dict[Untrusted, str | Promise] = {
    Untrusted.TEMPLATE_CELLS: _("Wikipedia makes cells of this table with a template that was not read"),
    Untrusted.MISSING_TEXT: _("words are missing here that Wikipedia writes with a template"),
}
