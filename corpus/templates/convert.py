"""{{convert}} as Wikipedia shows it: the value as given, and what it is in other units.

What is not known here (a unit, an unusual way to show it) is a hole behind the value as given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from math import log10

from corpus.syntax.parser_state import BREAK, HOLE
from corpus.templates.call import Call
from corpus.templates.conversion import Rounding, Unit, Value, converted, unit_of, value_of
from corpus.word_lists import pairs

_SYMBOLS = pairs("units.tsv")
# How a range is written before the name of a unit, and before its symbol.
_RANGES = {
    "-": ("–", "–"), "–": ("–", "–"), "to": (" to ", " to "), "and": (" and ", " and "), "or": (" or ", " or "),
    "to(-)": (" to ", "–"), "and(-)": (" and ", "–"), ",": (", ", ", "), "by": (" by ", " by "), "xx": (" × ", " × "),
    "x": (" by ", "×"), "×": (" by ", "×"), "*": (" by ", "×"),
}  # fmt: skip
_TIMES = "×"  # every value has the unit: "30 in × 21 in"
_UNREAD_RANGES = {"+/-": " ± ", "±": " ± ", "to about": " to about ", "+": " + ", "&": " & ", "...": "…", "e": "e"}
# disp= -> the text of both, the result in {1}
_FRAMES = {
    "": "{0} ({1})", "b": "{0} ({1})", "or": "{0} or {1}", "comma": "{0}, {1}", "sqbr": "{0} [{1}]", "s": "{0} [{1}]",
    "slash": "{0} / {1}", "/": "{0} / {1}", "br": f"{{0}}{BREAK}{{1}}", "br()": f"{{0}}{BREAK}({{1}})",
    "out": "{1}", "output": "{1}", "output only": "{1}",
}  # fmt: skip
_NUMBER_ALONE = ("number", "output number only")
# A value in two units: 6 ft 2 in. The second unit, and how many of it make one of the first.
_DIVIDED = {"ft": ("in", 12), "lb": ("oz", 16), "st": ("lb", 14), "yd": ("ft", 3), "mi": ("yd", 1760)}
_COMPOSED = {"ftin": "ft", "footin": "ft", "lboz": "lb", "stlb": "st"}


@dataclass(frozen=True, slots=True)
class Given:
    """What a call converts: values in a unit, the joints of a range, codes of the units wanted, what is left over.

    `divided` is the value in two units, as written: ("5", "11").
    """

    values: tuple[Value, ...]
    joints: tuple[str, ...]
    code: str
    wanted: tuple[str, ...]
    rest: tuple[str, ...]
    divided: tuple[str, str] | None = None


def convert_text(call: Call) -> str:
    """{{convert|5|km|mi}}: "5 kilometres (3.1 mi)"; {{convert|5|ft|11|in|m}}: "5 feet 11 inches (1.80 m)"."""
    parts = call.positional()
    if not parts or not parts[0]:
        return ""
    given = _given(parts)
    shown = _shown(call, given) if given is not None else None
    return shown if shown is not None else f"{_as_written(parts)} {HOLE}"


def _given(parts: Sequence[str]) -> Given | None:
    first = value_of(parts[0])
    if first is None:
        return None
    values, joints, rest = [first], list[str](), list(parts[1:])
    while len(rest) >= 2 and rest[0].lower() in _RANGES and (value := value_of(rest[1])) is not None:
        joints.append(rest[0].lower())
        values.append(value)
        rest = rest[2:]
    if not rest:
        return None
    code, rest, divided = rest[0], rest[1:], None
    second = value_of(rest[0]) if len(rest) >= 2 and code in _DIVIDED and rest[1] == _DIVIDED[code][0] else None
    if second is not None:
        divided = (first.written, second.written)
        code, many = _DIVIDED[code]
        total = first.number * many + (second.number if first.number >= 0 else -second.number)
        values, rest = [replace(second, number=total, decimals=max(second.decimals, 0))], rest[2:]
    wanted: tuple[str, ...] = ()
    if rest and value_of(rest[0]) is None:
        wanted, rest = (rest[0],) if unit_of(rest[0]) else tuple(rest[0].replace("+", " ").split()), rest[1:]
    return Given(tuple(values), tuple(joints), code, wanted, tuple(rest), divided)


def _shown(call: Call, given: Given) -> str | None:
    """The whole text; None where it is not known how Wikipedia writes it."""
    unit = unit_of(given.code)
    display, adjective = call.get("disp").lower(), call.get("adj").lower()
    has_power = any("e" in value.written.lower() for value in given.values)
    if unit is None or has_power or call.get("spell") or adjective not in ("", "on", "mid", "off"):
        return None
    rounding = _rounding(call, given.rest)
    if rounding is None or (display not in _FRAMES and display not in (*_NUMBER_ALONE, "flip")):
        return None
    style = _Style(call.get("abbr").lower(), call.get("sp") == "us", adjective, _middle(given.rest, adjective))
    is_flipped = display == "flip" or call.get("order") == "flip"
    codes = given.wanted or (("m",) if given.divided and given.code == "in" else unit.others)
    results = [_result(given, unit, code, rounding, style, is_first=is_flipped) for code in codes]
    if not results or None in results:
        return None
    joined = "; ".join(filter(None, results))
    if display in _NUMBER_ALONE:
        return joined.partition(" ")[0]
    written = [value.written for value in given.values]
    first = _divided(given, style) or style.text(written, given.joints, unit, is_first=not is_flipped)
    frame = _FRAMES.get(display, _FRAMES[""])
    return frame.format(joined, first) if is_flipped else frame.format(first, joined)


def _rounding(call: Call, rest: Sequence[str]) -> Rounding | None:
    """What the page asks for; None for what is not known here."""
    if step := call.get("round"):
        value = value_of(step)
        return None if value is None or value.number <= 0 else Rounding(step=value.number)
    if figures := call.get("sigfig"):
        is_number = figures.isascii() and figures.isdigit() and 0 < int(figures) < 20
        return Rounding(figures=int(figures)) if is_number else None
    for part in rest:
        value = value_of(part)
        if value is not None and value.number == value.number.to_integral_value() and abs(value.number) < 20:
            return Rounding(decimals=int(value.number))
    return Rounding()


def _middle(rest: Sequence[str], adjective: str) -> str:
    return next((part for part in rest if part and value_of(part) is None), "") if adjective == "mid" else ""


def _result(given: Given, unit: Unit, code: str, rounding: Rounding, style: _Style, *, is_first: bool) -> str | None:
    """The values in another unit; None for one that is not known, or of another kind."""
    if code.lower() in _COMPOSED:
        return _composed(given, unit, _COMPOSED[code.lower()], rounding, style, is_first=is_first)
    other = unit_of(code)
    if other is None or other.kind != unit.kind:
        return None
    more = log10(other.size) + 2 + log10(2) if given.divided and given.code == "in" else None
    numbers = converted(given.values, unit, other, rounding, more)
    return style.text(numbers, given.joints, other, is_first=is_first)


def _composed(given: Given, unit: Unit, code: str, rounding: Rounding, style: _Style, *, is_first: bool) -> str | None:
    """One value as feet and inches."""
    small_code, many = _DIVIDED[code]
    large, small = unit_of(code), unit_of(small_code)
    if large is None or small is None or large.kind != unit.kind or len(given.values) != 1:
        return None
    (number,) = converted(given.values, unit, small, rounding)
    total = Decimal(number.replace("−", "-"))
    whole = int(abs(total) // many)
    left = abs(total) - whole * many
    sign = "−" if total < 0 else ""
    return " ".join(
        style.text([written], (), each, is_first=is_first)
        for written, each in ((f"{sign}{whole}", large), (f"{left:f}", small))
    )


def _divided(given: Given, style: _Style) -> str:
    if given.divided is None:
        return ""
    large = next(code for code, (small, _many) in _DIVIDED.items() if small == given.code)
    units = (unit_of(large), unit_of(given.code))
    return " ".join(
        style.text([number], (), unit, is_first=True)
        for number, unit in zip(given.divided, units, strict=True)
        if unit is not None
    )


@dataclass(frozen=True, slots=True)
class _Style:
    """How units are written: `abbr` as in the template, American spelling, before a noun ("5-kilometre")."""

    abbr: str
    american: bool
    adjective: str
    middle: str

    def text(self, numbers: Sequence[str], joints: Sequence[str], unit: Unit, *, is_first: bool) -> str:
        """Numbers with their unit; what is given stands first, with the unit's name unless it is abbreviated."""
        abbreviated = self.abbr in (("on", "in", "values") if is_first else ("on", "out", "", "values"))
        abbreviated = abbreviated or (unit.is_temperature and self.abbr != "off")
        shown = [figure(number) for number in numbers]
        if abbreviated and joints and _RANGES[joints[0]][1] == _TIMES:
            return " × ".join(self._with_symbol(number, unit) for number in shown)
        text = shown[0]
        for joint, number in zip(joints, shown[1:], strict=True):
            text += _RANGES[joint][abbreviated].replace(_TIMES, " × ") + number
        if abbreviated:
            return self._with_symbol(text, unit, is_one=text in ("1", "−1"))
        is_one = not joints and text in ("1", "−1")
        if is_first and self.adjective in ("on", "mid"):
            middle = self.middle if self.middle.startswith("-") or not self.middle else f" {self.middle}"
            return f"{text}-{self._spelled(unit.one).replace(' ', '-')}{middle}"
        is_part = "/" in text and "+" not in text
        return f"{_set(text)} {self._spelled(unit.one if is_one or is_part else unit.several)}"

    def _with_symbol(self, number: str, unit: Unit, *, is_one: bool = False) -> str:
        symbol = unit.several if unit.symbol == unit.one and not is_one else unit.symbol
        return f"{_set(number)}{symbol}" if symbol.startswith("/") else f"{_set(number)} {symbol}"

    def _spelled(self, name: str) -> str:
        return name.replace("metre", "meter").replace("litre", "liter") if self.american else name


def _set(number: str) -> str:
    """ "5+1/2" as "5 1/2"."""
    return number.replace("+", " ")


def _as_written(parts: Sequence[str]) -> str:
    text, rest = figure(parts[0]), list(parts[1:])
    while len(rest) >= 2 and rest[0].lower() in (*_RANGES, *_UNREAD_RANGES) and value_of(rest[1]) is not None:
        joint = rest[0].lower()
        text += (_UNREAD_RANGES.get(joint) or _RANGES[joint][0]) + figure(rest[1])
        rest = rest[2:]
    return with_symbol(text, rest[0]) if rest else text


def with_symbol(number: str, code: str) -> str:
    """A number with the unit that a page names by its code, known or not."""
    symbol = _SYMBOLS.get(code.lower(), code)
    return f"{number}{symbol}" if symbol.startswith("/") else f"{number} {symbol}".strip()


def figure(text: str) -> str:
    """Thousands grouped as {{convert}} groups them, a hyphen before a digit as a minus sign."""
    sign, digits = ("−", text[1:]) if text[:1] in "-−" and text[1:2].isdigit() else ("", text)
    whole, dot, fraction = digits.partition(".")
    if whole.isascii() and whole.isdigit() and len(whole) > 3 and not whole.startswith("0"):
        whole = f"{int(whole):,}"
    return sign + whole + dot + fraction
