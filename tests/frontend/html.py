"""Ask a page for its parts and its messages by what does not change with its words."""

from __future__ import annotations

from typing import Any

from selectolax.lexbor import LexborHTMLParser, LexborNode


def select(html: str, selector: str) -> list[LexborNode]:
    """The elements that a CSS selector finds."""
    return LexborHTMLParser(html).css(selector)


def texts(html: str, selector: str) -> list[str]:
    """The text of each element that a CSS selector finds, its white space made single spaces."""
    return [" ".join(node.text(separator=" ").split()) for node in select(html, selector)]


def levels(answer: Any) -> list[str]:
    """The levels of the messages on an answered page: success, error and so on."""
    return [message.level_tag for message in answer.context["messages"]]


def codes(form: Any) -> dict[str, list[str]]:
    """The codes of a form's errors, by field."""
    return {field: [error.code for error in errors] for field, errors in form.errors.as_data().items()}
