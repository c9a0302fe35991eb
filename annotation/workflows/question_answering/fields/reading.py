"""Read TOML and name what is wrong with it, with line and remedy."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from annotation.workflows.question_answering.fields.model import Words

Path = tuple[str | int, ...]
LARGEST = 1_000_000  # characters of a file
LONGEST_TEXT = 2_000
_HEADER = re.compile(r"\s*(\[\[?)\s*([A-Za-z0-9_.\-]+)\s*\]\]?")
_KEY = re.compile(r"\s*([A-Za-z0-9_.\-]+)\s*=")


@dataclass(frozen=True, slots=True)
class FileProblem:
    """What is wrong at a line (from 1; 0: of the whole file), as a sentence with the remedy."""

    line: int
    message: str

    def __str__(self) -> str:
        return (
            _("Line %(line)d: %(message)s") % {"line": self.line, "message": self.message}
            if self.line
            else self.message
        )


class BadFields(ValueError):
    """A file that cannot be used; `problems` says why."""

    def __init__(self, problems: Collection[FileProblem]) -> None:
        super().__init__(" ".join(map(str, problems)))
        self.problems = tuple(problems)


def parse(text: str) -> tuple[dict[str, Any], dict[Path, int]]:
    """Return what the file holds, and the line of each table and key. Raises BadFields."""
    if len(text) > LARGEST:
        size = {"count": len(text), "most": LARGEST}
        raise BadFields([FileProblem(0, _("The file has %(count)d characters; %(most)d is the most.") % size)])
    try:
        return tomllib.loads(text), _lines(text)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"at line (\d+)", str(error))
        message = _("This is no TOML: %(error)s. Compare the line with the file that came with Attest.")
        raise BadFields([FileProblem(int(at[1]) if at else 0, message % {"error": error})]) from error
    except (RecursionError, ValueError) as error:
        raise BadFields([FileProblem(0, _("This file cannot be read as TOML."))]) from error


def _lines(text: str) -> dict[Path, int]:
    """Path of a table or key -> its line. Arrays of tables have a number after their name."""
    found: dict[Path, int] = {}
    here: Path = ()
    count: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line):
            here = tuple(header[2].split("."))
            if header[1] == "[[":
                count[header[2]] = count.get(header[2], -1) + 1
                here = (*here, count[header[2]])
            found.setdefault(here, number)
        elif key := _KEY.match(line):
            path = (*here, *key[1].split("."))
            for end in range(len(here) + 1, len(path) + 1):
                found.setdefault(path[:end], number)
    return found


@dataclass(slots=True)
class Table:
    """A table of the file. Every getter notes what is wrong and returns something of its type; `close` names keys that
    nobody asked for."""

    data: Mapping[str, Any]
    lines: Mapping[Path, int]
    problems: list[FileProblem]
    path: Path = ()
    asked: set[str] = field(default_factory=set)

    def wrong(self, key: str, message: str) -> None:
        """Note a problem of a key."""
        where = (*self.path, key) if key else self.path
        while where and where not in self.lines:
            where = where[:-1]
        self.problems.append(FileProblem(self.lines.get(where, 0), message))

    def text(self, key: str, *, required: bool = True, longest: int = LONGEST_TEXT) -> str:
        value: str = self._get(key, str, "", required=required, sort=_("a text in quotation marks"))
        if required and key in self.data and isinstance(self.data[key], str) and not value.strip():
            self.wrong(key, _("“%(key)s” is empty. Write a text.") % {"key": key})
        if len(value) > longest:
            size = {"key": key, "count": len(value), "most": longest}
            self.wrong(key, _("“%(key)s” has %(count)d characters; %(most)d is the most. Shorten it.") % size)
        return value

    def words(self, key: str, *, required: bool = True) -> Words:
        """`key.en` and `key.de`; English stands in where German is missing."""
        if key not in self.data and not required:
            return Words()
        table = self.table(key)
        english = table.text("en")
        found = Words(english, table.text("de", required=False) or english)
        table.close()
        return found

    def number(self, key: str, default: int, *, least: int = 0, most: int = 1_000_000) -> int:
        value: int = self._get(key, int, default, required=False, sort=_("a whole number"))
        if not least <= value <= most:
            bounds = {"key": key, "least": least, "most": most}
            self.wrong(key, _("“%(key)s” must be a whole number from %(least)d to %(most)d.") % bounds)
            return default
        return value

    def flag(self, key: str, default: bool) -> bool:  # noqa: FBT001
        value: bool = self._get(key, bool, default, required=False, sort="true / false")
        return value

    def texts(self, key: str, known: Collection[str] | None = None, default: tuple[str, ...] = ()) -> tuple[str, ...]:
        """A list of texts, of `known` ones where that is given."""
        values = self._get(key, list, list(default), required=False, sort=_("a list of texts"))
        if not all(isinstance(one, str) and 0 < len(one) <= LONGEST_TEXT for one in values):
            self.wrong(key, _("“%(key)s” must be a list of texts.") % {"key": key})
            return default
        for one in values:
            self.among(key, one, known)
        return tuple(values)

    def choice(self, key: str, known: Collection[str], default: str = "") -> str:
        value = self.text(key, required=not default) or default
        self.among(key, value, known)
        return value

    def among(self, key: str, value: str, known: Collection[str] | None) -> None:
        """Note a value that is not known."""
        if known is not None and value and value not in known:
            names = {"value": value[:100], "key": key, "known": ", ".join(f"“{one}”" for one in known)}
            self.wrong(key, _("“%(value)s” is no value of “%(key)s”. Known are %(known)s.") % names)

    def table(self, key: str) -> Table:
        value = self._get(key, dict, {}, required=True, sort=_("a table"))
        return Table(value, self.lines, self.problems, (*self.path, key))

    def optional(self, key: str) -> Table:
        """The table, an empty one where there is none."""
        return self.table(key) if key in self.data else Table({}, self.lines, self.problems, (*self.path, key))

    def tables(self, key: str, *, least: int = 1, most: int = 200) -> list[Table]:
        values = self._get(key, list, [], required=least > 0, sort=_("a list of tables"))
        if not all(isinstance(one, dict) for one in values):
            self.wrong(key, _("“%(key)s” must be tables: write [[%(key)s]] above each.") % {"key": key})
            return []
        if key in self.data and not least <= len(values) <= most:
            counts = {"key": key, "count": len(values), "least": least, "most": most}
            self.wrong(key, _("There are %(count)d “%(key)s”; from %(least)d to %(most)d are possible.") % counts)
        return [Table(one, self.lines, self.problems, (*self.path, key, place)) for place, one in enumerate(values)]

    def close(self) -> None:
        """Note keys that mean nothing."""
        for key in self.data.keys() - self.asked:
            known = {"key": key[:100], "known": ", ".join(sorted(self.asked))}
            self.wrong(key, _("“%(key)s” means nothing here. Known are %(known)s.") % known)

    def _get(self, key: str, kind: type[Any], default: Any, *, required: bool, sort: str) -> Any:
        self.asked.add(key)
        if key not in self.data:
            if required:
                self.wrong("", _("“%(key)s” is missing. Add it: %(sort)s.") % {"key": key, "sort": sort})
            return default
        value = self.data[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            self.wrong(key, _("“%(key)s” must be %(sort)s.") % {"key": key, "sort": sort})
            return default
        return value
