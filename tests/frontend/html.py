"""Ask a page for its parts and its messages by what does not change with its words."""

from __future__ import annotations

import re
from typing import Any

from selectolax.lexbor import LexborHTMLParser, LexborNode


def select(html: str, selector: str) -> list[LexborNode]:
    """The elements that a CSS selector finds."""
    return LexborHTMLParser(html).css(selector)


def has_form_in_form(html: str) -> bool:
    """Whether a form stands inside another one: browsers leave the inner one out, and its buttons submit the outer."""
    opened = 0
    for closing in re.findall(r"<(/?)form\b", html):
        opened += -1 if closing else 1
        if opened > 1:
            return True
    return False


def texts(html: str, selector: str) -> list[str]:
    """The text of each element that a CSS selector finds, its white space made single spaces."""
    return [" ".join(node.text(separator=" ").split()) for node in select(html, selector)]


def levels(answer: Any) -> list[str]:
    """The levels of the messages on an answered page: success, error and so on."""
    return [message.level_tag for message in answer.context["messages"]]


def codes(form: Any) -> dict[str, list[str]]:
    """The codes of a form's errors, by field."""
    return {field: [error.code for error in errors] for field, errors in form.errors.as_data().items()}


def form_values(html: str, selector: str) -> dict[str, list[str]]:
    """What a browser would send of the forms that a CSS selector finds, unchanged."""
    sent: dict[str, list[str]] = {}
    for form in select(html, selector):
        for box in form.css("input[name], textarea[name]"):
            given = box.attributes
            if given.get("type") not in {"checkbox", "radio"} or "checked" in given:
                value = box.text() if box.tag == "textarea" else given.get("value") or ""
                sent.setdefault(given["name"] or "", []).append(value)
        for choice in form.css("select[name]"):
            chosen = choice.css("option[selected]")
            if not chosen and "multiple" not in choice.attributes:
                chosen = choice.css("option")[:1]
            values = [option.attributes.get("value") or "" for option in chosen]
            sent.setdefault(choice.attributes["name"] or "", []).extend(values)
    return sent
