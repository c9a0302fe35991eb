"""Labels of infobox arguments by families of infoboxes, and the arguments that are never displayed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cache, lru_cache

from corpus.infobox.label_forms import PIECE, label_by_form, parts, without_numbers, year_of
from corpus.word_lists import lines, names, pairs

NAME_ARGUMENTS = (
    "name", "title", "above", "official_name", "conventional_long_name", "common_name", "company_name", "ship_name",
    "playername", "fullname_title", "show_name", "station_name", "building_name", "clubname", "school_name",
    "currency_name", "election_name", "conflict", "battle_name",
    "drug_name",
    "iupac_title", "taxon_name", "show_title", "nome", "nombre", "naam", "pasauka",
)  # fmt: skip
NOT_SHOWN = ""
_NUMBERED = re.compile(r"(?P<stem>(?:.*?[^\W\d])?)_?(?P<number>\d{1,3})(?P<end>(?:_?[^\W\d][^\d]*)?)")
_BEFORE_NUMBER = re.compile(r"_(?=(?:\d{1,2}|#)$)")
_UNITS = ("km2", "m2", "mi2", "ft2", "m3", "km3", "co2", "h2o")
_CAMEL = re.compile(r"(?<=[a-zà-þß-ÿ])(?=[A-Z])")
# "40px", "#ff0000", "right": what only a style has as its value.
_STYLE_VALUE = re.compile(r"(?:\d+(?:x\d+)? ?px|#(?:[0-9a-f]{3}){1,2}|upright(?:=[\d.]+)?|auto)", re.IGNORECASE)
_COLOUR = re.compile(r"(?=[\d]*[a-f])(?=[a-f]*\d)[0-9a-f]{6}", re.IGNORECASE)
_SWITCH_VALUES = frozenset("yes no y n true false on off none auto left right center inline".split())
_FILE_VALUE = re.compile(r"^\S[^\n]*\.(?:jpe?g|png|svg|gif|tiff?|og[gav]|webm|webp|pdf|mid|mp3|wav)$", re.IGNORECASE)


def argument_name(written: str) -> str:
    """The name by which arguments are looked up: lower case, underscores, none before a number at the end."""
    return _BEFORE_NUMBER.sub("", written.strip().lower().replace(" ", "_").replace("-", "_"))


def family_name(template: str) -> str:
    """The name of an infobox template without the word infobox."""
    return template.removeprefix("infobox").removesuffix("infobox").strip(" /-:") or "infobox"


def without_number(name: str) -> str | None:
    """The argument's name with "#" for its number; None where there is none that counts."""
    found = None if name.endswith(_UNITS) else _NUMBERED.fullmatch(name)
    return None if found is None else f"{found['stem']}#{found['end']}"


def known_label(template: str, name: str, language: str = "en") -> str | None:
    """What infoboxes print for an argument: NOT_SHOWN for what no reader sees as a fact, None for an unknown one.

    `name` is as of `argument_name`, `template` as of `corpus.templates.call.template_name`.
    """
    named = named_label(template, name, language)
    return form_label(template, name, language) if named is None else named


def form_label(template: str, name: str, language: str = "en") -> str | None:
    """The label of an argument that no rule names, by the form of its name; None where that tells nothing."""
    return label_by_form(name, language, lambda stem: known_label(template, stem, language))


def named_label(template: str, name: str, language: str = "en") -> str | None:
    """The same, by the rules that name the argument, whatever its form may say."""
    family = _labels_of(family_name(template), language)
    forms = _forms(name)
    for form in forms:
        if form in family:
            return family[form]
    if any(form in _skipped() for form in forms):
        return NOT_SHOWN
    for form in forms:
        if form in _labels():
            return _labels()[form]
    return NOT_SHOWN if any(_is_style(form) for form in forms) else None


@cache
def printed_labels() -> frozenset[str]:
    """Every label of the rules."""
    return frozenset(_labels().values()).union(*(labels.values() for _, labels in _families()))


def is_style_value(value: str) -> bool:
    """Return whether a value says how something looks: a file, a size, a colour, punctuation alone."""
    if _FILE_VALUE.match(value) or _STYLE_VALUE.fullmatch(value):
        return True
    return not any(character.isalnum() for character in value)


def is_switch(value: str) -> bool:
    """Return whether a value, of an argument that nobody knows, is that of a switch or a colour."""
    return value.strip().lower() in _SWITCH_VALUES or bool(_COLOUR.fullmatch(value))


def readable_name(written: str, language: str = "en") -> str:
    """An unknown argument's name as words, without its number: "largestCounty2" is "Largest county"."""
    spaced = _CAMEL.sub(" ", written.strip()) if not written.isupper() else written.strip()
    name = argument_name(spaced)
    year = year_of(name)
    name = without_numbers(year[0] if year else name) or name
    words = [word for word in name.split("_") if word]
    if language == "en":
        words = [part for word in words for part in _parts(word)]
    text = " ".join(words)
    return text[:1].upper() + text[1:]


@lru_cache(maxsize=4096)
def _forms(name: str) -> tuple[str, ...]:
    numbered = without_number(name)
    if numbered is None:
        several = without_numbers(name)
        return (name, f"{name}#", *([several] if several not in ("", name) else []))
    return (name, numbered, numbered.replace("#", ""), numbered.replace("#", "").strip("_"))


def _is_style(name: str) -> bool:
    return name.startswith(_beginnings()) or name.endswith(_endings())


@cache
def _skipped() -> frozenset[str]:
    return frozenset(map(argument_name, names("infobox_skipped.txt", "arguments")))


@cache
def _beginnings() -> tuple[str, ...]:
    return tuple(names("infobox_skipped.txt", "beginnings"))


@cache
def _endings() -> tuple[str, ...]:
    return tuple(names("infobox_skipped.txt", "endings"))


@cache
def _labels() -> dict[str, str]:
    """The labels of all families: those that are printed as the argument is called, and the others."""
    found = {name: _sentence_case(name) for name in names("infobox_plain.txt", "arguments")}
    for written, label in pairs("infobox_labels.tsv").items():
        found |= dict.fromkeys(map(argument_name, written.split(" | ")), label)
    return found


def _sentence_case(name: str) -> str:
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]


@lru_cache(maxsize=1024)
def _labels_of(family: str, language: str) -> Mapping[str, str]:
    """The labels of every family that a template belongs to, later families of the file before earlier ones."""
    found: dict[str, str] = {}
    for patterns, labels in _families():
        if any(_matches(family, language, pattern) for pattern in patterns):
            found |= labels
    return found


def _matches(family: str, language: str, pattern: str) -> bool:
    wiki, colon, rest = pattern.partition(":")
    return (wiki == language and fnmatchcase(family, rest)) if colon else fnmatchcase(family, pattern)


@cache
def _families() -> tuple[tuple[tuple[str, ...], dict[str, str]], ...]:
    found: list[tuple[tuple[str, ...], dict[str, str]]] = []
    for line in lines("infobox_families.tsv"):
        if line.startswith("["):
            found.append((tuple(pattern.strip() for pattern in line.strip("[]").split("|")), {}))
            continue
        arguments, _, label = line.partition("\t")
        shown = NOT_SHOWN if label == "-" else label
        written = [argument_name(each).replace("_#", "#") for each in arguments.split(" | ")]
        found[-1][1].update((name, shown if label else _sentence_case(name)) for name in written)
    return tuple(found)


@lru_cache(maxsize=4096)
def _parts(word: str) -> tuple[str, ...]:
    return parts(word, _vocabulary())


@cache
def _vocabulary() -> frozenset[str]:
    found = {word for name in _labels() for word in name.split("_")}
    found |= {word.lower() for label in _labels().values() for word in label.split()}
    found |= {word for _, labels in _families() for label in labels.values() for word in label.lower().split()}
    return frozenset(word for word in found if len(word) >= PIECE and word.isalpha())
