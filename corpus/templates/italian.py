"""Templates of the Italian Wikipedia whose text needs more than a frame."""

from __future__ import annotations

from collections.abc import Callable

from corpus.syntax.wikilinks import link_markup
from corpus.templates.call import Call
from corpus.templates.countries import country_name
from corpus.templates.words import flag_icon, japanese_in_italian


def _flag(call: Call) -> str:
    """{{bandiera|Francia|nome}}: the name; without the second argument a flag alone."""
    country = country_name(call.get("1"), call.language)
    return link_markup(country, country, page=call.page) if call.get("2", "nome") else flag_icon(call)


def _team(call: Call) -> str:
    """{{Naz|CA|ESP}}: the country of a national team."""
    return country_name(call.get("2"), call.language)


def _measure(call: Call) -> str:
    """{{M|1|c|m}}: "1 cm"; {{M|5||m/s}}: "5 m/s"."""
    value, prefix, unit = (call.positional() + ["", "", ""])[:3]
    return f"{value} {prefix}{unit}".strip()


def _quote(call: Call) -> str:
    """{{q|text|author|source}} as a paragraph of its own."""
    text = call.get("1", "testo")
    source = ", ".join(filter(None, [call.get("2", "autore"), call.get("3", "opera")]))
    return (f"\n\n{text}\n\n— {source}\n\n" if source else f"\n\n{text}\n\n") if text else ""


def _person(call: Call) -> str:
    """{{Bio}} writes the first sentence of a life: "Ada Rossi (Roma, 1 maggio 1900) è una pittrice italiana."."""
    name = " ".join(filter(None, [call.get("Nome"), call.get("Cognome")]))
    if call.get("PostCognomeVirgola"):
        name += f", {call.get('PostCognomeVirgola')}"
    elif call.get("PostCognome"):
        name += f" {call.get('PostCognome')}"
    life = _life(call)
    head = f"{call.get('Titolo')} {name}".strip() + (f" ({life})" if life else "")
    if end := call.get("FineIncipit"):
        return f"\n\n{head} {end}.\n\n"
    trades = [call.get(f"Attività{n}") for n in ("", "2", "3")]
    trades = [trade for trade in trades if trade] + (
        [call.get("AttivitàAltre").strip(" ,")] if call.get("AttivitàAltre") else []
    )
    if not trades:
        return f"\n\n{head}\n\n"
    last = f" e {trades[-1].removeprefix('e ')}" if len(trades) > 1 else trades[0]
    what = ", ".join(trades[:-1]) + last if len(trades) > 1 else last
    more = call.get("PostNazionalità").rstrip(" ,.")
    nation = call.get("Nazionalità") + (more if more[:1] in (",", ".", ";") else f" {more}")
    return f"\n\n{head} {_was(call)} {_article(what, call.get('Sesso'))}{what} {nation}".rstrip() + ".\n\n"


def _life(call: Call) -> str:
    born = ", ".join(filter(None, [call.get("LuogoNascita"), _day(call, "Nascita")]))
    died = ", ".join(filter(None, [call.get("LuogoMorte"), _day(call, "Morte")]))
    return f"{born or '...'} – {died}" if died else born


def _day(call: Call, of: str) -> str:
    day, year = call.get(f"GiornoMese{of}"), call.get(f"Anno{of}")
    return f"{day} {year}".strip().rstrip("?").strip()


def _was(call: Call) -> str:
    dead = call.get("AnnoMorte", "LuogoMorte", "GiornoMeseMorte")
    if not dead:
        return "è"
    return "è stata" if call.get("Sesso").upper() == "F" else "è stato"


def _article(word: str, sex: str) -> str:
    start = word.lstrip("[").lower()
    if sex.upper() == "F":
        return "un'" if start[:1] in "aeiouàèéìòù" else "una "
    hard = start[:1] in "zxy" or start[:2] in ("gn", "ps", "pn") or (start[:1] == "s" and start[1:2] not in "aeiou")
    return "uno " if hard and start else "un "


ITALIAN: dict[str, Callable[[Call], str]] = {
    "bandiera": _flag,
    **dict.fromkeys(("naz", "nazba", "naznb", "nazbs", "nazrl", "nazru", "nazpv"), _team),
    "m": _measure,
    **dict.fromkeys(("q", "quote", "citazione"), _quote),
    "bio": _person,
    "ipa": lambda call: call.get("1"),  # in the brackets that the page has
    "nihongo": japanese_in_italian,
}
