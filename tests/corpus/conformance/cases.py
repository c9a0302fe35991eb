"""Cases of other parsers' test suites, read where they lie: their wikitext and, if there is one, the expected HTML."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

# Best first: what the PHP parser gives is what readers see.
_EXPECTED = ("html/php", "html", "html/*", "html/parsoid", "html/parsoid+integrated", "html/parsoid+standalone")
_TEMPLATE = re.compile(r"^!! *article\nTemplate:([^\n]+)\n!! *text\n(.*?)^!! *endarticle", re.MULTILINE | re.DOTALL)
_SECTION = re.compile(r"^!!\s*(\S+)\s*$")
# What is expected there is no page: the text as saved, a comment, a title, or a page edited back to wikitext.
_OTHER_OUTPUT = re.compile(
    r"^\s*(?:pst|comment|preload|msg|links|cat|ill|extlinks|showindicators|local)\b", re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class Case:
    """One case; `html` is "" where nothing is expected of tables and lists.

    `templates` are those that the suite brings along, by name in lower case; `options` are the case's own, as written.
    """

    name: str  # file, test name and, if the name comes again, its number
    wikitext: str
    html: str = ""
    templates: Mapping[str, str] = field(default_factory=dict)
    options: str = ""


@dataclass(slots=True)
class _Names:
    seen: Counter[str] = field(default_factory=Counter)

    def unique(self, name: str) -> str:
        self.seen[name] += 1
        return name if self.seen[name] == 1 else f"{name} ({self.seen[name]})"


def all_cases(folder: Path) -> list[Case]:
    """Every case of the folder `parser_tests`, in the order of the files."""
    cases: list[Case] = []
    for path in sorted(folder.glob("*.txt")):
        cases += _mediawiki(path)
    for path in sorted((folder / "mwparserfromhell").glob("*.mwtest")):
        cases += _mwparserfromhell(path)
    for path in sorted((folder / "pandoc").glob("*wiki")):
        html = path.with_suffix(".html5")
        text = html.read_text(encoding="utf-8") if html.exists() else ""
        cases.append(Case(f"pandoc {path.name}", path.read_text(encoding="utf-8"), text))
    return cases


def _mediawiki(path: Path) -> Iterator[Case]:
    names = _Names()
    text = path.read_text(encoding="utf-8", errors="surrogateescape")
    found = _TEMPLATE.findall(text)
    templates = {name.strip().replace("_", " ").lower(): body.rstrip("\n") for name, body in found}
    for parts in _tests(text.split("\n")):
        wikitext = parts.get("wikitext", parts.get("input", ""))
        html = next((parts[key] for key in _EXPECTED if key in parts), "")
        options = parts.get("options", "")
        if _OTHER_OUTPUT.search(options):
            html = ""
        yield Case(f"{path.stem} {names.unique(parts.get('test', '').strip())}", wikitext, html, templates, options)


def _tests(lines: list[str]) -> Iterator[dict[str, str]]:
    """Section name -> text of each test between `!! test` and `!! end`."""
    parts: dict[str, str] = {}
    section = ""
    for line in lines:
        mark = _SECTION.match(line)
        if mark is None:
            if section:
                parts[section] = parts.get(section, "") + line + "\n"
        elif mark[1] == "end":
            if "test" in parts:
                yield parts
            parts, section = {}, ""
        else:
            section = mark[1]
            parts.setdefault(section, "")


def _mwparserfromhell(path: Path) -> Iterator[Case]:
    names = _Names()
    for block in path.read_text(encoding="utf-8").split("\n---\n"):
        name = re.search(r"^name:\s*(.+)$", block, re.MULTILINE)
        given = re.search(r"^input:\s*\"(.*)\"\s*$", block, re.MULTILINE)
        if name and given:
            yield Case(
                f"{path.stem} {names.unique(name[1].strip())}",
                given[1].encode("raw_unicode_escape").decode("unicode_escape"),
            )
