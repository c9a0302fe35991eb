"""Expand the suite's own templates as MediaWiki's preprocessor does, to compare the tables and lists that they write.

mwparserfromhell finds calls and parameters; put in place are templates of the suite, their arguments and defaults,
magic words that name the page or write a sign, and the parser functions `lc`, `uc`, `#tag`, `#dir` and `#bcp47`. A
template that the suite lacks becomes the link that MediaWiki shows; every other parser function stays as written. The
reader itself expands none of these; that every case is read as it stands is another test's business.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from html import unescape
from typing import cast

import mwparserfromhell
from mwparserfromhell.nodes import Argument, Template
from mwparserfromhell.wikicode import Wikicode

PAGE = "Parser test"
_MOST_CALLS, _DEEPEST, _LONGEST = 500, 20, 50_000  # a template may call itself
_NOT_INCLUDED = re.compile(r"<noinclude>.*?</noinclude>|</?includeonly>", re.DOTALL)
_ONLY_INCLUDED = re.compile(r"<includeonly>.*?</includeonly>|</?noinclude>", re.DOTALL)
_ONLY = re.compile(r"<onlyinclude>(.*?)</onlyinclude>", re.DOTALL)
_CALL = "\x02"  # before the text of a call that begins with a list or table: it needs a line of its own (T2529)
_REDIRECT = re.compile(r"#REDIRECT \[\[Template:([^\[\]|]+)\]\]", re.IGNORECASE)
_LINE_START = ("*", "#", ":", ";", "{|")
_TAG, _HIDDEN = re.compile(r"<(?!!--|/?(?:nowiki|pre|ref)\b)"), "\x03"  # to the preprocessor, HTML tags are text
_IN_LINE = re.compile(f"(?<=[^\n]){_CALL}")
_SIGNS = {"!": "|", "=": "=", "(!": "{|", "!)": "|}", "!-": "|-", "((": "{{", "))": "}}"}
_NAMES = {f"{kind}PAGENAME": PAGE for kind in ("", "FULL", "BASE", "SUB", "ROOT", "SUBJECT", "ARTICLE")} | {
    "TALKPAGENAME": f"Talk:{PAGE}",
    "NAMESPACE": "",
    "SUBJECTSPACE": "",
    "TALKSPACE": "Talk",
    "NAMESPACENUMBER": "0",
}
_WORDS = {**_SIGNS, **_NAMES, **{f"{name}E": text.replace(" ", "_") for name, text in _NAMES.items()}}
# Of MediaWiki's table of codes that are none of BCP 47, those that the cases ask for.
_BCP47 = {
    "als": "gsw", "be-x-old": "be-tarask", "de-formal": "de-x-formal", "eml": "egl", "fiu-vro": "vro", "nrm": "nrf",
    "roa-rup": "rup", "roa-tara": "nap-x-tara", "simple": "en-simple", "sr-ec": "sr-Cyrl", "zh-classical": "lzh",
    "zh-yue": "yue",
}  # fmt: skip
_FUNCTIONS: Mapping[str, Callable[[str], str]] = {
    "lc": str.lower,
    "uc": str.upper,
    "#bcp47": lambda code: _BCP47.get(code.strip(), code.strip()),
    "#dir": lambda code: "rtl" if code.strip() in ("ar", "fa", "he", "ur") else "ltr",
}


def expanded(wikitext: str, templates: Mapping[str, str]) -> str:
    """The wikitext with every call of a template replaced by its text. `templates`: name in lower case -> text."""
    if "{{" not in wikitext:
        return wikitext
    return _Expansion(templates).text(_ONLY_INCLUDED.sub("", wikitext), {}, 0)


class _Expansion:
    """One page: its templates, and how many calls were expanded."""

    def __init__(self, templates: Mapping[str, str]) -> None:
        self.templates = templates
        self.calls = 0

    def text(self, wikitext: str | Wikicode, arguments: Mapping[str, str], depth: int) -> str:
        """What the wikitext becomes where these arguments are given; arguments are expanded before they are given."""
        code = mwparserfromhell.parse(_TAG.sub(_HIDDEN, str(wikitext)), skip_style_tags=True)
        either = cast("type[Template | Argument]", (Template, Argument))  # a tuple of types does as well
        for node in code.filter(recursive=code.RECURSE_OTHERS, forcetype=either):
            written = self._parameter if isinstance(node, Argument) else self._call
            text = written(node, arguments, depth)
            code.replace(node, _CALL + text if text.startswith(_LINE_START) else text)
        return _IN_LINE.sub("\n", str(code)).replace(_CALL, "").replace(_HIDDEN, "<")[:_LONGEST]

    def _parameter(self, node: Argument, arguments: Mapping[str, str], depth: int) -> str:
        name = self.text(node.name, arguments, depth).strip()
        if name in arguments:
            return arguments[name]
        return str(node) if node.default is None else self.text(node.default, arguments, depth)

    def _call(self, node: Template, arguments: Mapping[str, str], depth: int) -> str:
        self.calls += 1
        if depth > _DEEPEST or self.calls > _MOST_CALLS:
            return ""
        name = unescape(self.text(node.name, arguments, depth)).strip()
        if name in _WORDS:
            return _WORDS[name]
        function, colon, given = name.partition(":")
        if function in _FUNCTIONS:
            return _FUNCTIONS[function](given)
        values: dict[str, str] = {}
        for each in node.params:
            value = self.text(each.value, arguments, depth)
            values[self.text(each.name, arguments, depth).strip()] = value.strip() if each.showkey else value
        if function == "#tag":
            written = "".join(f' {key}="{value.strip(chr(34))}"' for key, value in values.items() if key != "1")
            return f"<{given.strip()}{written}>{values.get('1', '')}</{given.strip()}>"
        body = self.templates.get(name.replace("_", " ").lower())
        if body is not None and (moved := _REDIRECT.match(body)):
            body = self.templates.get(moved[1].replace("_", " ").lower())
        if body is not None:
            return self.text(_included(body), values, depth + 1)
        return (
            str(node) if colon else f"[[:Template:{name[:1].upper()}{name[1:]}|Template:{name[:1].upper()}{name[1:]}]]"
        )


def _included(body: str) -> str:
    """What a template gives to the page that calls it."""
    only = _ONLY.findall(body)
    return _NOT_INCLUDED.sub("", "".join(only) if only else body)
