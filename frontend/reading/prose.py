"""Markdown that people of a project write, as HTML."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

SCHEMES = {"", "http", "https", "mailto"}


class _Markdown(MarkdownIt):
    """Without HTML. Links by an allow list of schemes: the parser's own rule is a list of those it knows to be bad."""

    def validateLink(self, url: str) -> bool:
        """Whether the address becomes a link; relative ones have no scheme."""
        try:
            scheme = urlsplit(url).scheme
        except ValueError:
            return False
        return scheme in SCHEMES and super().validateLink(url)


_MARKDOWN = _Markdown("js-default", {"html": False}).disable("image")


def rendered(text: str) -> SafeString:
    """The HTML of a text. It holds no mark-up but the parser's own: all that it is given is escaped."""
    html: str = _MARKDOWN.render(text)
    return mark_safe(html)  # noqa: S308 - escaped by the parser
