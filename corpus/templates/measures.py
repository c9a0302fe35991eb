"""Templates that write quantities."""

from __future__ import annotations

import re
from collections.abc import Callable

from corpus.building.superscripts import subscript, superscript
from corpus.page.formulas import formula
from corpus.templates.call import Call
from corpus.templates.convert import convert_text, figure

_NUMERIC = re.compile(r"[+\-−]?[\d.,]+(?:[/⁄]\d+|\+\d+/\d+|[eE][+\-−]?\d+)?(?:\(\d+\))?")


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


MEASURES: dict[str, Callable[[Call], str]] = {
    **dict.fromkeys(("convert", "cvt", "conv", "convert/2"), convert_text),
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
    "tmath": lambda call: formula(call.get("1")),
    "half": lambda _: "½",
}
