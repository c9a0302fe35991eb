"""Markdown that people of a project write, as HTML."""

from __future__ import annotations

from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

# "js-default" passes no HTML through, and no address but http, https, mailto and relative ones.
_MARKDOWN = MarkdownIt("js-default", {"html": False}).disable("image")


def rendered(text: str) -> SafeString:
    """The HTML of a text. It holds no mark-up but the parser's own: all that it is given is escaped."""
    html: str = _MARKDOWN.render(text)
    return mark_safe(html)  # noqa: S308 - escaped by the parser
