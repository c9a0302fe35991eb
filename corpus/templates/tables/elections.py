"""Tables of election results: `{{Election box begin}}` and the rows under it."""

from __future__ import annotations

import re

from corpus.templates.tables.arguments import Arguments, Expansion, cells, headers, opening, row, wide

_CHANGE = "±%"
_FIGURES, _NO_CHANGE = ("votes", "percentage", "change"), ("votes", "percentage")
_NAME = re.compile(r"[^\[\]{}|<>'\n]+")  # a title, and not wikitext
_TOTALS = {
    "majority": "Majority",
    "plurality": "Plurality",
    "turnout": "Turnout",
    "total": "Total votes",
    "total valid": "Total valid votes",
    "valid": "Valid votes",
    "invalid": "Invalid or blank votes",
    "rejected": "Rejected ballots",
    "registered electors": "Registered electors",
}


def _begin(*columns: str) -> Expansion:
    """The header; the party's covers the column of colours too."""

    def write(arguments: Arguments) -> str:
        header = wide("Party", 2, "!") + headers("Candidate", *columns)
        return opening(caption=arguments.get("title")) + row(header)

    return write


def _begin_without_party(*columns: str) -> Expansion:
    return lambda arguments: opening("Candidate", *columns, caption=arguments.get("title"))


def _candidate(*figures: str) -> Expansion:
    """A candidate's row: colour, party, name and figures."""

    def write(arguments: Arguments) -> str:
        party, name = _party(arguments.get("party")), arguments.get("candidate")
        return row(headers(""), cells(party, name, *(arguments.get(figure) for figure in figures)))

    return write


def _total(label: str, *figures: str) -> Expansion:
    """A row of the whole election: the label over party and candidate."""
    return lambda arguments: row(wide(label, 3), cells(*(arguments.get(figure) for figure in figures)))


def _outcome(word: str, *after: str) -> Expansion:
    """Who holds or gains the seat, and the swing: "Labour gain from Conservative | Swing | +2.1"."""

    def write(arguments: Arguments) -> str:
        winner, loser = _party(arguments.get("winner")), _party(arguments.get("loser"))
        text = f"{winner} {word} from {loser}" if loser else f"{winner} {word}"
        return row(headers(""), wide(text.strip(), 2), cells("Swing", arguments.get("swing"), *after))

    return write


def _party(name: str) -> str:
    """A party that is named by its article, as a link without what stands in brackets."""
    return f"[[{name}|{name.partition(' (')[0]}]]" if _NAME.fullmatch(name) else name


OPENERS: dict[str, Expansion] = {
    "election box begin": _begin("Votes", "%", _CHANGE),
    "election box begin no change": _begin("Votes", "%"),
    "election box begin no party": _begin_without_party("Votes", "%", _CHANGE),
    "election box begin no party no change": _begin_without_party("Votes", "%"),
}
ROWS: dict[str, Expansion] = {
    **{
        f"election box {kind}candidate{link}{end}": _candidate(*figures)
        for kind in ("", "winning ", "losing ", "new ", "independent ")
        for link in ("", " with party link", " for alliance")
        for end, figures in (("", _FIGURES), (" no change", _NO_CHANGE))
    },
    **{
        f"election box {kind}{end}": _total(label, *figures)
        for kind, label in _TOTALS.items()
        for end, figures in (("", _FIGURES), (" no change", _NO_CHANGE))
    },
    **{
        f"election box {word}{link}{end}": _outcome(word, *after)
        for word in ("hold", "gain")
        for link in ("", " with party link")
        for end, after in (("", [""]), (" no change", []))
    },
}
CLOSERS = frozenset(("election box end", "election box close"))
