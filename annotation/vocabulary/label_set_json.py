"""Read a label set from JSON: of a project's setting, or of a file. docs/label-sets.md describes the format."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext as _

from annotation.vocabulary.challenges import CHALLENGES
from annotation.vocabulary.label_set import LONGEST_VALUE, Label, LabelSet, Meaning, Style, plain
from annotation.vocabulary.texts import ByLanguage, Text

Row = Mapping[str, Any]
FEWEST, MOST = 2, 9  # the workspace has the keys 1 to 9
LONGEST_TEXT = 300
KEYS = frozenset({"value", "name", "description", "questions", "meaning", "style", "needs_evidence"})
OF_CHALLENGES = ("name", "short_name", "description", "example")
STYLES = {
    Meaning.SUPPORTS: Style.SUPPORTS,
    Meaning.REFUTES: Style.REFUTES,
    Meaning.NOT_ENOUGH_INFO: Style.NOT_ENOUGH_INFO,
}


class BadLabelSet(ValueError):
    """The JSON is no label set. `problems`: a sentence each, which begins with the place."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def label_set_from(data: object) -> LabelSet:
    """Read {"ordinal": false, "labels": [{"value": "true", "name": "True"}, ...], "challenges": [...]}.

    Without challenges the set has those of FEVEROUS. Raises BadLabelSet.
    """
    if not isinstance(data, Mapping) or not isinstance(data.get("labels"), list):
        raise BadLabelSet([_('labels: missing; write {"labels": [{"value": "…"}, …]}')])
    rows: list[object] = data["labels"]
    found = _Problems()
    for key in sorted(set(map(str, data)) - {"labels", "ordinal", "challenges"}):
        found.add(key, _("is not known; write one of: %(known)s") % {"known": "labels, ordinal, challenges"})
    if not isinstance(data.get("ordinal", False), bool):
        found.add("ordinal", _("write true or false"))
    labels = _labels("labels", rows, _label, found)
    challenges = CHALLENGES
    if "challenges" in data:
        listed = data["challenges"]
        challenges = _labels("challenges", listed if isinstance(listed, list) else [], _challenge, found)
    for meaning in Meaning:
        if sum(label.meaning is meaning for label in labels) > 1:
            found.add("labels", _("only one can have the meaning %(meaning)s") % {"meaning": meaning.value})
    if found.problems:
        raise BadLabelSet(found.problems)
    return LabelSet(labels, is_ordinal=bool(data.get("ordinal", False)), challenges=challenges)


class _Problems:
    def __init__(self) -> None:
        self.problems: list[str] = []

    def add(self, place: str, remedy: str) -> None:
        self.problems.append(f"{place}: {remedy}")


def _labels(
    place: str, rows: list[object], read: Callable[[str, Row, _Problems], Label | None], found: _Problems
) -> tuple[Label, ...]:
    if not FEWEST <= len(rows) <= MOST:
        found.add(place, _("from %(fewest)d to %(most)d are possible") % {"fewest": FEWEST, "most": MOST})
    labels = []
    for at, row in enumerate(rows):
        if not isinstance(row, Mapping):
            found.add(f"{place}[{at}]", _("write an object with a value"))
        elif (label := read(f"{place}[{at}]", row, found)) is not None:
            labels.append(label)
    first: dict[str, int] = {}
    for at, label in enumerate(labels):
        if first.setdefault(plain(label.value), at) != at:
            found.add(place, _("“%(value)s” is there twice") % {"value": label.value})
    return tuple(labels)


def _value(place: str, row: Row, keys: Collection[str], found: _Problems) -> str:
    for key in sorted(set(map(str, row)) - set(keys)):
        found.add(f"{place}.{key}", _("is not known; write one of: %(known)s") % {"known": ", ".join(sorted(keys))})
    value = row.get("value")
    if not _is_value(value):
        found.add(
            f"{place}.value",
            _("write 1 to %(most)d printable characters, without + and without a space at an end")
            % {"most": LONGEST_VALUE},
        )
    return str(value)


def _challenge(place: str, row: Row, found: _Problems) -> Label | None:
    before = len(found.problems)
    value = _value(place, row, ("value", *OF_CHALLENGES), found)
    texts = {name: _text(f"{place}.{name}", row.get(name, ""), found) for name in OF_CHALLENGES}
    if len(found.problems) > before:
        return None
    return Label(
        value=value,
        name=texts["name"] or value,
        short_name=texts["short_name"],
        description=texts["description"],
        example=texts["example"],
    )


def _label(place: str, row: Row, found: _Problems) -> Label | None:
    before = len(found.problems)
    value = _value(place, row, KEYS, found)
    questions = row.get("questions", [])
    if not isinstance(questions, list):
        found.add(f"{place}.questions", _("write a list of texts"))
        questions = []
    if not isinstance(row.get("needs_evidence", True), bool):
        found.add(f"{place}.needs_evidence", _("write true or false"))
    meaning = _choice(f"{place}.meaning", row.get("meaning"), Meaning, found)
    style = _choice(f"{place}.style", row.get("style"), Style, found)
    texts = [_text(f"{place}.{name}", row.get(name, ""), found) for name in ("name", "description")]
    asked = tuple(_text(f"{place}.questions[{at}]", one, found) for at, one in enumerate(questions))
    if len(found.problems) > before:
        return None
    return Label(
        value=value,
        name=texts[0] or value,
        description=texts[1],
        questions=asked,
        meaning=meaning,
        style=style or (STYLES[meaning] if meaning else Style.PLAIN),
        needs_evidence=row.get("needs_evidence", True),
    )


def _is_value(value: object) -> bool:
    if not isinstance(value, str) or not 0 < len(value) <= LONGEST_VALUE:
        return False
    return value.isprintable() and value == value.strip() and "+" not in value  # which joins verdicts in addresses


def _choice(place: str, value: object, known: type[StrEnum], found: _Problems) -> Any:
    words = [str(one) for one in known]
    if value is None or value in words:
        return None if value is None else known(value)
    found.add(place, _("is not known; write one of: %(known)s") % {"known": ", ".join(words)})
    return None


def _text(place: str, value: object, found: _Problems) -> Text:
    """A text, or one by language: {"en": "True", "de": "Wahr"}."""
    said: Mapping[str, Any] = value if isinstance(value, Mapping) else {"en": value}
    if not said or not all(isinstance(one, str) and len(one) <= LONGEST_TEXT for one in said.values()):
        words = _('write a text of at most %(most)d characters, or one by language: {"en": "…", "de": "…"}')
        found.add(place, words % {"most": LONGEST_TEXT})
        return ""
    return ByLanguage(said) if isinstance(value, Mapping) else str(value)
