"""How many rows of infoboxes have a label with a digit or the raw name of an argument.

    python -m benchmarks.corpus.infobox_labels [--shared ../shared/data] [--list] [--without-templates]

Read are the wikitext articles and dumps of the shared data. A label is *raw* when it is the readable form of a name
that an argument of an infobox on the page has and that nobody knows: neither the wiki's own template, where the dump
has it, nor the rules for families. A *digit* counts wherever it stands in a label, also where a reader of the wiki sees
it (years of a career, "ISO 639-3"); *digit, own* leaves out the labels that the page or the rules have with the digit.
Half of the articles, by a hash of the title, is *held out*: no rule was made by looking at it. `--list` prints the
labels of the other half.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory

from corpus.infobox.labels import argument_name, known_label, printed_labels, readable_name
from corpus.page.elements import Table
from corpus.page.links import plain_text
from corpus.sources import SourcePage, read_source
from corpus.sources.template_pages import write_templates
from corpus.syntax.nodes import Kind, Markup, Template, template
from corpus.templates.call import template_name
from corpus.templates.definitions import StoredDefinitions
from corpus.templates.render import is_infobox
from corpus.wikitext.blocks import parse
from corpus.wikitext.build import build_page

_MARK_UP = re.compile(r"<[^<>]*>|\[\[[^\[\]|]*\||\[\[|\]\]|''+|\{\{[^{}|]*\||\}\}")


@dataclass(slots=True)
class Half:
    """Counts over half of the articles of one source."""

    rows: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    raw: Counter[str] = field(default_factory=Counter)


def main() -> None:
    """Print two lines for each source: the half that was looked at, and the half held out."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, default=Path("../shared/data"))
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--seed", default="", help="of the hash; the published halves have none")
    parser.add_argument("--without-templates", action="store_true", help="as if the dumps had no templates")
    chosen = parser.parse_args()
    folder = chosen.shared / "wikitext"
    print(f"{'':24} {'half':9} {'rows':>6} {'raw':>12} {'digit':>12} {'digit, own':>12} {'raw or own digit':>17}")
    total = (Half(), Half())
    for path in (folder / "articles.jsonl.xz", *sorted((folder / "dumps").iterdir())):
        halves = (Half(), Half())
        with TemporaryDirectory() as temporary:
            definitions = None if chosen.without_templates else _definitions(path, Path(temporary))
            for page in read_source(path):
                if isinstance(page, SourcePage) and page.redirect_to is None:
                    number = is_held_out(page.title, chosen.seed)
                    _count(page, definitions, halves[number], total[number])
        _print(path.name, halves)
        if chosen.list:
            print(" · ".join(f"{label} {count}" for label, count in halves[0].raw.most_common()))
    _print("all", total)


def is_held_out(title: str, seed: str = "") -> bool:
    """Return whether the article is in the half that rules are not made by; a `seed` halves otherwise."""
    return hashlib.sha256((seed + title).encode()).digest()[0] % 2 == 1


def _definitions(path: Path, folder: Path) -> StoredDefinitions:
    target = folder / "templates"
    write_templates([path], target)
    return StoredDefinitions(target)


def _count(page: SourcePage, definitions: StoredDefinitions | None, *halves: Half) -> None:
    built = build_page(page.title, page.wikitext, page.site, definitions=definitions)
    elements = built.page.elements if built.page else ()
    tables = [each for each in elements if isinstance(each, Table) and each.kind == "infobox"]
    if not tables:
        return
    source = parse(page.wikitext)
    # What the wiki's template prints is no raw name, whatever it looks like; one that gave nothing has printed nothing.
    followed = definitions is not None and not any(reason.startswith("infobox template") for reason in built.dropped)
    defined = definitions.infoboxes(page.site.language) if definitions is not None and followed else frozenset()
    unknown = set(_unknown_names(source, page.site.language, defined))
    by_template = any(template_name(call) in defined for call in _calls(source))
    text = _plain(str(source))
    for label in (label for table in tables for label in _labels(table)):
        is_raw, has_digit = label in unknown, any(character.isdigit() for character in label)
        is_own = has_digit and not by_template and _plain(label) not in text and label not in printed_labels()
        for half in halves:
            half.rows += 1
            half.counts.update({"raw": is_raw, "digit": has_digit, "own": is_own, "either": is_raw or is_own})
            half.raw.update([label] if is_raw or is_own else [])


def _plain(text: str) -> str:
    """Wikitext without the mark-up that a label loses, superscripts and entities as characters."""
    return "".join(unicodedata.normalize("NFKC", _MARK_UP.sub("", unescape(text))).replace(";", "").split())


def _labels(table: Table) -> Iterator[str]:
    for row in table.rows:
        if len(row) > 1 and row[0].is_header and not row[1].is_header:
            yield plain_text(row[0].value)


def _unknown_names(source: Markup, language: str, defined: frozenset[str]) -> Iterator[str]:
    """The readable names of arguments, of any infobox on the page, that no rule names; with their numbers too."""
    for call in filter(is_infobox, _calls(source)):
        name = template_name(call)
        for parameter in call.params if name not in defined else ():
            written = str(parameter.name)
            if parameter.showkey and known_label(name, argument_name(written), language) is None:
                yield readable_name(written, language)
                yield " ".join(written.replace("_", " ").split()).capitalize()


def _calls(source: Markup) -> Iterator[Template]:
    for node in source.nodes:
        if node.kind is Kind.TEMPLATE:
            yield template(node)
        yield from _calls(node.inner)


def _print(name: str, halves: tuple[Half, Half]) -> None:
    for kind, half in zip(("seen", "held out"), halves, strict=True):
        counts = [half.counts[each] for each in ("raw", "digit", "own", "either")]
        shares = (f"{count:5} {count / max(half.rows, 1):6.1%}" for count in counts)
        print(f"{name[:24]:24} {kind:9} {half.rows:6} " + " ".join(shares), flush=True)


if __name__ == "__main__":
    main()
