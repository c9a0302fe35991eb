"""Templates that write quantities. They give what the author wrote: a converted value would be ours, not the page's."""

from __future__ import annotations

import re
from collections.abc import Callable

from corpus.building.superscripts import subscript, superscript
from corpus.templates.call import Call
from corpus.word_lists import pairs

_UNITS = pairs("units.tsv")
_RANGES = {
    "-": "–", "–": "–", "to": " to ", "and": " and ", "or": " or ", "by": " by ", "x": " × ", "×": " × ", "xx": " × ",
    "*": " × ", "+/-": " ± ", "±": " ± ", "to(-)": " to ", "to about": " to about ", "and(-)": " and ", "+": " + ",
    "&": " & ", ",": ", ", "...": "…", "in": " in ", "e": "e",
}  # fmt: skip
_NUMERIC = re.compile(r"[+\-−]?[\d.,]+(?:[/⁄]\d+|\+\d+/\d+|[eE][+\-−]?\d+)?(?:\(\d+\))?")


def _convert(call: Call) -> str:
    """{{convert|5|ft|11|in|m}}, {{convert|10|-|20|km|mi}}: the value or range with the unit it was given in."""
    parts = call.positional()
    if not parts:
        return ""
    text = figure(parts[0])
    rest = parts[1:]
    while len(rest) >= 2 and rest[0].lower() in _RANGES and _NUMERIC.fullmatch(rest[1]):
        text += _RANGES[rest[0].lower()] + figure(rest[1])
        rest = rest[2:]
    if rest:
        text = _with_unit(text, rest[0])
    if len(rest) >= 3 and _NUMERIC.fullmatch(rest[1]) and rest[0].lower() in ("ft", "lb", "st", "mi", "foot", "yd"):
        text += " " + _with_unit(figure(rest[1]), rest[2])
    return text


def _with_unit(figure: str, unit: str) -> str:
    name = _UNITS.get(unit.lower(), unit)
    return f"{figure}{name}" if name.startswith("/") else f"{figure} {name}".strip()


def figure(text: str) -> str:
    """Thousands grouped as {{convert}} groups them, a hyphen before a digit as a minus sign."""
    sign, digits = ("−", text[1:]) if text[:1] in "-−" and text[1:2].isdigit() else ("", text)
    whole, dot, fraction = digits.partition(".")
    if whole.isascii() and whole.isdigit() and len(whole) > 3 and not whole.startswith("0"):
        whole = f"{int(whole):,}"
    return sign + whole + dot + fraction


def _height(call: Call) -> str:
    if feet := call.get("ft", "feet"):
        inches = call.get("in", "inch", "inches")
        return f"{feet} ft {inches} in" if inches else f"{feet} ft"
    for unit in ("m", "cm"):
        if value := call.get(unit):
            return f"{value} {unit}"
    return " ".join(call.positional()[:4])


def _value(call: Call) -> str:
    """{{val|1.2|0.1|e=5|u=km}} is "1.2 ± 0.1 × 10⁵ km"."""
    value, spread = (call.positional() + ["", ""])[:2]
    text = figure(value) + (f" ± {spread}" if spread and _NUMERIC.fullmatch(spread) else "")
    if exponent := call.get("e"):
        text += f" × 10{superscript(exponent)}" if text else f"10{superscript(exponent)}"
    unit = call.get("u", "ul", "up")
    return call.get("p") + text + call.get("s") + (f" {unit}" if unit and unit not in "%°" else unit)


def _power_of_ten(call: Call) -> str:
    return f" × 10{superscript(call.get('1'))}"


def _fraction(call: Call) -> str:
    parts = call.positional()[:3]
    if len(parts) == 3:
        return f"{parts[0]} {parts[1]}/{parts[2]}"
    return "/".join(parts) if len(parts) == 2 else f"1/{parts[0]}" if parts else ""


def _formula(call: Call) -> str:
    """{{chem|H|2|O}}, {{chem2|H2O}}: figures after a letter or bracket go below the line."""
    text = "".join(call.positional())
    text = re.sub(r"(?<=[A-Za-z)\]])(\d+)", lambda match: subscript(match[1]), text)
    return re.sub(r"\^?(\d*[+\-−])$", lambda match: superscript(match[1]), text)


def _gaps(call: Call) -> str:
    return "".join(call.positional()) + (f" × 10{superscript(call.get('e'))}" if call.get("e") else "")


def _number(call: Call) -> str:
    return figure(call.get("1"))


def _isotope(call: Call) -> str:
    """{{nuclide|uranium|235}}, {{SimpleNuclide|carbon|14}}: "uranium-235"."""
    parts = [part for part in call.positional()[:2] if part]
    return "-".join(parts)


def _coordinates(call: Call) -> str:
    """{{coord|42|30|N|1|30|E|display=inline}} is "42°30′N 1°30′E"; title coordinates are not text."""
    if "inline" not in call.get("display") and call.get("display"):
        return ""
    text, marks = "", iter("°′″")
    for part in call.positional()[:8]:
        if part.upper() in ("N", "S", "E", "W"):
            text, marks = f"{text}{part.upper()} ", iter("°′″")
        elif re.fullmatch(r"[+\-−]?[\d.]+", part):
            text += part + next(marks, " ")
        else:
            break
    return text.strip() if re.search(r"[NSEW]$", text.strip()) else ", ".join(re.findall(r"[+\-−]?[\d.]+", text))


def _rating(call: Call) -> str:
    score, best = (call.positional() + ["", ""])[:2]
    return f"{score}/{best or '5'}" if score else ""


def _money(sign: str) -> Callable[[Call], str]:
    def write(call: Call) -> str:
        amount = call.get("1")
        return f"{sign}{figure(amount)}" if amount else sign

    return write


MEASURES: dict[str, Callable[[Call], str]] = {
    **dict.fromkeys(("convert", "cvt", "conv", "convert/2"), _convert),
    **dict.fromkeys(("height", "hgt", "infobox height"), _height),
    **dict.fromkeys(("val", "value"), _value),
    **dict.fromkeys(("e", "esp", "exp"), _power_of_ten),
    **dict.fromkeys(("frac", "fraction", "sfrac", "fract", "dfrac"), _fraction),
    **dict.fromkeys(("chem", "chem2", "chemical formula", "ce chem"), _formula),
    **dict.fromkeys(("gaps", "val gaps"), _gaps),
    **dict.fromkeys(("nts", "formatnum", "number", "commas", "formatprice", "format price"), _number),
    **dict.fromkeys(("simplenuclide", "simplenuclide2", "nuclide", "nuclide2", "isotope"), _isotope),
    **dict.fromkeys(("coord", "coords", "coor", "coor dms", "coor dm", "coor d"), _coordinates),
    **dict.fromkeys(("rating", "rating-5", "stars"), _rating),
    **dict.fromkeys(("us$", "usd", "us dollars"), _money("US$")),
    **dict.fromkeys(("£", "gbp", "pound sterling", "£sd"), _money("£")),
    **dict.fromkeys(("€", "eur", "euro sign"), _money("€")),
    **dict.fromkeys(("¥", "jpy", "yen"), _money("¥")),
    **dict.fromkeys(("inr", "indian rupee", "indianrupee", "₹"), _money("₹")),
    **dict.fromkeys(("au$", "aud", "a$"), _money("A$")),
    **dict.fromkeys(("ca$", "cad", "c$"), _money("CA$")),
    "half": lambda _: "½",
}
