"""Templates that write words: names, languages, flags, ships, links, lists."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from corpus.building.superscripts import raised, subscript, superscript
from corpus.cldr import language_name
from corpus.syntax.parser_state import BULLET, FLAG_END, FLAG_START, HOLE, PRIVATE
from corpus.syntax.wikilinks import link_markup
from corpus.templates.call import Call
from corpus.templates.countries import country_name
from corpus.word_lists import names, pairs

_LANGUAGES, _PHONEMES = pairs("languages.tsv"), pairs("phonemes.tsv")  # languages: what CLDR calls otherwise
_PHONEME_WORDS = names("template_names.txt", "phonemes: words about them")
_CHINESE = (
    ("t", "traditional Chinese"), ("s", "simplified Chinese"), ("c", "Chinese"), ("p", "pinyin"), ("w", "Wade–Giles"),
    ("j", "Jyutping"), ("l", "lit. "), ("tr", "transl. "),
)  # fmt: skip
_SIMPLE_URL = re.compile(r"^(?:https?:)?//(?:www\.)?|/$")


def language_text(call: Call) -> str:
    """{{lang-fr|texte}}, {{langx|fr|texte}}: "French: texte"; with label=none just the text."""
    arguments = call.positional()
    if call.name == "langx":
        code, arguments = (arguments or [""])[0], arguments[1:]
    else:
        code = call.name.removeprefix("lang-").strip()
    text = arguments[0] if arguments else call.get("text")
    if not text:
        return ""
    name = _LANGUAGES.get(code) or language_name(code)
    label = f"{name}: " if name and call.get("label", "links") not in ("none", "no") else ""
    extra = [part for part in (call.get("2", "translit"), call.get("3", "lit")) if part and part != text]
    if call.name == "langx":
        extra = [part for part in arguments[1:3] if part]
    return label + ", ".join([text, *extra])


def list_text(call: Call) -> str:
    """{{ubl|a|b}} as marked lines: a list in running text, "a; b" in a cell."""
    items = [item for item in call.positional() if item]
    return "\n" + "\n".join(BULLET + " ".join(item.split("\n")) for item in items) + "\n" if items else ""


def _columns(call: Call) -> str:
    """{{columns|col1=...|col2=...}}: the columns one below the other."""
    columns = filter(None, (call.get(f"col{n}") for n in range(1, 10)))
    return "".join(f"\n{column}\n" for column in columns) or (call.positional() or [""])[-1]


def _person(call: Call) -> str:
    """{{sortname|Ada|Lovelace|target|dab=...}}: the name, linked unless nolink is set."""
    first, last, target = (call.positional() + ["", "", ""])[:3]
    name = f"{first} {last}".strip()
    if call.flag("nolink"):
        return name
    suffix = call.get("dab")
    return link_markup(target or (f"{name} ({suffix})" if suffix else name), name, page=call.page)


def _flag(call: Call) -> str:
    country = country_name(call.get("1"), call.language)
    shown = call.get("name") or re.sub(r" \(country\)$", "", country)
    return link_markup(country, shown, page=call.page)


def _flag_name(call: Call) -> str:
    return call.get("name") or re.sub(r" \(country\)$", "", country_name(call.get("1"), call.language))


def _athlete(call: Call) -> str:
    name, country = (call.positional() + ["", ""])[:2]
    return f"{name} ({country})" if country else name


def _medalist(call: Call) -> str:
    name, country, games = (call.positional() + ["", "", ""])[:3]
    place = country_name(country, call.language)
    return f"{name} {place}" if place else name


def _ship(call: Call) -> str:
    """{{ship|HMS|Victory|1765}} and {{HMS|Victory|1765}}: the name, linked to "HMS Victory (1765)"."""
    arguments = call.positional()
    prefix = call.name.upper()
    if call.name == "ship":
        prefix, arguments = (arguments or [""])[0], arguments[1:]
    name = f"{prefix} {arguments[0] if arguments else ''}".strip()
    number = arguments[1] if len(arguments) > 1 else ""
    return link_markup(f"{name} ({number})" if number else name, name, page=call.page)


def _ship_class(call: Call) -> str:
    """{{sclass|Nimitz|aircraft carrier|format}}: "Nimitz-class aircraft carrier"; 0 and 4 without the type, 5 alone."""
    name, kind, form = (call.positional() + ["", "", ""])[:3]
    if not name:
        return ""
    target = f"{name}-class {kind}".strip()
    adjective = f"{name}-class"
    if form in ("0", "4", "5"):
        return link_markup(target, {"0": adjective, "4": f"{name} class", "5": name}[form], page=call.page)
    if form == "1":
        return link_markup(target, target, page=call.page)
    linked = kind if form == "2" else link_markup(kind, kind, page=call.page)
    return f"{link_markup(target, adjective, page=call.page)} {linked}".strip()


def flag_icon(call: Call) -> str:
    """{{flagicon|FRA}}: a picture; in a cell with nothing but flags, the country's name (`corpus.building.cleanup`)."""
    country = re.sub(r" \(country\)$", "", country_name(call.get("1"), call.language))
    country = re.sub(f"[{FLAG_START}{FLAG_END}]", "", country)  # a flag whose braces never close holds the next ones
    return f"{FLAG_START}{country}{FLAG_END}" if any(map(str.isalnum, country)) else ""


def _character(call: Call) -> str:
    """{{unichar|A9|COPYRIGHT SIGN}}: "U+00A9 © COPYRIGHT SIGN"; the name is known without being given."""
    code = call.get("1").upper().removeprefix("U+")
    try:
        character = chr(int(code, 16))
    except (ValueError, OverflowError):
        return HOLE
    name = call.get("2") or unicodedata.name(character, "")
    shown = character if character.isprintable() and not PRIVATE.match(character) else ""
    return " ".join(filter(None, (f"U+{code.zfill(4)}", shown, name))) + (HOLE if "html" in call.arguments else "")


def _ordinal(call: Call) -> str:
    """{{ordinal|21}}: "21st"; with the second argument "d" it is 22d and 23d."""
    number = call.get("1")
    digits = number.replace(",", "")
    if not (digits.isascii() and digits.isdigit()):
        return number
    last = "" if digits[-2:-1] == "1" else digits[-1]
    ending = {"1": "st", "2": "nd", "3": "rd"}.get(last, "th")
    return number + ("d" if call.get("2") == "d" and ending in ("nd", "rd") else ending)


def _as_written(call: Call) -> str:
    """{{sic|teh}}: "teh [sic]"; without the note when it is hidden."""
    first, second, third = (call.positional() + ["", "", ""])[:3]
    if call.flag("hide"):
        return first + second + third
    return f"{first}{second} [sic]{third}".strip()


def _url(call: Call) -> str:
    return call.get("2") or _SIMPLE_URL.sub("", call.get("1"))


def _interlanguage(call: Call) -> str:
    """{{ill|Target|de|...|lt=shown}}: a link to the English title, red or blue."""
    target = call.get("1")
    return link_markup(target, call.get("lt", "display") or target, page=call.page)


def _section_link(call: Call) -> str:
    page, *sections = call.positional() or [""]
    shown = " § ".join(filter(None, [page, *sections]))
    return link_markup(f"{page}#{sections[0]}" if sections else page, shown, page=call.page)


def _japanese(call: Call) -> str:
    """{{nihongo|English|kanji|romaji|extra|extra2}}: "English (kanji, romaji, extra) extra2".

    {{nihongo3}} begins with the romaji, as any does without English; {{nihongo foot}} has the others in a note.
    """
    english, kanji, romaji, extra, behind = (call.get(str(number)) for number in range(1, 6))
    extra, behind = extra or call.get("extra"), behind or call.get("extra2")
    if call.name == "nihongo foot":
        return english or romaji or kanji
    if romaji and (call.name == "nihongo3" or not english):
        english, romaji = romaji, english
    if not english:
        english, kanji = kanji, ""
    return _with_original(english, [kanji, romaji, extra], behind)


def japanese_in_italian(call: Call) -> str:
    """{{nihongo|testo|kanji|romaji|extra|extra2}}: "testo (kanji romaji, extra) extra2". No comma before the romaji."""
    text, kanji, romaji, extra, behind = (call.get(str(number)) for number in range(1, 6))
    spoken = " ".join(filter(None, (kanji, romaji)))
    return _with_original(text, [spoken, extra or call.get("extra")], behind or call.get("extra2"))


def _with_original(text: str, original: list[str], behind: str) -> str:
    """A text and its original in brackets; a comma that an author wrote at the end of a part is not written twice."""
    inside = ", ".join(part.rstrip(" ,") for part in original if part.strip(" ,"))
    return " ".join(filter(None, (text, f"({inside})" if inside else "", behind)))


def _chinese(call: Call) -> str:
    parts = []
    for key, label in _CHINESE:
        if text := call.get(key):
            parts.append(f"{label}{text}" if label.endswith(" ") else f"{label}: {text}")
    return "; ".join(parts) or call.get("1")


def _korean(call: Call) -> str:
    text = call.get("hangul", "1")
    spelled = call.get("rr", "mr")
    return f"Korean: {text}; {spelled}" if spelled else f"Korean: {text}" if text else ""


def _honours(call: Call) -> str:
    return ", ".join(part for part in call.positional() if part)


def phonetic_text(call: Call) -> str:
    """{{IPA|/x/}}, {{IPA|de|x}}, {{IPA-de|x|lang}}: the transcription in brackets."""
    parts = call.positional() or [""]
    text = parts[1] if call.name == "ipa" and len(parts) > 1 and parts[0].isascii() and parts[0].isalpha() else parts[0]
    return text if text[:1] in ("/", "[", "") else f"[{text}]"


def _english_phonemes(call: Call) -> str:
    """{{IPAc-en|lang|ˈ|ɔː|s|t|r|i|ə}}: "/ˈɔːstriə/". Words that label or play it are left out."""
    sounds = [_PHONEMES.get(part, part) for part in call.positional() if part.lower() not in _PHONEME_WORDS]
    return f"/{''.join(sounds).replace('_', ' ')}/" if any(sounds) else ""


def _respelling(call: Call) -> str:
    """{{respell|al|BEE|doh}}: "al-BEE-doh"."""
    return "-".join(part for part in call.positional() if part).replace("-_-", " ").replace("_", " ")


def _lifeboat_class(call: Call) -> str:
    """{{Lbc|D|IB1}}: "D class (IB1)"."""
    name, kind = (call.positional() + ["", ""])[:2]
    return (f"{name} class ({kind})" if kind else f"{name} class") if name else ""


def _army(call: Call) -> str:
    country = country_name(call.get("1"), call.language)
    return f"{country} Army" if country else ""


def _old_style(call: Call) -> str:
    """{{OldStyleDate|22 February|1732|11 February 1731}}: "22 February 1732 [O.S. 11 February 1731]"."""
    day, year, old = (call.positional() + ["", "", ""])[:3]
    text = f"{day} {year}".strip()
    return f"{text} [O.S. {old}]" if old and text else text


def _with_unit_sign(call: Call) -> str:
    """{{bartable|62|%}}: "62%"."""
    return "".join(call.positional()[:2])


def _gauge(call: Call) -> str:
    """{{Track gauge|1435 mm}}: "1435 mm"; bare figures are millimetres, "ussg" and "sg" the standard gauge."""
    gauge = call.get("1")
    if gauge.lower() in ("sg", "ussg", "standard", "stg"):
        return "1435 mm"
    return f"{gauge} mm" if gauge.isascii() and gauge.isdigit() else re.sub(r"(?<=\d)(?=[a-z])", " ", gauge)


def _minutes(call: Call) -> str:
    """{{goal|12|pen.|30}}: "12' (pen.), 30'"."""
    shown: list[str] = []
    for part in call.positional():
        if re.match(r"\d", part):
            shown.append(f"{part}'")
        elif part and shown:
            shown[-1] += f" ({part})"
    return ", ".join(shown)


def _scripts(call: Call) -> str:
    upper, lower = (call.positional() + ["", ""])[:2]
    return superscript(upper) + subscript(lower)


def _quotation(call: Call) -> str:
    """A block quotation as a paragraph of its own, with its source if it names one."""
    text = call.get("1", "text", "quote", "content", "lines")
    source = ", ".join(filter(None, [call.get("2", "author", "sign"), call.get("3", "title", "source")]))
    return f"\n\n{text}\n\n— {source}\n\n" if text and source else f"\n\n{text}\n\n"


def _video_game_date(call: Call) -> str:
    """{{video game release|NA|2001|EU|2002}}: "NA: 2001", one line each."""
    parts = call.positional()
    lines = [f"{BULLET}{place}: {date}" for place, date in zip(parts[::2], parts[1::2], strict=False) if date]
    return "\n" + "\n".join(lines) + "\n" if lines else ""


WORDS: dict[str, Callable[[Call], str]] = {
    **dict.fromkeys(("sortname", "sort name", "sortkeyname"), _person),
    **dict.fromkeys(("flag", "flagcountry", "flaglist", "flag country", "country flag", "flag+link"), _flag),
    **dict.fromkeys(names("template_names.txt", "team or flag with the name of its country"), _flag_name),
    **dict.fromkeys(("flagioc", "flagiocshort", "flagpbc", "flag ioc", "flag2", "flagcgf"), _flag_name),
    **dict.fromkeys(("flagathlete", "flagiocathlete"), _athlete),
    **dict.fromkeys(("flagiocmedalist", "flagmedalist"), _medalist),
    **dict.fromkeys(names("template_names.txt", "ship"), _ship),
    **dict.fromkeys(("sclass", "sclass2", "sclass-", "sclass2-"), _ship_class),
    **dict.fromkeys(names("template_names.txt", "flag beside a text"), flag_icon),
    "unichar": _character,
    **dict.fromkeys(("ordinal", "ord"), _ordinal),
    "sic": _as_written,
    **dict.fromkeys(("url", "website", "web site", "official url"), _url),
    **dict.fromkeys(
        ("ill", "interlanguage link", "interlanguage link multi", "illm", "link-interwiki", "ill2"), _interlanguage
    ),
    **dict.fromkeys(("section link", "slink", "seclink"), _section_link),
    **dict.fromkeys(("nihongo", "nihongo3", "nihongo krt", "nihongo foot"), _japanese),
    **dict.fromkeys(("zh", "zh-full", "lang-zh", "chinese"), _chinese),
    **dict.fromkeys(("korean", "ko-hhrm", "lang-ko-full"), _korean),
    **dict.fromkeys(("post-nominals", "postnominals", "post-nominals2"), _honours),
    **dict.fromkeys(("goal", "yel", "sent off", "subon", "suboff", "pengoal"), _minutes),
    **dict.fromkeys(("su", "supsub", "sup sub"), _scripts),
    **dict.fromkeys(
        ("quote", "blockquote", "cquote", "quotation", "rquote", "pull quote", "bquote", "quote box"), _quotation
    ),
    **dict.fromkeys(("poemquote", "poem quote", "verse translation", "centered pull quote"), _quotation),
    **dict.fromkeys(("video game release", "vgrelease", "video game release new", "vgrelease new"), _video_game_date),
    **dict.fromkeys(("lang-sr-cyrl", "langx"), language_text),
    "ipa": phonetic_text,
    "columns": _columns,
    "ipac-en": _english_phonemes,
    **dict.fromkeys(("respell", "pronunciation respelling", "pronrespell"), _respelling),
    "lbc": _lifeboat_class,
    "army": _army,
    **dict.fromkeys(("oldstyledate", "old style date", "oldstyledatedy", "osd"), _old_style),
    "bartable": _with_unit_sign,
    **dict.fromkeys(("railgauge", "track gauge", "rail gauge"), _gauge),
    "sup": lambda call: raised(call.get("1")),
    "sub": lambda call: subscript(call.get("1")),
}
