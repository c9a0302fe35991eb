"""Hostile wikitext and HTML for the fuzzer: pieces of a grammar put together wrongly, and real pages mutilated."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

Random = random.Random

# Characters that mean something, to us or to Unicode.
ODD = (
    "\x00", "\x01", "\x02", "\x0b", "\x1b", "\x7f", "\x85", "\xa0", "\xad", "\u200b", "\u200f", "\u202e", "\u2028",
    "\ufeff", "\ufffe", "\uffff", "\ue000", "\ue001", "\ue002", "\ue005", "\ue006", "\ue0070", "\ue00a", "\ue00b",
    "\ud800", "\udfff", "\U000f0000", "\U0010ffff", "&#xE000;",
    "&#xE0060&#xE007;", "&#57346;", "&#xE00A;a|b&#xE00B;", "&#x200B;", "é", "é", "ｱ", "한", "각",
    "漢字", "。", "العربية", "עברית", "हिन्दी",
    "👩‍👩‍👧", "ß", "İ", "ﬁ", "²", "½", "\r", "\r\n", "\t",
)  # fmt: skip
PIECES = (
    "{{", "}}", "{{{", "}}}", "[[", "]]", "[", "]", "|", "||", "!", "!!", "{|", "|}", "|-", "|+", "\n", "\n\n", "\n*",
    "\n#", "\n:", "\n;", "\n**#:;", "\n==", "==\n", "'''", "''", "'''''", "----", "<!--", "-->", "<nowiki>",
    "</nowiki>", "<ref>", "</ref>", "<ref name=a />", "<table>", "</table>", "<tr>", "<td>", "<th rowspan=2>", "</td>",
    "<ul>", "<li>", "</li>", "</ul>", "<dl>", "<dt>", "<dd>", "<div>", "</div>", "<br>", "<sup>", "</sup>", "<sub>2",
    "<math>", "</math>", "\\frac{", "^{", "_", "&lt;", "&#0;", "&#xD800;", "&amp;amp;", "&nbsp;", "http://a.b/c",
    "[http://a.b c", "[[File:A.png|thumb|", "[[Category:", "[[:de:", "#REDIRECT [[", "__TOC__", "{{!}}", "{{Infobox ",
    "{{main|", "{{about|", "{{convert|", "{{flag|", "{{unreferenced}}", "{{ubl|", "{{#if:", "=", "class=\"wikitable\"",
    "rowspan=", "colspan=", "~~~~", "-{", "}-", "<", ">", "/>", "[SEP]", "[H]", "_", "%00", "%5B", "a", "Word.", " ",
    "1234", "{|class=wikitable\n", "\n|}\n", "\n!a\n|b\n", "References",
)  # fmt: skip
WORDS = "The league was founded in 1901 by Anna Berg, No. 1 of c. 300 clubs. U.S. fans (e.g. Bo) cheered!".split()
INLINE = ("lang|fr", "convert|5", "ill", "ubl", "efn", "dts|2001", "IPAc-en", "coord|1|N")
TEMPLATES = (
    "Infobox x", "quote", "main", "unknown thing", "plainlist", "val", "refimprove section", "Bio", "USA", "fs player",
)  # fmt: skip
NUMBERS = ("0", "-1", "1", "2", "3", "7", "99", "1000", "65534", "99999999999999999999", "x", "２", "")


def hostile_wikitext(chance: Random, pages: Sequence[str]) -> str:
    """One input: a mutated page, a mutated grammar sentence, or noise."""
    kind = chance.random()
    if kind < 0.35 and pages:
        text = _mutated(chance, _excerpt(chance, chance.choice(pages)))
    elif kind < 0.85:
        text = "\n".join(_block(chance, 0) for _ in range(chance.randint(1, 6)))
        text = _mutated(chance, text) if chance.random() < 0.6 else text
    else:
        text = "".join(chance.choice(chance.choice((PIECES, PIECES, ODD))) for _ in range(chance.randint(1, 400)))
    return text


def hostile_html(chance: Random, wikitext: str) -> str:
    """HTML of the kind a wiki renders, cut and mixed with the wikitext's own tags."""
    cells = (
        f"<t{chance.choice('dh')} rowspan={_span(chance)} colspan={_span(chance)}>{_words(chance)}" for _ in range(9)
    )
    parts = [
        f"<table class='{chance.choice(('wikitable', 'infobox', 'ambox ambox-content', ''))}'><tr>{'<tr>'.join(cells)}",
        "</table>", "<ul><li>" + _words(chance), "<ol><li>a<ul><li>b", "</ul></ol>", f"<h2>{_words(chance)}</h2>",
        f"<p>{_words(chance)}", "<div class='mw-parser-output'>", "<section>", "</section>", "</div>", wikitext,
        "<style>", "<a href='/wiki/A_b#c%20d'>x</a>", "<sup class=reference>[1]</sup>", "<!--", "]]>", "<dl><dt>a<dd>b",
        "<math alttext='x^{2}'>", "<span style='display:none'>", "&#xD800;&#0;", "<svg><title>",
    ]  # fmt: skip
    chance.shuffle(parts)
    return _mutated(chance, "".join(parts[: chance.randint(1, len(parts))]))


def _block(chance: Random, depth: int) -> str:
    writers = (_table, _list, _paragraph, _heading, _template, _html)
    return "" if depth > 6 else chance.choice(writers)(chance, depth)


def _inline(chance: Random, depth: int) -> str:
    if depth > 6:
        return _words(chance)
    inner = _inline(chance, depth + 1) if chance.random() < 0.5 else _words(chance)
    forms: tuple[Callable[[], str], ...] = (
        lambda: f"[[{_words(chance)}|{inner}]]", lambda: f"'''{inner}''", lambda: f"<ref>{inner}</ref>",
        lambda: f"<sup>{inner}</sup>", lambda: f"{{{{nowrap|{inner}}}}}", lambda: inner + chance.choice(ODD),
        lambda: f"[http://x.y {inner}]", lambda: f"<math>\\frac{{{inner}}}{{2}}</math>",
        lambda: f"<nowiki>{inner}</nowiki>", lambda: f"{{{{{chance.choice(INLINE)}|{inner}}}}}",
        lambda: inner, lambda: f"{inner} {_template(chance, depth + 1)}", lambda: f"<!--{inner}-->",
    )  # fmt: skip
    return chance.choice(forms)()


def _table(chance: Random, depth: int) -> str:
    lines = ["{| " + chance.choice(('class="wikitable"', 'class="infobox"', 'class="wikitable sortable" border=1', ""))]
    if chance.random() < 0.3:
        lines.append("|+ " + _inline(chance, depth + 1))
    for _ in range(chance.randint(0, 5)):
        lines.append("|-" + chance.choice(("", " style=x", "-", " rowspan=2")))
        for _ in range(chance.randint(0, 4)):
            spans = f'rowspan="{_span(chance)}" colspan={_span(chance)} | ' if chance.random() < 0.4 else ""
            nested = "\n" + _block(chance, depth + 2) if chance.random() < 0.15 else ""
            lines.append(chance.choice("|!") + " " + spans + _inline(chance, depth + 1) + nested)
    if chance.random() < 0.9:
        lines.append("|}")
    return "\n".join(lines)


def _list(chance: Random, depth: int) -> str:
    rows = range(chance.randint(1, 6))
    marks = (
        "".join(chance.choice("*#:;") for _ in range(chance.randint(1, 4 if chance.random() < 0.9 else 30)))
        for _ in rows
    )
    return "\n".join(mark + _inline(chance, depth + 1) for mark in marks)


def _paragraph(chance: Random, depth: int) -> str:
    return " ".join(_inline(chance, depth + 1) for _ in range(chance.randint(1, 5))) + "\n"


def _heading(chance: Random, depth: int) -> str:
    level = "=" * chance.randint(1, 7)
    return f"{level} {chance.choice(('References', 'Life', '', _inline(chance, depth + 1)))} {level}"


def _template(chance: Random, depth: int) -> str:
    name = chance.choice(
        ("Infobox x", "quote", "main", "unknown thing", "plainlist", "val", "refimprove section", "Bio", "USA")
    )
    arguments = "".join(
        f"|{chance.choice(('', 'a=', '1=', 'name=', 'data1='))}{_inline(chance, depth + 1)}"
        for _ in range(chance.randint(0, 4))
    )
    return "{{" + name + arguments + "}}"


def _html(chance: Random, depth: int) -> str:
    tag = chance.choice(("table", "ul", "ol", "dl", "div", "blockquote", "center", "poem", "gallery"))
    inner = chance.choice(("<li>", "<tr><td>", "<dd>", "<tr><th colspan=3>", "")) + _inline(chance, depth + 1)
    return f"<{tag} class=wikitable>{inner}{_block(chance, depth + 2)}" + chance.choice((f"</{tag}>", "", "</div>"))


def _words(chance: Random) -> str:
    return " ".join(chance.choice(WORDS) for _ in range(chance.randint(1, 6)))


def _span(chance: Random) -> str:
    return chance.choice(NUMBERS)


def _excerpt(chance: Random, page: str) -> str:
    start = chance.randrange(max(1, len(page)))
    return page[start : start + chance.randint(1, 4000)]


def _mutated(chance: Random, text: str) -> str:
    """The text after some cuts, repetitions, insertions and exchanges."""
    for _ in range(chance.randint(1, 8)):
        start = chance.randint(0, len(text))
        end = min(len(text), start + chance.randint(0, 60))
        match chance.randrange(5):
            case 0:
                text = text[:start] + text[end:]
            case 1:
                text = text[:end] + text[start:end] * chance.choice((1, 2, 5, 40)) + text[end:]
            case 2:
                text = text[:start] + chance.choice(PIECES) * chance.choice((1, 1, 1, 3, 60)) + text[start:]
            case 3:
                text = text[:start] + chance.choice(ODD) + text[end:]
            case _:
                text = text[:start] if chance.random() < 0.3 else text[start:] + text[:start]
    return text
