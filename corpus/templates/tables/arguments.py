"""Arguments of a template call as unrendered wikitext, and the wikitext of the tables, rows and cells made of them.

MediaWiki expands templates before it reads tables, so a template that writes cells is read the same way here: its
expansion is wikitext that stands in the page in its place. A function uses each argument once at most, so that
nested calls cannot multiply the text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from corpus.syntax.nodes import Template

MOST_NUMBERED = 500
UNKNOWN_BEGINNING = "data-begun-by-template"  # of a table: the template whose column names nobody knows


class Arguments:
    """Arguments by name (lower case, single spaces), each as written and stripped; the last of one name counts."""

    def __init__(self, template: Template) -> None:
        self._values = {normalised(str(param.name)): param.value for param in template.params}

    def get(self, *names: str) -> str:
        """The first of the named arguments that is not blank."""
        for name in names:
            value = self._values.get(name)
            if value is not None and (text := str(value).strip()):
                return text
        return ""

    def has(self, name: str) -> bool:
        """Return whether the argument is written, blank or not."""
        return name in self._values

    def positional(self) -> list[str]:
        """The arguments numbered from 1 on, up to the first that is absent."""
        found: list[str] = []
        while (value := self._values.get(str(1 + len(found)))) is not None:
            found.append(str(value).strip())
        return found

    def named(self) -> Iterator[tuple[str, str]]:
        """Names and values in the order of writing."""
        return ((name, str(value).strip()) for name, value in self._values.items())

    def numbers(self, *stems: str) -> list[int]:
        """The numbers with which one of the stems is written and not blank ("title1", "title2"), in ascending order."""
        found: set[int] = set()
        for name, value in self._values.items():
            for stem in stems:
                figure = name[len(stem) :]
                if name.startswith(stem) and figure.isascii() and figure.isdigit() and str(value).strip():
                    found.add(int(figure[:4]))
        return sorted(number for number in found if number <= MOST_NUMBERED)


Expansion = Callable[[Arguments], str]


def normalised(name: str) -> str:
    """An argument's name in lower case with single spaces."""
    return " ".join(name.replace("_", " ").split()).lower()


def cells(*texts: str) -> str:
    """Data cells, each on a line of its own."""
    return "".join(f"\n| {text}" for text in texts)


def headers(*texts: str) -> str:
    """Header cells, each on a line of its own."""
    return "".join(f"\n! {text}" for text in texts)


def row(*parts: str) -> str:
    """A row of cells that are already written."""
    return "\n|-" + "".join(parts)


def wide(text: str, columns: int, mark: str = "|") -> str:
    """A cell over several columns; `mark` is "!" for a header."""
    return f'\n{mark} colspan="{columns}" | {text}'


def opening(*header: str, caption: str = "") -> str:
    """The beginning of a table: its caption and its row of column headers."""
    title = f"\n|+ {caption}" if caption else ""
    return f'\n{{| class="wikitable"{title}' + (row(headers(*header)) if header else "")


def table(rows: Iterable[str], *header: str, caption: str = "") -> str:
    """A whole table; "" without rows."""
    written = "".join(rows)
    return f"{opening(*header, caption=caption)}{written}\n|}}\n" if written else ""


def plain_number(text: str) -> float | None:
    """A figure as written in English ("1,234.5"), or None."""
    bare = text.replace(",", "").replace("−", "-").strip()
    try:
        return float(bare) if bare.lstrip("+-")[:1].isdigit() and bare.isascii() else None
    except ValueError:
        return None


def grouped_figure(text: str) -> str:
    """A bare whole number with its thousands separated, as {{formatnum:}} writes it; any other text unchanged."""
    return f"{int(text):,}" if text.isascii() and text.isdigit() and len(text) <= 18 else text
