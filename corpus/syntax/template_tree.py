"""A template's definition: text, parameters and calls, ready to be expanded (`corpus.templates.definitions`)."""

from __future__ import annotations

from typing import NamedTuple, Protocol


class Argued(NamedTuple):
    """{{{name|default}}}; `default` is None where there is none."""

    name: Body
    default: Body | None


class Called(NamedTuple):
    """{{name|arguments}}; an argument without a name has None for it."""

    name: Body
    arguments: tuple[tuple[Body | None, Body], ...]


Body = tuple["str | Argued | Called", ...]


class Definitions(Protocol):
    """The templates of the wikis that are imported."""

    def body(self, language: str, name: str) -> Body | None:
        """What a template of this name (`corpus.templates.call.template_name`) is made of; None for an unknown one."""

    def infoboxes(self, language: str) -> frozenset[str]:
        """The names of the templates that make infoboxes."""
