"""Tables of sport: squads, matches, standings and medals."""

from __future__ import annotations

from corpus.templates.countries import country_name
from corpus.templates.tables.arguments import (
    UNKNOWN_BEGINNING,
    Arguments,
    Expansion,
    cells,
    headers,
    opening,
    plain_number,
    row,
    table,
    wide,
)

_SQUAD = ("No.", "Pos.", "Nation", "Player")
_NATIONAL = ("No.", "Pos.", "Player", "Date of birth (age)", "Caps", "Goals", "Club")


def _player(arguments: Arguments) -> str:
    """{{fs player|no=1|nat=SCO|pos=GK|name=...|other=captain}}."""
    other = arguments.get("other")
    name = arguments.get("name") + (f" ({other})" if other else "")
    return row(cells(arguments.get("no"), arguments.get("pos"), country_name(arguments.get("nat")), name))


def _national_player(arguments: Arguments) -> str:
    """{{nat fs g player|no=1|pos=GK|name=...|age={{birth date and age|...}}|caps=1|goals=0|club=...}}."""
    other = arguments.get("other")
    name = arguments.get("name") + (f" ({other})" if other else "")
    figures = (arguments.get(key) for key in ("age", "caps", "goals", "club"))
    return row(cells(arguments.get("no"), arguments.get("pos"), name, *figures))


def _match(arguments: Arguments) -> str:
    """{{footballbox}}: when, who against whom, where; below it the goals and who watched."""
    date = " ".join(filter(None, (arguments.get("date"), arguments.get("time"))))
    place = ", ".join(filter(None, (arguments.get("stadium"), arguments.get("location"))))
    first = cells(date) + headers(arguments.get("team1", "home"), arguments.get("score") or "v",
                                  arguments.get("team2", "away")) + cells(place)  # fmt: skip
    crowd, referee = arguments.get("attendance"), arguments.get("referee")
    seen = "<br>".join(f"{label}: {text}" for label, text in (("Attendance", crowd), ("Referee", referee)) if text)
    second = [arguments.get("round"), arguments.get("goals1"), arguments.get("aet"), arguments.get("goals2"), seen]
    return table([row(first), row(cells(*second)) if any(second) else ""])


def _standings(arguments: Arguments) -> str:
    """{{#invoke:Sports table|main|style=WDL|team1=A|win_A=...}}: matches played, goal difference and points are sums.

    Other styles have columns of their own: "".
    """
    teams = [arguments.get(f"team{n}") for n in arguments.numbers("team")]
    columns = {"WDL": ["Pld", "W", "D", "L"], "WL": ["Pld", "W", "L"]}.get(arguments.get("style") or "WDL")
    if columns is None:
        return ""
    if any(arguments.get(f"gf {team.lower()}") for team in teams):
        columns += ["GF", "GA", "GD"]
    if "D" in columns and not arguments.get("hide points"):
        columns.append("Pts")
    rows = [_team(arguments, place, team, columns) for place, team in enumerate(teams, 1)]
    header = ["Pos", arguments.get("team header") or "Team", *columns]
    return table(rows, *header, caption=arguments.get("title"))


def _team(arguments: Arguments, place: int, team: str, columns: list[str]) -> str:
    key = team.lower()

    def figure(name: str) -> int:
        return int(plain_number(arguments.get(f"{name} {key}")) or 0)

    won, drawn, lost = figure("win"), figure("draw"), figure("loss")
    per_win = int(plain_number(arguments.get("win points")) or 3)
    per_draw = int(plain_number(arguments.get("draw points")) or 1)
    difference = figure("gf") - figure("ga")
    shown = {
        "Pld": str(won + drawn + lost),
        "W": str(won),
        "D": str(drawn),
        "L": str(lost),
        "GF": str(figure("gf")),
        "GA": str(figure("ga")),
        "GD": f"{difference:+d}".replace("-", "−") if difference else "0",
        "Pts": str(won * per_win + drawn * per_draw + figure("adjust points")),
    }
    status = arguments.get(f"status {key}")
    name = (arguments.get(f"name {key}") or team) + (f" ({status})" if status else "")
    position = arguments.get(f"pos {key}") or str(place)
    return row(cells(position), headers(name), cells(*(shown[column] for column in columns)))


def _medals(arguments: Arguments) -> str:
    """{{Medals table|gold_USA=1|silver_USA=...}}: nations by gold, silver and bronze, and their totals."""
    codes = dict.fromkeys(
        name.partition(" ")[2] for name, _ in arguments.named() if name.startswith(("gold ", "silver ", "bronze "))
    )
    won = {
        code: tuple(_medal_count(arguments, metal, code) for metal in ("gold", "silver", "bronze")) for code in codes
    }
    rows, before, rank = [], None, 0
    for place, code in enumerate(sorted(won, key=lambda code: tuple(-count for count in won[code])), 1):
        rank = rank if won[code] == before else place
        before = won[code]
        nation = arguments.get(f"name {code}") or country_name(code.upper())
        rows.append(row(cells(str(rank)), headers(nation), cells(*map(str, before), str(sum(before)))))
    if len(rows) > 1:
        sums = [sum(column) for column in zip(*won.values(), strict=True)]
        rows.append(row(wide(f"Totals ({len(rows)} entries)", 2, "!"), headers(*map(str, sums), str(sum(sums)))))
    team = arguments.get("team") or "Nation"
    return table(rows, "Rank", team, "Gold", "Silver", "Bronze", "Total", caption=arguments.get("caption"))


def _medal_count(arguments: Arguments, metal: str, code: str) -> int:
    return int(plain_number(arguments.get(f"{metal} {code}")) or 0)


def _tie(*figures: str) -> Expansion:
    """{{TwoLegResult|team|country|aggregate|team|country|first leg|second leg}}: the teams on both sides of a score."""

    def write(arguments: Arguments) -> str:
        first, home, score, second, away, *legs = [*arguments.positional(), *[""] * 7][:7]
        teams = (f"{team} ({country_name(code)})" if code else team for team, code in ((first, home), (second, away)))
        left, right = teams
        return row(cells(left, score, right, *legs[: len(figures)]))

    return write


def _members(*dates: str) -> Expansion:
    """{{listplayer/Start|dates=yes|newteam=yes}}: members of a team of e-sports.

    What the wiki calls its columns is not known: the names are those of the arguments, and the table is untrusted.
    """

    def write(arguments: Arguments) -> str:
        names = ["ID", "Name", "Role"] + (["New team"] if arguments.get("newteam") else [])
        names += dates if arguments.get("dates") else []
        return f'\n{{| class="wikitable" {UNKNOWN_BEGINNING}="listplayer/start"' + row(headers(*names))

    return write


def _member(*dates: str) -> Expansion:
    """{{listplayer|Handle|us|Name|role|newteam=...|joined=...|left=...}}: a row, and cells behind it may follow."""

    def write(arguments: Arguments) -> str:
        handle, _, *rest = [*arguments.positional(), *[""] * 4][:4]
        more = [arguments.get("newteam")] if arguments.has("newteam") else []
        more += [arguments.get(date) for date in dates] if arguments.has("joined") else []
        return row(cells(handle, *rest, *more)) + "\n"

    return write


_LEGS = ("1st leg", "2nd leg")
_SQUADS = ("fs", "fs2", "football squad", "football squad2", "rugby squad")
_NATIONAL_SQUADS = ("nat fs", "nat fs g", "nat fs r", "national football squad")
_MATCHES = (
    "footballbox", "football box", "footballbox collapsible", "football box collapsible", "rugbybox",
    "rugbybox collapsible", "rugbybox collapsible2", "icehockeybox", "icehockeybox2",
)  # fmt: skip

OPENERS: dict[str, Expansion] = {
    **{f"{squad} start": lambda arguments: opening(*_SQUAD) for squad in _SQUADS},
    **{f"{squad} start": lambda arguments: opening(*_NATIONAL) for squad in _NATIONAL_SQUADS},
    "twolegstart": lambda arguments: opening("Team 1", "Agg.", "Team 2", *_LEGS, caption=arguments.get("title")),
    "listplayer/start": _members("Joined", "Left"),
    "listplayer/current/start": _members("Joined"),
    "onelegstart": lambda arguments: opening("Team 1", "Score", "Team 2", caption=arguments.get("title")),
}
ROWS: dict[str, Expansion] = {
    **{f"{squad} player": _player for squad in _SQUADS},
    **{f"{squad} player": _national_player for squad in _NATIONAL_SQUADS},
    "twolegresult": _tie(*_LEGS),
    "onelegresult": _tie(),
    **dict.fromkeys(("listplayer", "listplayersp"), _member("joined", "left")),
    "listplayer/current": _member("joined"),
    # where the squad goes on in a second column, or after a line
    **{f"{squad} {part}": lambda arguments: "\n" for squad in _SQUADS + _NATIONAL_SQUADS for part in ("mid", "break")},
}
CLOSERS = frozenset(f"{squad} end" for squad in _SQUADS + _NATIONAL_SQUADS) | {
    "twolegend", "onelegend", "listplayer/end", "listplayer/endtemp", "listplayer/current/end",
}  # fmt: skip
WHOLE: dict[str, Expansion] = {
    **dict.fromkeys(_MATCHES, _match),
    **dict.fromkeys(("#invoke:sports table", "sports table"), _standings),
    **dict.fromkeys(("medals table", "medal table"), _medals),
}
