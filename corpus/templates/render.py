"""Render templates to text. Only MediaWiki can expand them truly: common ones are rendered here by name, the
rest is dropped and counted, so that an import can report what its text is missing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import lru_cache

from corpus.building.cleanup import clean_text
from corpus.syntax.nodes import Markup, Template
from corpus.syntax.parser_state import GAP, HOLE, Hatnote, ParserState
from corpus.syntax.wikilinks import link_markup
from corpus.templates import names
from corpus.templates.call import Call, Render, call_of, template_name
from corpus.templates.citations import CITATIONS
from corpus.templates.convert import figure
from corpus.templates.countries import known_country
from corpus.templates.dates import DATES
from corpus.templates.flags import flag_of
from corpus.templates.formats import framed_text
from corpus.templates.hatnotes import hatnote_text
from corpus.templates.italian import ITALIAN
from corpus.templates.measures import MEASURES
from corpus.templates.money import MONEY
from corpus.templates.records import RECORDS
from corpus.templates.words import WORDS, language_text, list_text, phonetic_text

_RENDERERS: dict[str, Callable[[Call], str]] = CITATIONS | DATES | MEASURES | MONEY | RECORDS | WORDS
_SPANS = (" span", "-span")  # {{citation needed span|text=...}}: a problem, and the words it is about
_OF_WIKI: dict[str, dict[str, Callable[[Call], str]]] = {"it": ITALIAN}
# Their argument comes in lower case, as the whole name does.
_PARSER_FUNCTIONS: dict[str, Callable[[str], str]] = {
    "formatnum": figure,
    "lc": str.lower,
    "uc": str.upper,
    "ucfirst": lambda text: text[:1].upper() + text[1:],
}


def is_infobox(template: Template, defined: Collection[str] = ()) -> bool:
    """Return whether the template makes an infobox: a table of labelled facts.

    `defined` are the names of the wiki's own templates that do, for calls that name an argument.
    """
    name = template_name(template)
    if name in defined:
        return any(param.showkey for param in template.params)
    if name.startswith(names.NOT_INFOBOXES):
        return False
    if name in names.INFOBOXES_ELSEWHERE:
        return sum(param.showkey for param in template.params) > 2
    return name.startswith(names.INFOBOX_PREFIXES) or name in names.INFOBOXES or name.endswith(" infobox")


def render_template(template: Template, state: ParserState, render: Render) -> str:
    """The template's text; GAP when it has none. Unknown ones are counted in `state.templates`."""
    call = call_of(template, state.title, render, state.site.language)
    flag = flag_of(call, state.site.language)
    if flag is not None:
        return state.mark(flag)
    hatnote = hatnote_text(call)
    if hatnote is not None:
        return state.mark(Hatnote(hatnote)) if clean_text(hatnote) else GAP
    if call.name in names.COMPUTED:
        state.dropped[f"words of template {call.name}"] += 1
        return HOLE
    text_or_none = template_text(call)
    if text_or_none is None:
        name = call.name.partition(":")[0] if call.name.startswith("#") else call.name
        state.templates[name] += 1  # "#expr", whatever its argument
        return HOLE
    return text_or_none or GAP


@lru_cache(maxsize=4096)
def is_rendered(name: str, language: str) -> bool:
    """Return whether a template is rendered here, by its name and wiki; `name` as of `template_name`."""
    nothing = Markup("", 0, 0)
    return template_text(Call(name, {"": nothing}, "", lambda markup: "", language)) is not None


def template_text(call: Call) -> str | None:
    """The text of a known template ("" for one that shows nothing), None for an unknown one.

    Words that a known one writes and that are not known here, such as those of a citation, are a HOLE.
    """
    renderer = (_OF_WIKI.get(call.language) or {}).get(call.name) or _RENDERERS.get(call.name)
    if renderer is not None:
        return renderer(call)
    if (framed := framed_text(call)) is not None:
        return framed
    if call.name in names.LISTS:
        return list_text(call)
    if call.name in names.OVERRIDABLE and (text := call.get("1")):
        return text
    if call.name in names.CONSTANTS:
        return names.CONSTANTS[call.name]
    if call.name.endswith(_SPANS):
        return call.get("text", "1")
    if call.name in names.WRAPPERS and (call.arguments or not _country(call)):
        return call.get("1", "text", "content", "quote")
    if call.name in names.LAST_ARGUMENT:
        return (call.positional() or [""])[-1] or call.get("text")
    return _by_prefix(call)


def _by_prefix(call: Call) -> str | None:
    function, colon, argument = call.name.partition(":")
    if colon and function in _PARSER_FUNCTIONS:  # {{formatnum:1234}}: the argument is part of the name
        return _PARSER_FUNCTIONS[function](argument.strip())
    if call.name.startswith("lang-"):
        return language_text(call)
    if call.name.startswith("ipa-"):
        return phonetic_text(call)
    if call.name in ("pagename", "basepagename", "subpagename", "fullpagename", "pagenamebase"):
        return call.page
    if call.name in names.OF_SOURCES or call.name.startswith(names.OF_SOURCES_PREFIXES):
        return HOLE
    if call.name in names.SILENT or call.name.startswith(names.SILENT_PREFIXES):
        return ""
    if call.name.endswith(names.SILENT_SUFFIXES):
        return ""
    return None if call.arguments else _country(call)


def _country(call: Call) -> str | None:
    """{{USA}}: the flag's country, linked."""
    country = known_country(call.name.upper(), call.language)
    return country and link_markup(country, re.sub(r" \(country\)$", "", country), page=call.page)
