"""A sentence that can be read without its article, without weights: the title says who "He", "It" or "The band" is.

English only; a sentence in another language has none of these words where they are looked for and stays as it is. It is
a rule of thumb: `benchmarks/citations` says what it is worth. A pronoun behind another name is left alone, since it may
be that name's.
"""

from __future__ import annotations

import re

from baseline.words import without_parenthesis

_OPENING = (  # what may stand before the subject: "In May 2005, ", "However, ", "After the war, "
    r"""^(?P<opening>["“(]?(?:(?:In|On|At|By|After|Before|During|Since|From|Between|Until|Following|As of|However|"""
    r"""Later|Also|Then|Additionally|Furthermore|Although|While|When|Eventually|Initially|Subsequently|Meanwhile|"""
    r"""Despite|Soon|The same|The following|That)\b[^,;:]{0,60}(?:,|(?<=\s\d{4}))\s+)?)"""
)
_SUBJECT = re.compile(_OPENING + r"(?P<pronoun>He|She|It|They)(?='|’|\s)(?P<rest>.*)", re.DOTALL | re.IGNORECASE)
_POSSESSIVE = re.compile(_OPENING + r"(?P<pronoun>His|Her|Its|Their)(?=\s)(?P<rest>.*)", re.DOTALL | re.IGNORECASE)
_KINDS = (
    "act actor actress agency airline airport album aircraft anime app artist association author band bank battle bill "
    "book brand bridge building campaign channel church city club college comic committee community company conference "
    "corporation country county department district documentary duo episode event facility family festival film firm "
    "foundation franchise game group hospital hotel institute institution island journal lake language law league "
    "library magazine mine mission model mountain movement movie museum musical network newspaper novel opera "
    "organisation organization park party player play plant podcast poem product program programme project province "
    "publication railway region restaurant river road school series server service ship show singer single site "
    "software song species stadium state station store story street studio system team temple theatre theater "
    "tournament town track trial trilogy trio university vehicle venue vessel video village website work writer"
).split()
# What follows a subject: a verb, or an adverb before one. "The group stage" and "The film of" have neither.
_VERBS = (
    "is are was were has have had will would can could may might must did does also later then first originally "
    "eventually initially currently still now won lost began became grew made took ran sold held led left met set hit "
    "went came gave got spent brought bought built cost includes features consists contains received"
).split()
_DEFINITE = re.compile(
    _OPENING + rf"(?:the|this)\s+(?:{'|'.join(_KINDS)})(?P<rest>(?:'s|’s)\s.*|\s+(?:{'|'.join(_VERBS)}|\w+ed)\b.*)",
    re.DOTALL | re.IGNORECASE,
)
_EMPTY_IT = re.compile(  # "It is believed that", "It was in 1999 that": nothing is meant by it
    r"\s+(?:is|was|has been|had been|would be|will be)\s+(?:\w+ly\s+)?(?:\w+ed|thought|known|said|held|found|in|on|at|"
    r"clear|likely|possible|unclear|true)\b.{0,80}?\bthat\b|\s+took\s.{0,80}?\bto\b"
)
_NAME = re.compile(r"(?<!^)\b[A-Z]\w+")
_MONTHS = frozenset(
    "January February March April May June July August September October November December".split()
)  # fmt: skip


def decontextualised(text: str, title: str) -> str:
    """The sentence with its subject named: the article's title for a pronoun or "The band", "The film's".

    Unchanged where the subject is named, where another name stands before it, and where "it" means nothing.
    """
    name = without_parenthesis(title)
    if not name or name.startswith("List of "):
        return text
    for pattern, ending in ((_SUBJECT, ""), (_POSSESSIVE, "'s"), (_DEFINITE, "")):
        found = pattern.match(text)
        if found is None or _names_another(found["opening"]):
            continue
        if ending == "" and pattern is _SUBJECT and found["pronoun"].casefold() == "it" and _EMPTY_IT.match(
            found["rest"]
        ):  # fmt: skip
            return text
        return f"{found['opening']}{name}{ending}{found['rest']}"
    return text


def _names_another(opening: str) -> bool:
    return any(word not in _MONTHS for word in _NAME.findall(opening))
