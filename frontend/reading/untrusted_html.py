"""Marks of elements that cannot be evidence: an icon with the reason beside each, and a note above the article."""

from __future__ import annotations

from collections import Counter
from html import escape

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy

from annotation.vocabulary.untrusted import REASONS
from corpus.page.elements import Untrusted
from corpus.page.trust import untrusted_reason
from frontend.reading.rendering import Rendering

COUNTED: dict[Untrusted, Promise] = {
    Untrusted.TEMPLATE_CELLS: ngettext_lazy(
        "%d table, whose cells Wikipedia makes with a template that was not read",
        "%d tables, whose cells Wikipedia makes with a template that was not read",
    ),
    Untrusted.MISSING_TEXT: ngettext_lazy(
        "%d place where words are missing that Wikipedia writes with a template",
        "%d places where words are missing that Wikipedia writes with a template",
    ),
}


def why_untrusted(rendering: Rendering, local: str) -> str:
    """The reason as a sentence with what to do about it; "" for a trusted element."""
    reason = untrusted_reason(rendering.layout.untrusted, local)
    if reason is None:
        return ""
    return _("Cannot be evidence: %(reason)s. If you need it, say so with Report or to your manager.") % {
        "reason": REASONS[reason]
    }


def mark_html(rendering: Rendering, local: str) -> str:
    """The icon that says why an element is untrusted; "" for one that is trusted or marked by its table."""
    if local not in rendering.layout.untrusted:
        return ""
    return _icon(why_untrusted(rendering, local))


def table_note_html(rendering: Rendering, table: str, note_id: str) -> str:
    """The line above an untrusted table, for its `aria-describedby`; "" for a trusted one."""
    if table not in rendering.layout.untrusted:
        return ""
    why = why_untrusted(rendering, table)
    return f'<p class="untrusted-note" id="{escape(note_id)}">{_sign()} {escape(why)}</p>'


def page_note_html(rendering: Rendering) -> str:
    """How many elements of the page are untrusted, why, and what to do; "" where there is none."""
    counts = Counter(rendering.layout.untrusted.values())
    if not counts:
        return ""
    kinds = "; ".join(str(COUNTED[reason] % counts[reason]) for reason in Untrusted if counts[reason])
    words = _("Parts of this page cannot be chosen as evidence: %(kinds)s. They are marked with this sign.") % {
        "kinds": kinds
    }
    then = _("If you need one of them, name it with Report or to your manager.")
    return f'<p class="untrusted-note" role="note">{_sign()} {escape(words)} {escape(then)}</p>'


def _icon(why: str) -> str:
    """Empty but for its label, so that the words of the element stay the page's own."""
    return f'<span class="untrusted-mark" role="img" aria-label="{escape(why)}" title="{escape(why)}"></span>'


def _sign() -> str:
    return '<span class="untrusted-mark" aria-hidden="true"></span>'
