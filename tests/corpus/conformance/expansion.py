"""The suite's own templates put in place, innermost first, so that the tables and lists they make can be compared.

Only what those templates need: arguments by number and name, defaults, `{{!}}` and `{{=}}`. The reader itself expands
no templates; that every case is read as it stands is another test's business.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_CALL = re.compile(r"(?<!\{)\{\{(?!\{)([^{}]*?)\}\}")
_PARAMETER = re.compile(r"\{\{\{([^{}|]*)(?:\|([^{}]*))?\}\}\}")
_INCLUDED = re.compile(r"<noinclude>.*?</noinclude>|</?includeonly>", re.DOTALL)
_SIGNS = {"!": "\x02", "=": "\x03", "(!": "{\x02", "!)": "\x02}", "!-": "\x02-", "((": "\x04\x04", "))": "\x05\x05"}
_PLAIN = str.maketrans({"\x02": "|", "\x03": "=", "\x04": "{", "\x05": "}"})
_LINE_START = ("*", "#", ":", ";", "{|", "{\x02")
_MOST_CALLS, _LONGEST = 200, 20_000  # a template may call itself


def expanded(wikitext: str, templates: Mapping[str, str]) -> str:
    """The wikitext with every call of a known template replaced by its text."""
    text = wikitext
    for _ in range(_MOST_CALLS):
        call = next((call for call in _CALL.finditer(text) if _name(call[1]) in templates or call[1] in _SIGNS), None)
        if call is None or len(text) > _LONGEST:
            break
        body = _SIGNS.get(call[1]) or _body(call[1], templates)
        if body.startswith(_LINE_START) and call.start() and text[call.start() - 1] != "\n":
            body = "\n" + body  # as MediaWiki does (T2529)
        text = text[: call.start()] + body + text[call.end() :]
    return _PARAMETER.sub(lambda given: given[2] if given[2] is not None else given[0], text).translate(_PLAIN)


def _name(call: str) -> str:
    return call.partition("|")[0].strip().replace("_", " ").lower()


def _body(call: str, templates: Mapping[str, str]) -> str:
    arguments: dict[str, str] = {}
    number = 0
    for part in _parts(call)[1:]:
        name, equals, value = part.partition("=")
        if equals:
            arguments[name.strip()] = value.strip()
        else:
            number += 1
            arguments[str(number)] = part
    body = _INCLUDED.sub("", templates[_name(call)])
    return _PARAMETER.sub(lambda given: arguments.get(given[1].strip(), given[2] or given[0]), body)


def _parts(call: str) -> list[str]:
    """The call cut at its bars, but not at those inside links."""
    return [part.replace("\x06", "|") for part in re.sub(r"\[\[[^\[\]]*\]\]", _hidden, call).split("|")]


def _hidden(link: re.Match[str]) -> str:
    return link[0].replace("|", "\x06")
