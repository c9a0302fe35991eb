"""What readers see on rendered pages against what our reader keeps, counted by kind of fault.

    python -m benchmarks.corpus.rendered [--shared ../shared/data] [--list KIND]

The pages are walked a second time by code that shares nothing with `corpus.html` (lxml: `pip install lxml`). They are
cut in two by a hash of the title; rules are written while looking at the half called "open", and "held" shows what they
are worth. Only the open half can be listed.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from corpus.html.build import build_page_from_html
from corpus.html.ground_truth import pages_with_truth
from corpus.page.elements import Cell, List, Page, Section, Sentence, Table, tables
from corpus.page.links import plain_text
from corpus.rules import Rules
from corpus.word_lists import groups

# Containers that are no text of the article, by class; the first that fits names the container.
CONTAINERS = {
    "navigation box": "navbox vertical-navbox sidebar navbar succession-box portal portalbox sistersitebox noprint",
    "message box": "ambox ombox tmbox cmbox fmbox mbox-small stub",
    "list of references": "reflist references references-small",
    "table of contents": "toc",
    "page frame": "metadata persondata catlinks printfooter mw-editsection magnify",
    "picture": "thumb thumbinner gallery gallerybox gallerytext tmulti locmap floatleft floatright timeline-wrapper",
}
OF_CLASS = {name: kind for kind, names in CONTAINERS.items() for name in names.split()}
SKIPPED = {"script", "style", "noscript", "audio", "video", "object", "map", "math"}
SKIPPED_CLASSES = {"reference", "Inline-Template", "mw-editsection", "sortkey", "geo-nondefault", "geo-multi-punct"}
BLOCKS = set(
    "p div li dt dd td th caption h1 h2 h3 h4 h5 h6 table tr ul ol dl center blockquote pre br figcaption".split()
)
HIDDEN = re.compile(r"(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.IGNORECASE)
ON_PICTURE = re.compile(r"position\s*:\s*absolute", re.IGNORECASE)
DATA = {"wikitable", "infobox", "sortable", "prettytable", "standard", "bordered"}
ARROWS = re.compile(r"^\s*[←«‹<◄◀]|[→»›>►▶]\s*$")
ICON_AREA = 2500


@dataclass(slots=True)
class Seen:
    """What one page shows and what became of it: (kind, text) of each, and those of them that are lost or wrong."""

    shown: list[tuple[str, str]] = field(default_factory=list)
    faults: list[tuple[str, str]] = field(default_factory=list)

    def note(self, kind: str, text: str, *, fault: bool) -> None:
        """One thing that readers see."""
        self.shown.append((kind, text))
        if fault:
            self.faults.append((kind, text))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, default=Path("../shared/data"))
    parser.add_argument("--list", metavar="KIND", help="print the faults of this kind, of the open half")
    arguments = parser.parse_args()
    shown: dict[str, Counter[str]] = {"open": Counter(), "held": Counter()}
    faults: dict[str, Counter[str]] = {"open": Counter(), "held": Counter()}
    for about, html, _truth in pages_with_truth(arguments.shared / "html"):
        half = "held" if hashlib.sha256(about.title.encode()).digest()[0] % 2 else "open"
        page = build_page_from_html(about.title, html, about.site, Rules(keep_flagged=True)).page
        seen = seen_on(html, page or Page(about.title, ()))
        shown[half].update(kind for kind, _ in seen.shown)
        faults[half].update(kind for kind, _ in seen.faults)
        if arguments.list and half == "open":
            for kind, text in seen.faults:
                if kind.startswith(arguments.list):
                    print(f"{about.title} | {kind} | {text[:200]}")
    print(f"{'':62}{'open half':>16}{'held half':>16}   (faults of all)")
    for kind in sorted({*shown["open"], *shown["held"]}):
        figures = (f"{faults[half][kind]:7,} {shown[half][kind]:8,}" for half in ("open", "held"))
        print(f"{kind:62}{'  '.join(figures)}")


def seen_on(html: str, page: Page) -> Seen:
    """Everything that is counted on one page."""
    from lxml import html as lxml_html

    body = _body(lxml_html.fromstring(html))
    seen, ours = Seen(), _Ours(page)
    _mark_excluded(body)
    blocks = list(_blocks(body))
    for kind, text in blocks:
        if kind.startswith("text"):
            seen.note(f"visible text in no element: {kind[5:]}", text, fault=not ours.has(text))
    _on_pictures(seen, ours, blocks)
    _icons(seen, ours, body)
    _infobox_rows(seen, ours, body)
    _tables_without_class(seen, ours, body)
    _header_rows(seen, ours, body)
    _our_tables(seen, page)
    return seen


def _body(document: Any) -> Any:
    found = document.xpath('//*[@id="mw-content-text"]') or document.xpath('//*[@id="bodyContent"]')
    return found[0] if found else document


class _Ours:
    """The texts of a page of ours, by key."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.tables = [(table, _cell_keys(table)) for table in tables(page)]
        self.cells = Counter(key for _, keys in self.tables for key in keys.elements())
        paragraphs, parts = [], []
        for element in page.elements:
            if isinstance(element, Sentence):
                parts.append(element.text)
                continue
            paragraphs.append(" ".join(parts))
            parts = []
            match element:
                case Section(_, value):
                    paragraphs.append(value)
                case List(_, _, items):
                    paragraphs += [item.value for item in items]
                case Table(_, _, rows, caption):
                    paragraphs += [caption or "", *(cell.value for row in rows for cell in row)]
        self.text = "\n".join(map(_key, [*paragraphs, " ".join(parts)]))
        self.sentences = Counter(_key(each.text) for each in page.elements if isinstance(each, Sentence))

    def has(self, text: str) -> bool:
        return _key(text) in self.text

    def table_of(self, keys: Counter[str]) -> Table | None:
        """A table of ours that has nine tenths of these cells, and few others."""
        total = keys.total()
        for table, cells in self.tables:
            if (keys & cells).total() >= 0.9 * total and cells.total() <= 2 * total + 4:
                return table
        return None


def _cell_keys(table: Table) -> Counter[str]:
    cells: dict[str, Cell] = {cell.id: cell for row in table.rows for cell in row}
    return Counter(key for cell in cells.values() if (key := _key(plain_text(cell.value))))


@lru_cache(maxsize=200_000)
def _key(text: str) -> str:
    text = unicodedata.normalize("NFKD", plain_text(text))
    return "".join(character for character in text if character.isalnum()).casefold()


def _classes(node: Any) -> set[str]:
    return set((node.get("class") or "").split())


def _is_skipped(node: Any) -> bool:
    if not isinstance(node.tag, str) or node.tag in SKIPPED or _classes(node) & SKIPPED_CLASSES:
        return True
    opened = {"NavContent", "mw-collapsible-content"} & _classes(node)
    return bool(HIDDEN.search(node.get("style") or "")) and not opened


def _container(node: Any) -> str | None:
    if ON_PICTURE.search(node.get("style") or "") and node.tag == "div" and _has_picture(node.getparent()):
        return "picture"
    return next((OF_CLASS[name] for name in (node.get("class") or "").split() if name in OF_CLASS), None)


def _has_picture(box: Any) -> bool:
    return any(each.tag == "div" and next(each.iter("img"), None) is not None for each in (box, box.getparent()))


def _blocks(body: Any) -> Iterator[tuple[str, str]]:
    """Each block of visible text with its kind: "text: ..." for those of the article, else its container."""
    level = 0
    parts: list[tuple[str, str]] = []  # kind and text of the block that is open

    def flush() -> Iterator[tuple[str, str]]:
        text = "".join(text for _, text in parts)
        if parts and _key(text):
            yield parts[0][0], " ".join(text.split())
        parts.clear()

    def walk(node: Any, kind: str, apart: str | None) -> Iterator[tuple[str, str]]:
        nonlocal level
        if _is_skipped(node):
            return
        is_block = node.tag in BLOCKS
        if is_block:
            yield from flush()
        if re.fullmatch("h[1-6]", node.tag):
            depth = int(node.tag[1])
            if level == 0 or depth <= level:
                level = depth if _is_left_out(node) else 0
        apart = apart or _container(node)
        kind = _kind_of(node) or kind
        shown = apart or ("excluded section" if level else f"text {kind}")
        if node.text:
            parts.append((shown, node.text))
        for child in node:
            yield from walk(child, kind, apart)
            if child.tail:
                if isinstance(child.tag, str) and child.tag in BLOCKS:
                    yield from flush()
                parts.append((shown, child.tail))
        if is_block:
            yield from flush()

    yield from walk(body, "elsewhere", None)
    yield from flush()


def _is_left_out(heading: Any) -> bool:
    words = "".join(heading.itertext()).replace("[edit]", "").strip()
    return unicodedata.normalize("NFC", words).lower() in groups("excluded_sections.txt")["en"]


def _kind_of(node: Any) -> str | None:
    match node.tag:
        case "table":
            names = {name.lower() for name in _classes(node)}
            if "infobox" in names:
                return "infobox"
            return "table of a data class" if names & DATA else "table without data class"
        case "p" | "li" | "dd" | "dt" | "caption" | "h2" | "h3" | "h4":
            inside = next((each for each in node.iterancestors("table")), None)
            return None if inside is not None else {"li": "list", "dd": "list", "dt": "list"}.get(node.tag, node.tag)
    return None


def _on_pictures(seen: Seen, ours: _Ours, blocks: list[tuple[str, str]]) -> None:
    """Captions and labels of pictures that stand as sentences on our page."""
    article = {_key(text) for kind, text in blocks if kind.startswith("text")}
    for kind, text in blocks:
        if kind == "picture" and len(key := _key(text)) > 3 and key not in article:
            seen.note("label or caption of a picture as a sentence", text, fault=ours.sentences[key] > 0)


def _mark_excluded(body: Any) -> None:
    """Set an attribute on all nodes of sections that are left out by their heading."""
    level = 0
    for node in body.iter():
        if isinstance(node.tag, str) and re.fullmatch("h[1-6]", node.tag) and (not level or int(node.tag[1]) <= level):
            level = int(node.tag[1]) if _is_left_out(node) else 0
        if level and isinstance(node.tag, str):
            node.set("data-left-out", "1")


def _is_pointer(table: Any) -> bool:
    """Return whether a small table only leads to the page before and the page after."""
    texts = [text for row in _own_rows(table) for cell in row if (text := " ".join(_text(cell).split()))]
    pointing = sum(bool(ARROWS.search(text)) or text.lower().startswith(("previous", "next")) for text in texts)
    return pointing > 0 and len(texts) <= 7


def _in_article(node: Any) -> bool:
    """Return whether no ancestor is one of CONTAINERS, all are visible, and the section is not left out."""
    return not node.get("data-left-out") and not any(
        _is_skipped(each) or _container(each) for each in (node, *node.iterancestors())
    )


def _own_rows(table: Any) -> list[list[Any]]:
    rows = [row for row in table.iter("tr") if next(row.iterancestors("table")) is table and not _is_skipped(row)]
    return [[cell for cell in row if cell.tag in ("td", "th") and not _is_skipped(cell)] for row in rows]


def _text(node: Any) -> str:
    """Visible text of a node."""
    if _is_skipped(node):
        return ""
    return (node.text or "") + "".join(_text(child) + (child.tail or "") for child in node)


def _icons(seen: Seen, ours: _Ours, body: Any) -> None:
    """Cells whose only content is a small picture that has a name."""
    wanted, written = Counter[str](), Counter[str]()
    for cell in body.iter("td", "th"):
        if not _in_article(cell) or not ours.page.elements:
            continue
        key = _key(_text(cell))
        if key:
            written[key] += 1
            continue
        names = [image.get("alt") for image in cell.iter("img") if image.get("alt") and _is_icon(image)]
        if names:
            wanted[_key(re.sub(r"\.(?:svg|png|gif|jpe?g)\b", "", " ".join(names), flags=re.IGNORECASE))] += 1
    for key, count in wanted.items():
        lost = min(count, max(0, count + written[key] - ours.cells[key]))
        for number in range(count):
            seen.note("cell that is an icon, its name lost", key, fault=number < lost)


def _is_icon(image: Any) -> bool:
    width, height = (int(size) if (size := image.get(name) or "").isdigit() else 0 for name in ("width", "height"))
    return width * height <= ICON_AREA


def _infobox_rows(seen: Seen, ours: _Ours, body: Any) -> None:
    for table in body.iter("table"):
        if "infobox" not in {name.lower() for name in _classes(table)} or not _in_article(table):
            continue
        for row in _own_rows(table):
            if len(row) == 1 and row[0].tag == "td":
                for kind, text in _blocks(row[0]):
                    if kind.startswith("text"):
                        seen.note("text of an infobox row of one cell lost", text, fault=not ours.has(text))
        for inner in table.iter("table"):
            if inner is not table and (keys := _filled(inner)) and not _is_pointer(inner):
                lost = ours.table_of(keys) is None
                seen.note("table in an infobox that is no table of its own", "; ".join(keys), fault=lost)


def _filled(table: Any) -> Counter[str]:
    """Keys of the cells of a table of two rows and columns at least, without tables in it; none for others."""
    rows = [[key for cell in row if (key := _key(_text(cell)))] for row in _own_rows(table)]
    if sum(map(bool, rows)) < 2 or max(map(len, rows), default=0) < 2 or len(list(table.iter("table"))) > 1:
        return Counter()
    return Counter(key for row in rows for key in row)


def _tables_without_class(seen: Seen, ours: _Ours, body: Any) -> None:
    for table in body.iter("table"):
        names = {name.lower() for name in _classes(table)}
        if names & DATA or not _in_article(table) or _is_pointer(table):
            continue
        keys = _filled(table)
        if not keys:
            continue
        is_own = ours.table_of(keys) is not None
        seen.note("table of 2x2 or more without data class, no table", "; ".join(keys), fault=not is_own)
        if not is_own:
            found = sum(1 for key in keys if key in ours.text)
            seen.note("the same, and its text lost", "; ".join(keys), fault=found < 0.9 * len(keys))


def _header_rows(seen: Seen, ours: _Ours, body: Any) -> None:
    """Cells `td` of a row of column names (bold, or beside `th`), that are not header cells of ours."""
    for table in body.iter("table"):
        rows = _own_rows(table)
        keys = _filled(table)
        if not keys or len(rows) < 3 or not _in_article(table):
            continue
        mine = ours.table_of(keys)
        if mine is None:
            continue
        headers = {_key(plain_text(cell.value)) for row in mine.rows for cell in row if cell.is_header}
        for number, row in enumerate(rows):
            names = [cell for cell in row if _key(_text(cell))]
            plain = [cell for cell in names if cell.tag == "td"]
            if len(names) < 3 or not plain or sum(_is_figure(_text(cell)) for cell in names) > 1:
                continue
            mixed = number == 0 and len(names) - len(plain) >= 2 and names[0].tag == names[1].tag == "th"
            bold = len(plain) == len(names) and all(map(_is_bold, names))
            if mixed or (bold and (number == 0 or len({_key(_text(cell)) for cell in names}) == len(names))):
                for cell in plain:
                    where = "first row" if number == 0 else "row inside"
                    lost = _key(_text(cell)) not in headers
                    seen.note(f"column name written as td, {where}, no header", _text(cell), fault=lost)


def _is_figure(text: str) -> bool:
    digits = sum(character.isdigit() for character in text)
    return digits * 2 > len(text.strip())


def _is_bold(cell: Any) -> bool:
    if "bold" in (cell.get("style") or "") or "bold" in (cell.getparent().get("style") or ""):
        return True
    bold = "".join(_text(each) for each in cell.iter("b", "strong"))
    return len(_key(bold)) >= len(_key(_text(cell)))


def _our_tables(seen: Seen, page: Page) -> None:
    for table in tables(page):
        for cell in (cell for row in table.rows for cell in row if cell.is_header and table.kind == "infobox"):
            is_string = len(plain_text(cell.value).split()) > 25
            seen.note("infobox header of more than 25 words", cell.value, fault=is_string)
        values = [plain_text(cell.value) for row in table.rows for cell in row if cell.value]
        pointing = [value for value in values if ARROWS.search(value) and len(value) < 60]
        whole = "; ".join(values)
        is_navigation = len(table.rows) <= 4 and bool(pointing) and len(values) <= 12
        seen.note("table of ours that is navigation", whole, fault=is_navigation)
        first = [value.lower() for value in values[:2]]
        is_legend = bool(first) and (
            first[0] in ("key", "legend")
            or (first[0] in ("colour", "color") and first[1:] in (["result"], ["meaning"]))
        )
        seen.note("table of ours that is a legend", whole, fault=is_legend)


if __name__ == "__main__":
    main()
