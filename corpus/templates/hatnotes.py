"""Render hatnotes as the sentence a reader sees: "Main article: Albedo". Contract (a): they are sentences too."""

from __future__ import annotations

import re
from collections.abc import Callable

from corpus.syntax.parser_state import INDENT, LINK_END, LINK_START, MARKERS
from corpus.syntax.wikilinks import link_markup, without_brackets
from corpus.templates.call import Call
from corpus.word_lists import pairs

# Name -> what stands before one page, a tab, and before several if that differs.
_LEADING = {name: label for names, label in pairs("hatnote_labels.tsv").items() for name in names.split(" | ")}

_LINK = re.compile(f"{LINK_START}[^{LINK_END}]*{LINK_END}")
_ITALIC = re.compile(r"(?<!')(?:'{2}|'{5})(?!')")


def indented_hatnote(line: str) -> str | None:
    """A hatnote as they were written before templates, `:''For other uses, see [[X]].''`; None for any other line.

    All its words are italic. Those of links need not be: a title that is italic itself is set upright there.
    """
    text = line.strip()
    body = text.lstrip(INDENT + " ")
    if not text.startswith(INDENT) or body.startswith(tuple(MARKERS)):
        return None
    pieces = _ITALIC.split(_LINK.sub("", body))
    italic, upright = "".join(pieces[1::2]), "".join(pieces[::2])
    return body if _has_words(italic) and not _has_words(upright) else None


def _has_words(text: str) -> bool:
    return any(character.isalnum() for character in text)


def hatnote_text(call: Call) -> str | None:
    """The hatnote as one sentence, "" for an empty one, None when the template is no hatnote."""
    leading = _LEADING.get(call.name)
    if leading is not None:
        one, _, several = leading.partition("\t")
        return _leading(call, one, several or one)
    writer = _WRITERS.get(call.name)
    return writer(call) if writer is not None else None


def _leading(call: Call, one: str, several: str) -> str:
    if text := call.get("text", "selfref text"):
        return f"{one} {text}"
    given = [(n, text) for n, text in enumerate(call.positional(), 1) if text]
    pages = [_link(call, text, call.get(f"l{n}", f"label {n}", f"label{n}")) for n, text in given]
    if not pages:
        return ""
    if one == several and not one.endswith(":"):  # a sentence and not a label
        return f"{one} {_series(pages, 'or')}."
    return f"{several if len(pages) > 1 else one} {_series(pages)}"


def _link(call: Call, target: str, label: str = "") -> str:
    """A link to the page, unless the argument is wikitext of its own ("[[x]] and [[y]]")."""
    if LINK_START in target:
        return target
    target, bar, piped = target.partition("|")  # {{!}}
    label = piped if bar else label
    shown = label or target.removeprefix(":").replace("#", " § ").strip()
    return link_markup(target.removeprefix(":"), shown, page=call.page)


def _series(parts: list[str], word: str = "and") -> str:
    if len(parts) < 3:
        return f" {word} ".join(parts)
    return f"{', '.join(parts[:-1])}, {word} {parts[-1]}"


def _plain(call: Call) -> str:
    return call.get("1", "text")


def _behind(start: str) -> Callable[[Call], str]:
    """A template whose one argument is written out: links and all."""

    def write(call: Call) -> str:
        text = call.get("1", "text")
        return f"{start}{text.removesuffix('.')}." if text else ""

    return write


def _italian_note(call: Call) -> str:
    """{{nota disambigua|descrizione=...|titolo=[[...]]}}."""
    what = call.get("descrizione", "1")
    page = _link(call, call.get("titolo", "2") or f"{call.page} (disambigua)", call.get("3"))
    return f"Disambiguazione – Se stai cercando {what or 'altri significati'}, vedi {page}."


def _about(call: Call) -> str:
    subject, *rest = call.positional() or [""]
    start = f"This article is about {subject}." if subject else ""
    if not subject and not rest:
        return ""
    return " ".join(filter(None, [start, _uses(call, rest)]))


def _for(call: Call) -> str:
    use, *pages = call.positional() or [""]
    return f"For {use or 'other uses'}, see {_pages(call, pages)}."


def _uses(call: Call, rest: list[str]) -> str:
    """use, page, use, page...: "For X, see Y. For Z, see W."; without any, the disambiguation page."""
    pairs = [(rest[i], rest[i + 1] if i + 1 < len(rest) else "") for i in range(0, len(rest), 2)] or [("", "")]
    merged: list[tuple[str, list[str]]] = []
    for use, page in pairs:
        if use == "and" and merged:
            merged[-1][1].append(page)
        else:
            merged.append((use, [page]))
    return " ".join(f"For {use or 'other uses'}, see {_pages(call, pages)}." for use, pages in merged)


def _pages(call: Call, pages: list[str]) -> str:
    named = [_link(call, page) for page in pages if page]
    return _series(named) if named else _link(call, f"{call.page} (disambiguation)")


def _redirect(call: Call) -> str:
    source, *rest = call.positional() or [""]
    return f"“{source}” redirects here. {_uses(call, rest)}" if source else ""


def _redirects_two(call: Call) -> str:
    arguments = call.positional()
    sources = _series([f"“{source}”" for source in arguments[:2]])
    return f"{sources} redirect here. {_uses(call, arguments[2:])}" if sources else ""


def _other_uses(call: Call) -> str:
    pages = [page for page in call.positional() if page]
    if call.name in ("two other uses", "three other uses", "other uses of"):
        return _about(call)
    return f"For other uses, see {_pages(call, pages[:1])}."


def _other_people(call: Call) -> str:
    who = call.get("1")
    return f"For other people named {who or without_brackets(call.page)}, see {_pages(call, [call.get('2')])}."


def _other_places(call: Call) -> str:
    return f"For other places with the same name, see {_pages(call, [call.get('1')])}."


_WRITERS: dict[str, Callable[[Call], str]] = {
    **dict.fromkeys(("hatnote", "rellink", "dablink", "selfref", "self reference", "italic hatnote"), _plain),
    **dict.fromkeys(("distinguish2",), _behind("Not to be confused with ")),
    **dict.fromkeys(("details3", "further2"), _behind("For more details on this topic, see ")),
    **dict.fromkeys(("nota disambigua", "nd"), _italian_note),
    **dict.fromkeys(("about", "this", "about-distinguish", "about-distinguish2", "two other uses"), _about),
    **dict.fromkeys(("for", "for2", "for-multi"), _for),
    **dict.fromkeys(("redirect", "redirect4", "redirect-multi", "redirect-distinguish"), _redirect),
    **dict.fromkeys(("redirect2", "redirects here"), _redirects_two),
    **dict.fromkeys(
        ("other uses", "otheruses", "other uses of", "for other uses", "otheruses4", "otherusesof"), _other_uses
    ),
    **dict.fromkeys(
        ("other people", "other persons", "otherpeople", "otherpersons", "other hurricanes"), _other_people
    ),
    **dict.fromkeys(("other places", "otherplaces", "otherplaces3", "other ships"), _other_places),
}
