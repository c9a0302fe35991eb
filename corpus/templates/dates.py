"""Templates that write dates. Ages that depend on today are left out: a corpus must read the same tomorrow."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable

from corpus.syntax.parser_state import HOLE
from corpus.templates.call import Call
from corpus.word_lists import names

_MONTHS = "January February March April May June July August September October November December".split()
_NUMBER = re.compile(r"\d+")


def full_date(year: str = "", month: str = "", day: str = "", *, day_first: bool = False) -> str:
    """ "January 2, 1950", "2 January 1950", "January 1950" or "1950"; words are passed through."""
    month = _month_name(month)
    if not month:
        return year
    if not day:
        return f"{month} {year}".strip()
    day = day.lstrip("0") or day
    if day_first:
        return f"{day} {month} {year}".strip()
    return f"{month} {day}, {year}" if year else f"{month} {day}"


def _month_name(month: str) -> str:
    if month.isascii() and month.isdigit():
        return _MONTHS[int(month) - 1] if 1 <= int(month) <= 12 else ""
    short = month[:3].lower()
    return next((name for name in _MONTHS if short and name.lower().startswith(short)), month)


def _date(call: Call) -> str:
    parts = [part for part in call.positional()[:3] if part]
    if parts and not _NUMBER.fullmatch(parts[0]):
        return parts[0]  # {{birth-date|7 March 1980}} and the like
    return full_date(*parts, day_first=call.flag("df")) if parts else ""


def _date_and_end(call: Call) -> str:
    """Death dates: the age at death is known for good, if the birth date is given too."""
    parts = call.positional()
    text = _date(call)
    if len(parts) >= 4 and _NUMBER.fullmatch(parts[0]) and _NUMBER.fullmatch(parts[3] or "x"):
        age = _age(parts[3:6], parts[:3])
        return f"{text} (aged {age})" if age else text
    return text


def _year_and_end(call: Call) -> str:
    parts = call.positional()
    if len(parts) < 2 or not all(_NUMBER.fullmatch(part) for part in parts[:2]):
        return parts[0] if parts else ""
    age = int(parts[0]) - int(parts[1])
    return f"{full_date(parts[0], *parts[2:3])} (aged {age - 1}–{age})"


def _age(birth: list[str], death: list[str]) -> str:
    if not all(_NUMBER.fullmatch(part) for part in (*birth, *death)):
        return ""
    born, died = [int(part) for part in birth], [int(part) for part in death]
    if len(born) < 3 or len(died) < 3:
        return ""
    return str(died[0] - born[0] - (died[1:] < born[1:]))


def _exact_age(call: Call) -> str:
    """{{age in years, months and days|1775|4|19|1783|9|3}}: "8 years, 4 months, 15 days"; a hole without an end."""
    keys = [f"{part}{n}" for n in (1, 2) for part in ("year", "month", "day")]
    figures = [call.get(key, str(n)) for n, key in enumerate(keys, 1)]
    if not all(_NUMBER.fullmatch(figure) for figure in figures):
        return HOLE
    y1, m1, d1, y2, m2, d2 = map(int, figures)
    months = (y2 - y1) * 12 + m2 - m1 - (d2 < d1)
    if months < 0 or not all(1 <= m <= 12 for m in (m1, m2)):
        return HOLE
    before = (y2, m2) if d2 >= d1 else ((y2, m2 - 1) if m2 > 1 else (y2 - 1, 12))
    days = d2 - d1 if d2 >= d1 else max(calendar.monthrange(*_calendar(before))[1] - d1, 0) + d2
    counts = ((months // 12, "year"), (months % 12, "month"), (days, "day"))
    return ", ".join(f"{count} {word}{'s' if count != 1 else ''}" for count, word in counts if count)


def _calendar(month: tuple[int, int]) -> tuple[int, int]:
    """The month, in a year that the standard library's calendar has."""
    return (month[0] if 1 <= month[0] <= 9999 else 2000, month[1])


def _fixed_age(call: Call) -> str:
    """{{age|1950|1|2|2000|1|1}}: "49"; one that grows is a hole."""
    parts = call.positional()
    return _age(parts[:3], parts[3:6]) if len(parts) >= 6 else HOLE


def _iso_date(call: Call) -> str:
    """{{FormatDate|2002-09-23}}: "23 September 2002"."""
    return _iso(call.get("1"), day_first=True)


def _as_of(call: Call) -> str:
    text = call.get("alt")
    if text:
        return text
    word = "as of" if call.flag("lc") else "As of"
    if call.flag("since"):
        word = "since" if call.flag("lc") else "Since"
    return f"{word} {full_date(*call.positional()[:3], day_first=call.flag('df') or not call.flag('mf'))}".strip()


def _years(sign: str, most: int, joint: str = "–") -> Callable[[Call], str]:
    """{{circa|1950|1960}}, {{reign|1558|1603}}: the sign and so many years at most."""
    return lambda call: sign + joint.join(part for part in call.positional()[:most] if part)


def _film_dates(call: Call) -> str:
    """{{film date|year|month|day|place|year|...}}: one line per release."""
    parts = call.positional()
    releases = []
    for start in range(0, len(parts), 4):
        year, month, day, place = (parts[start : start + 4] + ["", "", ""])[:4]
        date = full_date(year, month, day, day_first=call.flag("df"))
        if date:
            releases.append(f"{date} ({place})" if place else date)
    return "; ".join(releases)


def _sortable(call: Call) -> str:
    """{{dts|2001|5|7}} or {{dts|7 May 2001}}; format=dmy puts the day first."""
    parts = call.positional()
    if len(parts) < 2:
        return _iso(parts[0], day_first=call.get("format", "df").startswith(("d", "y"))) if parts else ""
    if len(parts) >= 3 and len(parts[2]) == 4 and len(parts[0]) < 3:  # day, month, year on the German Wikipedia
        return full_date(parts[2], parts[1], parts[0], day_first=True)
    day_first = call.get("format", "df").lower().startswith(("d", "y", "1"))
    return full_date(*parts[:3], day_first=day_first)


def _iso(text: str, *, day_first: bool) -> str:
    match = re.fullmatch(r"(\d{4})-(\d{1,2})-(\d{1,2})", text)
    return full_date(*match.groups(), day_first=day_first) if match else text


def _marriage(call: Call) -> str:
    spouse, start, stop = (call.positional() + ["", "", ""])[:3]
    reason = call.get("end", "reason").lower()
    word = {"d": "died", "died": "died", "w": "died", "div": "div.", "divorced": "div."}.get(reason, "")
    if not start:
        return spouse
    span = f"m. {start}; {word} {stop}" if stop and word else f"m. {start}–{stop}" if stop else f"m. {start}"
    return f"{spouse} ({span})"


DATES: dict[str, Callable[[Call], str]] = {
    **dict.fromkeys(names("template_names.txt", "date"), _date),
    **dict.fromkeys(("death date and age", "death-date and age", "deathdateandage", "dda"), _date_and_end),
    **dict.fromkeys(("death year and age", "death-year and age"), _year_and_end),
    **dict.fromkeys(("film date", "filmdate", "film release", "television date"), _film_dates),
    **dict.fromkeys(("dts", "date table sorting", "dtsh", "sort date", "date sort"), _sortable),
    **dict.fromkeys(("as of", "asof", "as-of"), _as_of),
    **dict.fromkeys(
        ("age in years, months and days", "age in years, months, weeks and days", "ayd", "age in years and days",
         "age in months and days"),
        _exact_age,
    ),
    **dict.fromkeys(("age", "age in years", "aged"), _fixed_age),
    "formatdate": _iso_date,
    **dict.fromkeys(("circa", "c.", "ca.", "ca", "c"), _years("c. ", 2, "–c. ")),
    **dict.fromkeys(("floruit", "fl.", "fl"), _years("fl. ", 2)),
    **dict.fromkeys(("reign", "r."), _years("r. ", 2)),
    **dict.fromkeys(("b.", "born"), _years("b. ", 1)),
    **dict.fromkeys(("d.", "died"), _years("d. ", 1)),
    **dict.fromkeys(("marriage", "married"), _marriage),
}  # fmt: skip
