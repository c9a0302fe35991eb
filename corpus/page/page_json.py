"""Page JSON, the form a page is stored and exported in (contract (a), "Page object").

Spans are strings of digits, levels are integers and `is_header` is a boolean, because that is what
the released files hold. Keys are written in page order: official code lists tables in key order.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from typing import Any, cast, get_args

from corpus.characters import storable
from corpus.page.element_id import ElementKind, local_id
from corpus.page.elements import Cell, Element, Item, List, ListKind, Page, Section, Sentence, Table, TableKind

JsonObject = dict[str, Any]

MAX_LEVEL = 10  # official WikiList drops a list holding a deeper item
# Readers of the released corpus never look at the value, and other exporters write other words.
_TABLE_KINDS: dict[str, TableKind] = {
    "infobox": "infobox",
    "general": "general",
    "table": "general",
    "normal": "general",
}


class BadPageJson(ValueError):
    """A page object breaks the contract; the message begins with the offending key."""


def page_to_json(page: Page) -> JsonObject:
    """The page as the object that FEVEROUS' WikiPage reads; equal pages give equal key order."""
    data: JsonObject = {"title": page.title, "order": [element.id for element in page.elements]}
    for element in page.elements:
        data[element.id] = _element_to_json(element)
    return data


def page_from_json(data: Mapping[str, Any]) -> Page:
    """The page of an object made by `page_to_json` or by FEVEROUS. Raises BadPageJson.

    Text is brought to NFD and stripped. What official code reads is read, unknown keys are refused.
    """
    title = _string(data, "title", "title")
    if not title or "_" in title:
        raise BadPageJson(f"title: {title!r} is empty or has an underscore")
    order = data.get("order")
    if not isinstance(order, list) or not all(isinstance(name, str) for name in order):
        raise BadPageJson("order: want a list of element names")
    _check_names(data, order)
    return Page(title, tuple(_element_from_json(name, data[name]) for name in order))


def page_from_stored(data: Mapping[str, Any]) -> Page:
    """The page of an object that the database holds, as `page_from_json`: `page_to_json` made it, so that only what
    resolving its links may have left needs cleaning. In half of the time."""
    return Page(data["title"], tuple(_element_from_stored(name, data[name]) for name in data["order"]))


def _element_from_stored(name: str, value: Any) -> Element:
    if isinstance(value, str):
        return Sentence(name, _normalized(value))
    if "table" in value:
        rows = tuple(tuple(map(_cell_from_stored, row)) for row in value["table"])
        return Table(name, value["type"], rows, _normalized(value["caption"]) or None if "caption" in value else None)
    if "list" in value:
        return List(name, value["type"], tuple(map(_item_from_stored, value["list"])))
    return Section(name, _normalized(value["value"]), value["level"])


def _cell_from_stored(cell: JsonObject) -> Cell:
    spans = int(cell["row_span"]), int(cell["column_span"])
    return Cell(cell["id"], _normalized(cell["value"]), cell["is_header"], *spans)


def _item_from_stored(item: JsonObject) -> Item:
    return Item(item["id"], _normalized(item["value"]), item["level"], item.get("type"))


def _element_to_json(element: Element) -> object:
    if isinstance(element, Sentence):
        return element.text
    if isinstance(element, Section):
        return {"value": element.value, "level": element.level}
    if isinstance(element, List):
        return {"type": element.kind, "list": [_item_to_json(item) for item in element.items]}
    table: JsonObject = {"type": element.kind, "table": [[_cell_to_json(cell) for cell in row] for row in element.rows]}
    return table if element.caption is None else table | {"caption": element.caption}


def _cell_to_json(cell: Cell) -> JsonObject:
    return {
        "id": cell.id,
        "value": cell.value,
        "is_header": cell.is_header,
        "row_span": str(cell.row_span),
        "column_span": str(cell.column_span),
    }


def _item_to_json(item: Item) -> JsonObject:
    data: JsonObject = {"id": item.id, "value": item.value, "level": item.level}
    return data if item.nested is None else data | {"type": item.nested}


def _check_names(data: Mapping[str, Any], order: list[str]) -> None:
    """`order` and the element keys are the same set of well-formed names."""
    keys = {key for key in data if key not in ("title", "order")}
    if len(set(order)) != len(order):
        raise BadPageJson("order: an element is listed twice")
    if stray := sorted(keys.symmetric_difference(order)):
        raise BadPageJson(f"{stray[0]}: in order or among the keys, but not in both")
    for name in order:
        kind, _, number = name.rpartition("_")
        if kind not in _READERS or not (number.isascii() and number.isdigit()):
            raise BadPageJson(f"{name}: want sentence_N, section_N, table_N or list_N")


def _element_from_json(name: str, value: Any) -> Element:
    return _READERS[name.rpartition("_")[0]](name, value)


def _sentence(name: str, value: Any) -> Sentence:
    if not isinstance(value, str):  # may be empty: official code counts such sentences and keeps them
        raise BadPageJson(f"{name}: want a string")
    return Sentence(name, _clean(value))


def _section(name: str, value: Any) -> Section:
    fields = _object(value, name, {"value", "level"})
    return Section(name, _string(fields, "value", name), _integer(fields, "level", name, 1, 99))


def _table(name: str, value: Any) -> Table:
    fields = _object(value, name, {"type", "table"}, {"caption"})
    kind = _TABLE_KINDS.get(_string(fields, "type", name))
    if kind is None:
        raise BadPageJson(f"{name}.type: {fields['type']!r} is not one of {', '.join(_TABLE_KINDS)}")
    rows = fields["table"]
    if not isinstance(rows, list) or not rows or not all(isinstance(row, list) for row in rows):
        raise BadPageJson(f"{name}.table: want a non-empty list of rows")
    caption = _string(fields, "caption", name) or None if "caption" in fields else None
    cells = tuple(tuple(_cell(f"{name}[{r}]", cell, name) for cell in row) for r, row in enumerate(rows))
    return Table(name, kind, cells, caption)


def _cell(where: str, value: Any, table: str) -> Cell:
    fields = _object(value, where, {"id", "value", "is_header", "row_span", "column_span"})
    if not isinstance(fields["is_header"], bool):
        raise BadPageJson(f"{where}.is_header: want true or false")
    kind = ElementKind.HEADER_CELL if fields["is_header"] else ElementKind.CELL
    cell_id = _id(fields, where, kind, table, 2)
    spans = (_integer(fields, key, where, 1, 65534) for key in ("row_span", "column_span"))
    return Cell(cell_id, _string(fields, "value", where), fields["is_header"], *spans)


def _list(name: str, value: Any) -> List:
    fields = _object(value, name, {"type", "list"})
    kind = _list_kind(fields, name)
    if not isinstance(fields["list"], list) or not fields["list"]:
        raise BadPageJson(f"{name}.list: want a non-empty list of items")
    return List(name, kind, tuple(_item(f"{name}[{i}]", item, name) for i, item in enumerate(fields["list"])))


def _item(where: str, value: Any, parent: str) -> Item:
    fields = _object(value, where, {"id", "value", "level"}, {"type"})
    item_id = _id(fields, where, ElementKind.ITEM, parent, 1)
    nested = _list_kind(fields, where) if "type" in fields else None
    return Item(item_id, _string(fields, "value", where), _integer(fields, "level", where, 0, MAX_LEVEL), nested)


def _list_kind(fields: Mapping[str, Any], where: str) -> ListKind:
    if fields["type"] not in get_args(ListKind):
        raise BadPageJson(f"{where}.type: {fields['type']!r} is not one of {', '.join(get_args(ListKind))}")
    return cast(ListKind, fields["type"])


def _id(fields: Mapping[str, Any], where: str, kind: ElementKind, parent: str, numbers: int) -> str:
    """The id, checked to be `kind`, of the element that holds it, with so many numbers of its own."""
    text, start = _string(fields, "id", where), local_id(kind, int(parent.rpartition("_")[2])) + "_"
    rest = text.removeprefix(start).split("_")
    if not text.startswith(start) or len(rest) != numbers or not all(n.isascii() and n.isdigit() for n in rest):
        raise BadPageJson(f"{where}.id: {text!r}, want {start} and {numbers} number(s)")
    return text


def _object(value: Any, where: str, needed: set[str], optional: set[str] | None = None) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise BadPageJson(f"{where}: want an object")
    if missing := needed - set(value):
        raise BadPageJson(f"{where}.{min(missing)}: missing")
    if unknown := set(value) - needed - (optional or set()):
        raise BadPageJson(f"{where}.{min(unknown)}: unknown key")
    return value


def _string(fields: Mapping[str, Any], key: str, where: str) -> str:
    value = fields.get(key)
    if not isinstance(value, str):
        raise BadPageJson(f"{where if where == key else f'{where}.{key}'}: want a string")
    return _clean(value)


def _integer(fields: Mapping[str, Any], key: str, where: str, low: int, high: int) -> int:
    value = fields[key]
    if isinstance(value, str) and value.isascii() and value.isdigit():
        value = int(value)  # spans are strings of digits in released files
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadPageJson(f"{where}.{key}: {fields[key]!r} is not a whole number from {low} to {high}")
    return value


def _clean(text: str) -> str:
    return _normalized(storable(text))


def _normalized(text: str) -> str:
    return unicodedata.normalize("NFD", text).strip()


_READERS: dict[str, Callable[[str, Any], Element]] = {
    "sentence": _sentence,
    "section": _section,
    "table": _table,
    "list": _list,
}
