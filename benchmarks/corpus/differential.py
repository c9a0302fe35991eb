"""Our tree of wikitext against mwparserfromhell's, on every shared article and dump page.

    python -m benchmarks.corpus.differential [--shared ../shared/data] [--show N] [--write] [--check]

Compared are comments and references, templates (name, arguments, values), links (target, text), headings (level, text),
tables (attributes, rows), captions and cells (place, kind, attributes, text), as `benchmarks.corpus.trees` gives them.
Every difference gets a reason by a rule on what differs; `--show` prints the first N without one. `--write` writes
their counts to `tests/corpus/differential.tsv`, and `--check` fails when they are others.
`tests/corpus/test_differential.py` allows no other differences on every fourth page.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.corpus.trees import KINDS, Constructs, Value, its_hidden, library, our_hidden, ours
from corpus.sources import SourcePage, read_source
from corpus.syntax.hidden_markup import visible

ACCEPTED = Path(__file__).resolve().parents[2] / "tests" / "corpus" / "differential.tsv"
REASONS = {
    "attribute template": "a template in the attributes of a tag, which hold no text: the scanner does not read them",
    "indented table": "a table behind a colon or another list marker: the library reads it as text",
    "cells without end tags": "HTML cells without end tags, as HTML allows: the library loses them or what they hold",
    "open table": "a table that is never closed: text to the library; for us it ends at a heading, to MediaWiki never",
    "nested calls": "a call in the name of another: the library loses the end of the outer one",
    "bar in an address": "a bar in [http://… …] parts arguments for MediaWiki's preprocessor, and not for the library",
    "third bracket": "[[a|[b]]]: the first of three brackets belongs to the text, as in MediaWiki",
    "unbalanced tag": "a tag in a link that ends outside it: a link to MediaWiki, text to the library",
    "text behind a heading": "== a == b is no heading to MediaWiki; the library takes it for one",
    "end tag in a cell": "the end tag of a cell or row ends the cell; to the library it is text",
    "comment in a row": "a comment on the line of a row mark or table start is an attribute to the library",
}
Finding = tuple[str, str, str]
"""Kind of construct, who alone has it ("ours" or "library"), reason."""
_INDENTED = re.compile(r"\n[ \t]*[:;*#][:;*# \t]*\{\|")
_OPENED, _CLOSED = re.compile(r"\n[ \t:;*#]*\{\|"), re.compile(r"\n[ \t:]*\|\}")
_CELL_BEGIN, _CELL_END = re.compile(r"<t[dh]\b", re.IGNORECASE), re.compile(r"</t[dh]\b", re.IGNORECASE)
_ADDRESS_WITH_BAR = re.compile(r"\[(?:https?:)?//[^\]\n]*\|")
_CALL_IN_NAME = re.compile(r"\{\{[^{}|]*\{\{")
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)\b[^<>]*?(/?)>")
_VOID = frozenset("br hr img wbr".split())


@dataclass(slots=True)
class Differences:
    """What was compared, by kind; the differences by kind, side and reason; and the processor time of both."""

    pages: int = 0
    pages_that_differ: int = 0
    compared: Counter[str] = field(default_factory=Counter)
    found: Counter[Finding] = field(default_factory=Counter)
    unexplained: list[tuple[str, str, Value]] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=lambda: {"ours": 0.0, "library": 0.0})

    def add(self, page: SourcePage) -> None:
        """Compare one more page."""
        written = page.wikitext.replace("\r\n", "\n")
        text = "\n" + visible(written)
        mine = self._timed("ours", text)
        its = self._timed("library", text)
        mine["hidden"], its["hidden"] = our_hidden(written), its_hidden(written)
        before = self.found.total()
        for kind in KINDS:
            self.compared[kind] += (mine[kind] | its[kind]).total()
        self._explain(page.title, text, mine, its)
        self.pages += 1
        self.pages_that_differ += self.found.total() > before

    def _timed(self, side: str, text: str) -> Constructs:
        start = time.process_time()
        found = ours(text) if side == "ours" else library(text)
        self.seconds[side] += time.process_time() - start
        return found

    def _explain(self, title: str, text: str, mine: Constructs, its: Constructs) -> None:
        for kind in KINDS:
            for side, alone in (("ours", mine[kind] - its[kind]), ("library", its[kind] - mine[kind])):
                for value, number in alone.items():
                    reason = reason_of(kind, side, value, text)
                    self.found[kind, side, reason] += number
                    if reason not in REASONS:
                        self.unexplained.append((title, side, (kind, *value)))


def reason_of(kind: str, side: str, value: Value, text: str) -> str:
    """A key of REASONS for what only one of the two finds in this page, "?" if no rule holds for it."""
    match kind, side, value:
        case "hidden", "ours", (str(piece),) if piece.startswith("<!--"):
            return "comment in a row"
        case "heading", "library", _:
            return "text behind a heading"
        case "template", _, (str(name), tuple(arguments)):
            return _template_reason(name, arguments, text)
        case "link", _, (str(), str(shown)) if shown.count("[") != shown.count("]") or shown.endswith("]"):
            return "third bracket"
        case "link", "ours", (str(), str(shown)) if _unbalanced(shown):
            return "unbalanced tag"
        case "cell", "library", (_, _, _, _, str(cell)) if _CELL_END.search(cell) or "</tr" in cell:
            return "end tag in a cell"
        case "cell", "ours", (_, _, _, _, str(cell)) if cell and re.search(rf"{re.escape(cell)}</t[dhr]\b", text):
            return "end tag in a cell"
    return _table_reason(kind, text)


def _template_reason(name: str, arguments: tuple[tuple[str, str], ...], text: str) -> str:
    written = "|".join((name, *(value for _, value in arguments)))
    if _ADDRESS_WITH_BAR.search(written) or any("[http" in value and "]" not in value for _, value in arguments):
        return "bar in an address"
    if "{{" in name or written.count("{{") != written.count("}}"):
        return "nested calls"
    if re.search(rf"<[a-zA-Z][^<>]*\{{\{{\s*{re.escape(name)}", text):
        return "attribute template"
    return "cells without end tags" if _cells_are_open(text) else "?"


def _table_reason(kind: str, text: str) -> str:
    if _cells_are_open(text):
        return "cells without end tags"
    if kind in ("table", "cell", "caption"):
        if _INDENTED.search(text):
            return "indented table"
        if len(_OPENED.findall(text)) > len(_CLOSED.findall(text)):
            return "open table"
        if _CALL_IN_NAME.search(text):
            return "nested calls"
    return "?"


def _cells_are_open(text: str) -> bool:
    return len(_CELL_BEGIN.findall(text)) > len(_CELL_END.findall(text))


def _unbalanced(text: str) -> bool:
    """Return whether a tag opens or ends in the text alone."""
    tags = Counter[str]()
    for end, name, empty in _TAG.findall(text):
        if not empty and name.lower() not in _VOID:
            tags[name.lower()] += -1 if end else 1
    return any(tags.values())


def shared_pages(shared: Path) -> Iterator[SourcePage]:
    """Every article of the shared files and dumps that is no redirect."""
    folder = shared / "wikitext"
    for source in (folder / "articles.jsonl.xz", *sorted((folder / "dumps").iterdir())):
        for page in read_source(source):
            if isinstance(page, SourcePage) and page.redirect_to is None:
                yield page


def accepted() -> Counter[Finding]:
    """How often each difference comes on all shared pages, as last written."""
    rows = (line.split("\t") for line in ACCEPTED.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    return Counter({(kind, side, reason): int(number) for kind, side, reason, number in rows})


def main() -> None:
    """Compare, and print the counts."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--shared", type=Path, default=Path("../shared/data"))
    arguments.add_argument("--show", type=int, default=20)
    arguments.add_argument("--write", action="store_true")
    arguments.add_argument("--check", action="store_true")
    chosen = arguments.parse_args()
    differences = Differences()
    for page in shared_pages(chosen.shared):
        differences.add(page)
    _print(differences, chosen.show)
    if chosen.write:
        lines = "".join("\t".join((*key, str(n))) + "\n" for key, n in sorted(differences.found.items()))
        head = (
            "# How often our tree and mwparserfromhell's differ on the shared pages: kind, who has it, reason, count.\n"
        )
        ACCEPTED.write_text(head + lines, encoding="utf-8")
    if chosen.check and differences.found != accepted():
        sys.exit(f"These are not the counts of {ACCEPTED}: look at the change, then --write.")


def _print(differences: Differences, show: int) -> None:
    equal = differences.pages - differences.pages_that_differ
    print(f"{equal} of {differences.pages} pages equal ({equal / differences.pages:.2%})")
    print(f"{'':10} {'compared':>9} {'ours alone':>11} {'library alone':>14}")
    for kind in KINDS:
        alone = [sum(n for key, n in differences.found.items() if key[:2] == (kind, s)) for s in ("ours", "library")]
        print(f"{kind:10} {differences.compared[kind]:9} {alone[0]:11} {alone[1]:14}")
    reasons = Counter[str]()
    for (_, _, reason), number in differences.found.items():
        reasons[reason] += number
    for reason, number in reasons.most_common():
        print(f"{number:6}  {reason}: {REASONS.get(reason, 'no rule')}")
    print("seconds of processor time:", ", ".join(f"{side} {s:.1f}" for side, s in differences.seconds.items()))
    for title, side, value in differences.unexplained[:show]:
        print(f"{title}: {side} alone: {value!r:.300}")


if __name__ == "__main__":
    main()
