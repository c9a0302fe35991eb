"""The Lua modules that infobox templates are made with, written again: Module:Infobox and its small helpers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

Arguments = Mapping[str, str]
Module = Callable[[Arguments, Arguments], str]  # its own arguments, and those of the template that calls it

# What `label`, `data` and `header` are called on wikis whose module has names of its own.
_LABEL = ("label", "etiqueta", "étiquette", "etikett", "etichetta", "rótulo", "метка", "nomevoce")
_DATA = ("data", "datos", "données", "daten", "contenuto", "dados", "текст", "valorevoce", "valore")
_HEADER = ("header", "encabezado", "sección", "gruppo", "cabeçalho", "заголовок")
_ABOVE = ("title", "above", "título", "titulo", "titolo", "titel", "заголовок")
_NUMBERED = re.compile(r"([^\W\d]+)_?(\d+)")
_ROW = re.compile(r"<tr\b", re.IGNORECASE)
_TABLE = re.compile(r"<table\b|(?:^|\n)[ \t:]*\{\|", re.IGNORECASE)
_YES = frozenset(("yes", "y", "true", "1", "on", "t"))
_NO = frozenset(("no", "n", "false", "0", "off", "f"))


def infobox(own: Arguments, template: Arguments) -> str:
    """Module:Infobox: a table, or the rows alone for an infobox inside another one."""
    arguments = template if not any(_NUMBERED.fullmatch(name) for name in own) else own
    rows = "".join(_rows(arguments))
    if arguments.get("child", "").strip().lower() in _YES or arguments.get("subbox", "").strip().lower() in _YES:
        title = arguments.get("title", "").strip()
        return (f"{title}\n" if title else "") + rows
    above = next((value for name in _ABOVE if (value := arguments.get(name, "").strip())), "")
    return f'\n<table class="infobox">{_header(above) if above else ""}{rows}</table>\n'


def _rows(arguments: Arguments) -> Iterator[str]:
    cells: dict[int, dict[str, str]] = {}
    for name, value in arguments.items():
        found = _NUMBERED.fullmatch(name)
        if found is not None and len(found[2]) < 6 and value.strip():
            cells.setdefault(int(found[2]), {})[found[1].lower()] = value.strip()
    for number in sorted(cells):
        yield from _row(cells[number])


def _row(cells: Mapping[str, str]) -> Iterator[str]:
    header, label, data = (
        next((cells[name] for name in names if name in cells), "") for names in (_HEADER, _LABEL, _DATA)
    )
    if header:
        yield from _with_rows(header, _header)
    elif data and label:
        text, rows = _parted(data)
        if text:
            yield f"<tr><th>{label}</th><td>\n{text}\n</td></tr>"
        yield rows
    elif data:
        yield from _with_rows(data, lambda text: f'<tr><td colspan="2">\n{text}\n</td></tr>')


def _header(text: str) -> str:
    return f'<tr><th colspan="2">{text}</th></tr>'


def _with_rows(text: str, row: Callable[[str], str]) -> Iterator[str]:
    before, rows = _parted(text)
    if before:
        yield row(before)
    yield rows


def _parted(text: str) -> tuple[str, str]:
    """The text, and the rows of an infobox inside it, which become rows of this one. Rows of a table stay with it."""
    row, table = _ROW.search(text), _TABLE.search(text)
    if row is None or (table is not None and table.start() < row.start()):
        return text, ""
    return text[: row.start()].strip(), text[row.start() :]


def _first(own: Arguments, template: Arguments) -> str:
    """The first argument that has a text."""
    numbered = own or template
    values = [numbered[name] for name in sorted((each for each in numbered if each.isdigit()), key=int)]
    return next((value for value in values if value.strip()), "").strip()


def _separated(separator: str) -> Module:
    def joined(own: Arguments, template: Arguments) -> str:
        numbered = own if any(name.isdigit() for name in own) else template
        names = sorted((each for each in numbered if each.isdigit()), key=int)
        return separator.join(value for name in names if (value := numbered[name].strip()))

    return joined


def _yes_or_no(own: Arguments, template: Arguments) -> str:
    """{{yesno}}: what is given for the kind of answer, else "yes" or nothing."""
    arguments = own or template
    answer = arguments.get("1", "").strip().lower()
    if not answer:
        return arguments.get("blank", arguments.get("no", "")) if "1" in arguments else arguments.get("¬", "")
    if answer in _NO:
        return arguments.get("no", "")
    return arguments.get("yes", "yes") if answer in _YES else arguments.get("def", arguments.get("yes", "yes"))


def _by_number(own: Arguments, template: Arguments) -> str:
    """{{pluralize from text}}: the plural for a text with several parts."""
    arguments = own or template
    text = arguments.get("1", "")
    several = re.search(
        r"<br|\n\s*\*|,|\band\b|\{\{\s*(?:ubl|plainlist|hlist|unbulleted list|flatlist|bulleted list)\b", text
    )
    singular, plural = arguments.get("singular", ""), arguments.get("plural", "")
    return (plural if several else singular) or arguments.get("likely", singular)


def _nothing(own: Arguments, template: Arguments) -> str:
    return ""


def _of_template(module: Module) -> Callable[[Arguments], str]:
    return lambda arguments: module(arguments, arguments)


MODULES: dict[tuple[str, str], Module] = {
    ("infobox", ""): infobox,
    ("infoboximage", ""): _nothing,
    ("if empty", ""): _first,
    ("separated entries", "br"): _separated("<br>"),
    ("separated entries", "comma"): _separated(", "),
    ("separated entries", "main"): _separated(""),
    ("br separated entries", ""): _separated("<br>"),
    ("comma separated entries", ""): _separated(", "),
    ("list", "unbulleted"): _separated("<br>"),
    ("unbulleted list", ""): _separated("<br>"),
    ("yesno", ""): _yes_or_no,
    ("detect singular", ""): _by_number,
    ("check for unknown parameters", ""): _nothing,
    ("check for conflicting parameters", ""): _nothing,
    ("check for deprecated parameters", ""): _nothing,
    ("infobox mapframe", ""): _nothing,
    ("mapframe", ""): _nothing,
    ("location map", ""): _nothing,
    ("italic title", ""): _nothing,
    ("documentation", ""): _nothing,
    ("tracking", ""): _nothing,
    ("wikidata", ""): _nothing,
    ("wikidataib", ""): _nothing,
}
# The same as templates, and others of their kind: what they give decides whether there is a row.
TEMPLATES: dict[str, Callable[[Arguments], str]] = {
    "if empty": _of_template(_first),
    "ifempty": _of_template(_first),
    "br separated entries": _of_template(_separated("<br>")),
    "comma separated entries": _of_template(_separated(", ")),
    "yesno": _of_template(_yes_or_no),
    "pluralize from text": _of_template(_by_number),
    "detect singular": _of_template(_by_number),
    "both": lambda arguments: "1" if arguments.get("1", "").strip() and arguments.get("2", "").strip() else "",
    "longitem": lambda arguments: arguments.get("1", ""),
    "main other": lambda arguments: arguments.get("1", ""),
    "template other": lambda arguments: arguments.get("2", ""),
    "documentation": lambda arguments: "",
    "has short description": lambda arguments: "",
    "infobox mapframe": lambda arguments: "",
    "location map": lambda arguments: "",
    "template parameter value": lambda arguments: "",
}
