"""Convert values between units, rounded by the rule of Wikipedia's Module:Convert.

A result has at least two significant figures, and about as many as the value was given with.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, localcontext
from functools import cache
from math import floor, log10

from corpus.word_lists import lines

_NUMBER = re.compile(r"[+\-−]?(?P<whole>\d[\d,]*)?(?P<decimals>\.\d+)?(?:[eE](?P<power>[+\-−]?\d+))?")
_FRACTION = re.compile(r"(?P<sign>[+\-−])?(?:(?P<whole>\d+)\+)?(?P<upper>\d+)[/⁄](?P<lower>\d+)")
_FUDGE = 1e-14
_LONGEST, _LARGEST_POWER = 20, 20  # of a number that is converted
_DIGITS = 200  # more than any such number has in any unit, so that none is rounded on the way
_ZERO_CELSIUS = Decimal("273.15")
_TEMPERATURES = {"C": "°C", "F": "°F", "K": "K"}
_OTHER_TEMPERATURES = {"C": ("F",), "F": ("C",), "K": ("C", "F")}
_TEMPERATURE_CODES = {"c": "C", "°c": "C", "f": "F", "°f": "F", "k": "K"}


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: what one and several are called, its symbol, and its `size` in the basic unit of its `kind`."""

    one: str
    several: str
    symbol: str
    kind: str
    size: Decimal
    others: tuple[str, ...]

    @property
    def is_temperature(self) -> bool:
        return self.kind == "temperature"


@dataclass(frozen=True, slots=True)
class Value:
    """A number as given, what it is, and how many decimals it has: −2 for 1200, where zeros tell nothing."""

    written: str
    number: Decimal
    decimals: float
    is_fraction: bool = False


@dataclass(frozen=True, slots=True)
class Rounding:
    """Digits that the page asks for: `decimals` behind the point, `figures` in all, or multiples of a `step`."""

    decimals: int | None = None
    figures: int | None = None
    step: Decimal | None = None


def unit_of(code: str) -> Unit | None:
    """The unit of a code; capitals tell apart only where both spellings are codes."""
    units = _units()
    return units.get(code) or units.get(_TEMPERATURE_CODES.get(code.lower(), "")) or units.get(code.lower())


def value_of(text: str) -> Value | None:
    """The number that a text is: "1,200", "−5.5", "1.2e6", "5+1/2"; None for any other text."""
    bare = text.strip().replace("−", "-")
    if fraction := _FRACTION.fullmatch(bare):
        lower = int(fraction["lower"])
        if not lower:
            return None
        number = int(fraction["whole"] or 0) + Decimal(int(fraction["upper"])) / lower
        return Value(bare, -number if fraction["sign"] == "-" else number, max(log10(lower), 1), is_fraction=True)
    match = _NUMBER.fullmatch(bare)
    if match is None or not (match["whole"] or match["decimals"]) or len(bare) > _LONGEST:
        return None
    whole, decimals = (match["whole"] or "0").replace(",", ""), match["decimals"]
    zeros = 0 if not whole.strip("0") else len(whole) - len(whole.rstrip("0"))
    power = int(match["power"] or 0)
    if abs(power) > _LARGEST_POWER:
        return None
    return Value(bare, Decimal(bare.replace(",", "")), (len(decimals) - 1 if decimals else -zeros) - power)


def converted(
    values: Sequence[Value], unit: Unit, other: Unit, rounding: Rounding, more: float | None = None
) -> list[str]:
    """The values in another unit of the same kind, all with the decimals of the one that needs most."""
    with localcontext(prec=_DIGITS):
        numbers = [_in_other(value.number, unit, other) for value in values]
        if rounding.step is not None:
            return [_rounded(number, rounding.step) for number in numbers]
        if rounding.decimals is not None:
            places = [rounding.decimals] * len(values)
        elif rounding.figures is not None:
            places = [rounding.figures - 1 - _magnitude(number) for number in numbers]
        else:
            found = (_places(value, unit, number, other, more) for value, number in zip(values, numbers, strict=True))
            places = [max(found)] * len(values)
        return [_rounded(number, Decimal(1).scaleb(-place)) for number, place in zip(numbers, places, strict=True)]


def _in_other(number: Decimal, unit: Unit, other: Unit) -> Decimal:
    if not unit.is_temperature:
        return number * unit.size / other.size
    celsius = {"°C": number, "°F": (number - 32) * 5 / 9, "K": number - _ZERO_CELSIUS}[unit.symbol]
    return {"°C": celsius, "°F": celsius * 9 / 5 + 32, "K": celsius + _ZERO_CELSIUS}[other.symbol]


def _places(value: Value, unit: Unit, number: Decimal, other: Unit, more: float | None) -> int:
    """Decimals of a converted number. `more` replaces what the sizes of the units say, for feet with inches."""
    if unit.is_temperature:
        kelvin = abs(_in_other(value.number, unit, _units()["K"]))
        return max(floor(value.decimals), 2 - floor(log10(kelvin) + _FUDGE) if kelvin > 0 else 2)
    if not value.number or not number:
        return 0
    adjust = log10(abs(value.number / number)) if more is None else more
    return max(floor(value.decimals + adjust + log10(2)), 1 - _magnitude(number))


def _magnitude(number: Decimal) -> int:
    return floor(log10(abs(number)) + _FUDGE) if number else 0


def _rounded(number: Decimal, step: Decimal) -> str:
    """A multiple of the step in plain digits: never "1E+3", never "-0"."""
    rounded = (number / step).quantize(Decimal(1), ROUND_HALF_UP) * step
    text = f"{rounded:f}"
    return text.replace("-", "−") if rounded else text.removeprefix("-")


@cache
def _units() -> dict[str, Unit]:
    """Code -> unit, temperatures included."""
    found: dict[str, Unit] = {}
    for line in lines("convert_units.tsv"):
        codes, one, several, symbol, kind, size, others = line.split("\t")
        unit = Unit(one, several, symbol, kind, Decimal(size), tuple(others.split()))
        for code in codes.split(" | "):
            found.setdefault(code, unit)
    for code, symbol in _TEMPERATURES.items():
        found[code] = Unit(symbol, symbol, symbol, "temperature", Decimal(1), _OTHER_TEMPERATURES[code])
    return found
