"""Template call: a plain name and arguments that are rendered on demand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from corpus.syntax.nodes import Markup, Template

LONGEST_NAME = 100  # of those that are remembered: a page has the same names again and again
Render = Callable[[Markup | None], str]


@dataclass(frozen=True, slots=True)
class Call:
    """One template call. Missing arguments read as ""; every argument is stripped."""

    name: str
    arguments: dict[str, Markup]
    page: str
    render: Render
    language: str = "en"  # of the wiki: the same name may be another template elsewhere

    def get(self, *names: str) -> str:
        """The first of the named arguments that has a text."""
        for name in names:
            value = self.arguments.get(name)
            if value is not None and (text := self.render(value).strip()):
                return text
        return ""

    def positional(self) -> list[str]:
        """The arguments numbered from 1 on, up to the first that is absent."""
        found: list[str] = []
        while (value := self.arguments.get(str(1 + len(found)))) is not None:
            found.append(self.render(value).strip())
        return found

    def flag(self, *names: str) -> bool:
        """Return whether one of the named arguments says yes."""
        return self.get(*names).lower() in ("y", "yes", "1", "true", "on")


def call_of(template: Template, page: str, render: Render, language: str = "en") -> Call:
    """The call, later arguments of one name winning as in MediaWiki."""
    arguments = {str(param.name).strip(): param.value for param in template.params}
    return Call(template_name(template), arguments, page, render, language)


def template_name(template: Template) -> str:
    """The name in lower case with single spaces, without namespace or substitution prefix."""
    return plain_name(str(template.name))


def plain_name(written: str) -> str:
    """The same, of a name as written."""
    return _remembered(written) if len(written) < LONGEST_NAME else _plain(written)


def _plain(written: str) -> str:
    name = " ".join(written.replace("_", " ").split()).lower()
    for prefix in ("subst:", "safesubst:", "template:"):
        name = name.removeprefix(prefix).strip()
    return name


_remembered = lru_cache(maxsize=4096)(_plain)
