"""Expand a template by the wiki's own definition: parameters, parser functions, templates that are defined too.

What is not defined stays a call, for `corpus.templates.render`; so do the words of the page, which are put in place as
they are written. Lua is not run: modules that infoboxes are made with are written again in
`corpus.templates.lua_modules`, calls of all others are a HOLE and recorded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from corpus.syntax.parser_state import HOLE
from corpus.syntax.template_tree import Argued, Body, Called, Definitions
from corpus.templates.lua_modules import MODULES, TEMPLATES, infobox
from corpus.templates.parser_functions import FUNCTIONS, VARIABLES, Later

MOST_NODES, MOST_CHARACTERS, DEEPEST = 300_000, 2_000_000, 40  # MediaWiki: 1,000,000, 2 MB, 40
_PREFIX = re.compile(r"\s*(?:(?:safe)?subst:|template:)\s*", re.IGNORECASE)

Arguments = Mapping[str, str]


class TooMuch(Exception):
    """The expansion goes beyond what is read of one infobox."""


@dataclass(slots=True)
class Expansion:
    """One expansion, on the page `title` of a wiki in `language`.

    `known` says whether a template that has a definition is rendered otherwise. `unread` are the arguments of modules
    that could not be run; `loops` counts templates that include themselves.
    """

    definitions: Definitions
    language: str
    title: str
    known: Callable[[str], bool]
    unread: list[str] = field(default_factory=list)
    loops: int = 0
    nodes: int = 0
    characters: int = 0
    _stack: list[str] = field(default_factory=list)

    def template(self, name: str, arguments: Arguments) -> str | None:
        """The text of a template with its arguments filled in; None when it has no definition. Raises TooMuch."""
        body = self.definitions.body(self.language, name)
        if body is None:
            return None
        if name in self._stack:
            self.loops += 1
            return ""
        if len(self._stack) >= DEEPEST:
            raise TooMuch
        self._stack.append(name)
        try:
            return self.text(body, arguments)
        finally:
            self._stack.pop()

    def text(self, body: Body, arguments: Arguments) -> str:
        """The text of a piece of a definition."""
        parts: list[str] = []
        for node in body:
            self.nodes += 1
            if isinstance(node, str):
                piece = node
            elif isinstance(node, Argued):
                piece = self._argument(node, arguments)
            else:
                piece = self._call(node, arguments)
            self.characters += len(piece)
            if self.nodes > MOST_NODES or self.characters > MOST_CHARACTERS:
                raise TooMuch
            parts.append(piece)
        return "".join(parts)

    def _argument(self, node: Argued, arguments: Arguments) -> str:
        name = self.text(node.name, arguments).strip()
        value = arguments.get(name)
        if value is not None:
            return value
        return f"{{{{{{{name}}}}}}}" if node.default is None else self.text(node.default, arguments)

    def _call(self, node: Called, arguments: Arguments) -> str:
        written = self.text(node.name, arguments)
        name = _PREFIX.sub("", written)
        function, colon, first = name.partition(":")
        function = function.strip().lower()
        if colon and function == "#invoke":
            return self._module(first, node, arguments)
        if colon and function in FUNCTIONS:
            later = [self._later(each, arguments) for each in node.arguments]
            return FUNCTIONS[function](first.replace(HOLE, "").strip(), later)
        if name.strip() in VARIABLES:
            return VARIABLES[name.strip()](self.title)
        if function.startswith("#") or (colon and name.isupper()):
            return ""  # {{#property:...}}, {{DISPLAYTITLE:...}}
        canonical = " ".join(name.replace("_", " ").split()).lower()
        values = self._values(node, arguments)
        if canonical in TEMPLATES:
            return TEMPLATES[canonical](values)
        if not self.known(canonical):
            text = self.template(canonical, values)
            if text is None and canonical == "infobox":  # a dump without the template that all others call
                text = infobox(values, values)
            if text is not None:
                return text
        return _written_call(name.strip(), node, values)

    def _later(self, argument: tuple[Body | None, Body], arguments: Arguments) -> Later:
        """An argument of a parser function, expanded when it is asked for."""
        name, value = argument

        def text() -> str:
            before = "" if name is None else self.text(name, arguments) + "="
            return (before + self.text(value, arguments)).strip()

        def key() -> str | None:
            return None if name is None else self.text(name, arguments).strip()

        return Later(key, lambda: self.text(value, arguments).strip(), text)

    def _values(self, node: Called, arguments: Arguments) -> dict[str, str]:
        """The arguments of a call of a template or module, by name or number."""
        values: dict[str, str] = {}
        number = 0
        for name, value in node.arguments:
            if name is None:
                number += 1
                values[str(number)] = self.text(value, arguments)
            else:
                values[self.text(name, arguments).strip()] = self.text(value, arguments).strip()
        return values

    def _module(self, module: str, node: Called, arguments: Arguments) -> str:
        values = self._values(node, arguments)
        function = values.pop("1", "").strip().lower()
        own = {str(int(name) - 1) if name.isdigit() else name: value for name, value in values.items()}
        run = MODULES.get((module.strip().lower(), function)) or MODULES.get((module.strip().lower(), ""))
        if run is not None:
            return run(own, arguments)
        self.unread += [text for value in (own or arguments).values() if (text := value.strip())]
        return HOLE


def _written_call(name: str, node: Called, values: Mapping[str, str]) -> str:
    """The call as wikitext, its arguments expanded."""
    parts = [name]
    number = 0
    for written, _ in node.arguments:
        if written is None:
            number += 1
            parts.append(_kept_whole(values[str(number)]))
    named = {key: value for key, value in values.items() if not (key.isdigit() and int(key) <= number)}
    parts += [f"{key}={_kept_whole(value)}" for key, value in named.items()]
    return "{{" + "|".join(parts) + "}}"


def _kept_whole(value: str) -> str:
    """An argument whose text has a bar outside links and templates, so that it stays one."""
    return value.replace("|", "{{!}}") if "|" in value and "[[" not in value and "{{" not in value else value
