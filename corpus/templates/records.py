"""Templates that write one line of a record: players of a squad, medals, species, codes of medicine and spaceflight."""

from __future__ import annotations

import re
from collections.abc import Callable

from corpus.syntax.parser_state import BULLET
from corpus.syntax.wikilinks import link_markup
from corpus.templates.call import Call
from corpus.templates.countries import country_name

_FIGURE = re.compile(r"[\d.,]+")
_ORBITERS = {
    "099": "Challenger", "101": "Enterprise", "102": "Columbia", "103": "Discovery", "104": "Atlantis",
    "105": "Endeavour",
}  # fmt: skip
_MEDALS = {
    "medalgold": "Gold medal", "medalsilver": "Silver medal", "medalbronze": "Bronze medal",
    "medal gold": "Gold medal", "medal silver": "Silver medal", "medal bronze": "Bronze medal",
    "gold medalist": "Gold medal", "silver medalist": "Silver medal", "bronze medalist": "Bronze medal",
}  # fmt: skip
_CREW = (("position", ""), ("crew", "_up"), ("crew", "_down"))
_HEADS = ("medalsport", "medal sport", "medalcountry", "medal country", "medalcompetition", "medal competition")


def _item(*parts: str) -> str:
    """One list item of the parts that have text. These templates stand on lines of their own."""
    text = ", ".join(part for part in parts if part)
    return BULLET + text if text else ""


def _squad_player(call: Call) -> str:
    """{{fs player|no=1|nat=SCO|pos=GK|name=...|other=...}}: "1, GK, name, Scotland, (other)"."""
    other = call.get("other")
    country = country_name(call.get("nat"), call.language)
    return _item(call.get("no"), call.get("pos"), call.get("name"), country, f"({other})" if other else "")


def _medal(call: Call) -> str:
    """{{MedalGold|2004 Athens|100 m}}: "Gold medal – 2004 Athens: 100 m"."""
    place, event = (call.positional() + ["", ""])[:2]
    where = ": ".join(part for part in (place, event) if part)
    return _item(f"{_MEDALS[call.name]} – {where}" if where else "")


def _heading_line(call: Call) -> str:
    return _item(call.get("1"))


def _taxa(call: Call) -> str:
    """{{taxon list|Taxon|authority|...}}: one item for each taxon."""
    parts = call.positional()
    return "\n".join(
        _item(" ".join(part for part in (taxon, author) if part))
        for taxon, author in zip(parts[::2], [*parts[1::2], ""], strict=False)
    )


def _fossil_range(call: Call) -> str:
    """{{fossil range|5|0}}: "5–0 Ma"; {{fossil range|Eocene|Recent|text}}: "Eocene–Recent text"."""
    first, last, note = (call.positional() + ["", "", ""])[:3]
    span = "–".join(part for part in (first, last) if part)
    unit = " Ma" if span and all(_FIGURE.fullmatch(part) for part in (first, last) if part) else ""
    return f"{span}{unit} {note}".strip()


def _disease_code(call: Call) -> str:
    """{{ICD10|X|12|3|...}}: "X12.3"."""
    letter, number, decimal = (call.positional() + ["", "", ""])[:3]
    return f"{letter}{number}.{decimal}" if decimal else letter + number


def _orbiter(call: Call) -> str:
    number = call.get("1").removeprefix("OV-")
    name = _ORBITERS.get(number.zfill(3))
    return link_markup(f"Space Shuttle {name}", name, page=call.page) if name else ""


def _duration(call: Call) -> str:
    """{{duration|h=1|m=4|s=28}} and {{duration|1|4|28}}: "1:04:28"."""
    places = [call.get(key, str(n)) for n, key in enumerate(("h", "m", "s"), 1)]
    while len(places) > 2 and not places[0]:
        places = places[1:]
    if not any(places):
        return ""
    return ":".join([places[0] or "0", *(place.zfill(2) for place in places[1:])])


def _based_on(call: Call) -> str:
    title, *authors = [part for part in call.positional() if part] or [""]
    return f"{title} by {' and '.join(authors)}" if authors else title


def _crew(call: Call) -> str:
    """{{Spaceflight crew|position1=Commander|crew1_up=...}}: one item for each place, who went up and who came down."""
    items = []
    for number in range(1, 16):
        position, up, down = (call.get(f"{name}{number}{end}") for name, end in _CREW)
        names = " / ".join(dict.fromkeys(part for part in (up or call.get(f"crew{number}"), down) if part))
        items.append(_item(f"{position}: {names}" if position and names else names))
    return "\n".join(filter(None, items))


def _season(sport: str) -> Callable[[Call], str]:
    """{{Baseball year|1974}}: the year, linked to the sport's article on it."""

    def write(call: Call) -> str:
        year = call.get("1")
        return link_markup(f"{year} in {sport}", year, page=call.page) if year else ""

    return write


RECORDS: dict[str, Callable[[Call], str]] = {
    **dict.fromkeys(("fs player", "football squad player", "fb si player", "nat fs player", "rugby squad player",
                     "nat fs g player", "nat fs r player", "football squad2 player", "fs2 player"), _squad_player),
    **dict.fromkeys(_MEDALS, _medal),
    **dict.fromkeys(_HEADS, _heading_line),
    **dict.fromkeys(("taxon list", "species list", "specieslist", "taxonlist"), _taxa),
    **dict.fromkeys(("fossil range", "fossilrange", "geological range", "long fossil range"), _fossil_range),
    **dict.fromkeys(("icd10", "icd10cm", "icd10pcs"), _disease_code),
    **dict.fromkeys(("by", "baseball year"), _season("baseball")),
    **dict.fromkeys(("spaceflight crew", "spaceflightcrew"), _crew),
    "ov": _orbiter,
    **dict.fromkeys(("duration", "hms"), _duration),
    "based on": _based_on,
}  # fmt: skip
